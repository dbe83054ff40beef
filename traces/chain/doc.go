// Package chain carries reduced traces between processes: in files (Write, Read) and
// through pipes (Pipe). Over networks that is cluster's business.
//
// The format has a version in its head; reading refuses versions that it does not know,
// with a hint.
package chain
