// Package wire decodes Kieker's record formats from bytes in memory: lines of
// text logs, binary records, socket streams, and chunks of brokers. It opens
// nothing; live and logs bring the bytes.
//
// Kieker's streams carry neither schemas nor lengths, so a class that is not
// in the Schemas cannot be decoded. It is counted and skipped by looking for
// the next place at which several known records follow one another.
//
// decode.go decodes a batch by schemas, memorystream.go and strings.go are the stream and its
// string registry, resync.go finds the next record behind an unknown or damaged one, text.go
// and textrepair.go read lines, chunk.go and chunkwriter.go chunks of brokers. What comes from
// outside is bounded before it is believed: lengths, numbers of strings, sizes of arrays.
package wire
