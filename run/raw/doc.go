// Package raw keeps measurement events as they came, for whoever wants to look
// behind the reduced results. Events go into segment files of compressed
// frames with checksums, up to a limit: beyond it they are counted only, so
// that neither the disk nor the measurement pays for a long run.
package raw
