// Package copied delivers probes in a copy of the project, which the project's own
// build compiles. What only checks sources is left out of that build, and probes
// that its compiler rejects are taken back.
//
// Symbolic links within the project lead into the copy; the sources that a person works
// on are never touched.
package copied
