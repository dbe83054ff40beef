// Package predict foretells response times from a PCM instance. Three levels,
// chosen by the question: the exact expectation where it has a closed form,
// sampling without contention, and simulation with queues.
//
// It stands beside the analysis: it reads models, and knows nothing of runs.
package predict
