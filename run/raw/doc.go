// Package raw keeps measurement events as they came, for whoever wants to look
// behind the reduced results. Events go into segment files of compressed
// frames with checksums, up to a limit: beyond it they are counted only, so
// that neither the disk nor the measurement pays for a long run.
//
// Each launch has segment files of its own and, beside them, the order by which its
// numbers are read. Reading ends with what is whole: a frame that was being written when
// the machine stopped is left out and said. run/validation and the export to Kieker read
// it.
package raw
