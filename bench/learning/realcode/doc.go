// Package realcode is the measured suite: sections of real Java code whose costs a
// reader can say from the source, recorded by Beagle's own probes in ordinary
// campaigns, and kept as data (README.md says how it was recorded).
//
// What is measured is code of the JDK and of published artifacts; the thin
// drivers around it are in java/sections. Each service there carries the form of
// its cost as a comment, and the reason for it:
//
//	// form: keys * log(map)
//	// why: a red-black tree
//	static int treeLookups(TreeMap<Integer, Integer> map, int[] keys) {
//	    int found = 0;
//	    // measured
//	    for (int key : keys) { … }
//
// A form names parameters, not characterisations; "|" stands between forms of
// which either is right, "flag ? a : b" where a flag decides, and 1 is a constant.
package realcode
