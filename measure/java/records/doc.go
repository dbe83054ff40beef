// Package records takes the records of one launch while the program runs: from the
// files of Beagle's own probes, or from Kieker over a socket.
package records
