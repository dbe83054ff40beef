// Package live receives records over TCP: from Kieker's SingleSocketTcpWriter,
// and from the two-socket writer of its versions 1.8 to 1.13.
//
// A connection is a source of its own, with a report of what came and what was wrong.
// Memory is bounded for all connections together, and so is their number.
package live
