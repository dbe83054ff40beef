// Package run is one analysis as seen from outside: the one seam between the
// engine and the screens. The wizard, headless runs, a run in the background
// that is attached to over a socket, and tests all speak Run.
//
// The engine never sends messages to a screen. It keeps a Snapshot and a
// one-slot "changed" signal; whoever watches pulls.
//
// run.go has the interface and the snapshot; config.go what an analysis needs to know;
// evidence.go, mean.go, times.go, validation.go and trust.go the values that people see.
// Values are copies: nobody who holds one can change the run.
package run
