// Package run is one analysis as seen from outside: the one seam between the
// engine and the screens. The wizard, headless runs, a run in the background
// that is attached to over a socket, and tests all speak Run.
//
// The engine never sends messages to a screen. It keeps a Snapshot and a
// one-slot "changed" signal; whoever watches pulls.
package run
