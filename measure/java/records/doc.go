// Package records takes the records of one launch while the program runs: from the
// files of Beagle's own probes, or from Kieker over a socket.
//
// Both ways give the same events in the same order by thread: measure/java/probe decodes
// either. How many records were lost, and which connection was broken, is reported with
// the launch.
package records
