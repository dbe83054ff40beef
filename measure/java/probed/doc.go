// Package probed puts probes into the Java sources of a project, outside of its
// folder: those that a measurement order asks for, or everywhere. It keeps what is
// needed to take probes back that the compiler rejects, and gives each source
// folder the runtime that its files call.
package probed
