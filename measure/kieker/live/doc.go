// Package live receives records over TCP: from Kieker's SingleSocketTcpWriter,
// and from the two-socket writer of its versions 1.8 to 1.13.
package live
