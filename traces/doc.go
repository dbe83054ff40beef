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
//
// What stands where: classes has what traces are reduced to, with statistics,
// names and origins; chain carries that between processes; show prints it. Here
// are the Engine with its results (engine, result, live, exchange,
// counts, reason), branches of a log that are read beside each other
// (branch, incomplete), and the Shard with its parts: open traces (open, opentable,
// opentraces, openpool, words), from events (plainrecords, lookahead, eventtraces, roles), from
// executions (executions), their end (finish, origin), and the classes of one
// shard (classtable, durations, coarsen). Reconstruction is no package of its own
// because it is one loop: a word of an open trace becomes a duration of its
// class without a call between, and both sides reach into the same open trace
// and class. A seam through it would cost a call for each event or trace, or
// export nearly every field.
//
// A reader begins with shard.go, the loop over a batch, and with open.go, a trace whose
// records still come. Most records are entries and exits in their turn; plainrecords.go takes
// these in one loop, as words (words.go) that are compared with known classes as a whole.
// Everything else goes through eventtraces.go (events out of turn, calls, splits) or
// executions.go (execution records). finish.go ends a trace: into its class (durations.go,
// classtable.go) or to its reason (reason.go). Memory is shared out by engine.go,
// and coarsen.go and opentraces.go give way when it runs short: quantiles get coarser, and the
// oldest open traces are given up, always counted. branch.go and incomplete.go let a second
// core read a log's second half, with the same result.
package traces
