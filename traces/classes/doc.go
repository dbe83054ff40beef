// Package classes is what reconstructed traces are reduced to: equivalence
// classes of traces with the same operations, nested alike, on the same hosts
// (Class, Shape), the durations of their executions (CallStats: exact sums in
// 128 bits, Sketch for quantiles), where they were started from (Starts), and
// the numbers of operations and hosts (Names).
//
// All of it can be merged in any order, with the same result: counts, sums and
// sums of squares are integers. Reduced is the form in which classes go to other
// processes.
//
// Some fields are only exported for beagle/traces, which counts into
// them trace by trace, without a call for each. Nobody else should write them.
//
// class.go and shape.go say when traces are equal, calls.go, sketch.go and sum.go keep
// durations, origin.go where traces were started, names.go numbers for operations and hosts;
// form.go is what leaves the process.
package classes
