// Package probed puts probes into the Java sources of a project, outside of its
// folder: those that a measurement order asks for, or everywhere. It keeps what is
// needed to take probes back that the compiler rejects, and gives each source
// folder the runtime that its files call.
//
// sources.go and source.go read, rewrite.go rewrites for an order (everywhere.go all that can
// be), runtimes.go gives source folders their runtime, drop.go takes probes back that the
// compiler rejects. The user's files are read only.
package probed
