// Package wire decodes Kieker's record formats from bytes in memory: lines of
// text logs, binary records, socket streams, and chunks of brokers. It opens
// nothing; live and logs bring the bytes.
//
// Kieker's streams carry neither schemas nor lengths, so a class that is not
// in the Schemas cannot be decoded. It is counted and skipped by looking for
// the next place at which several known records follow one another.
package wire
