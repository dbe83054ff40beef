// Package traces reconstructs traces from Kieker records and reduces them to
// equivalence classes with statistics, while they arrive.
//
// Each source (a connection, a log) has a Shard of its own that shares nothing
// with the others: it decodes, reconstructs and reduces on the goroutine that
// reads. Only names are common, so that classes of several shards, and of
// several workers, can be merged: counts, sums and sums of squares are
// integers, which makes merging exact in any order.
//
// Validity is Kieker's: see EventRecordTraceReconstructionStage for events and
// TraceReconstructionStage for executions. Every trace that is not valid gets
// a Reason.
package traces
