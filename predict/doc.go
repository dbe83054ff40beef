// Package predict predicts response times from a PCM instance. Three levels,
// chosen by the question: the exact expectation where it has a closed form,
// sampling without contention, and simulation with queues.
//
// It stands beside the analysis: it reads models, and knows nothing of runs.
//
// question.go is what is asked and predict.go answers it, choosing the level; exact, program
// and simulation below do the work. curve.go asks at many loads, change.go asks what would be
// otherwise, where.go says where the time goes, monitors.go and flame.go write that for other
// tools.
package predict
