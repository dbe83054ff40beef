// Package selection compares expressions for the same data by description length: what it
// takes to write one down, what it leaves unexplained, and penalties for what data cannot
// show. Which is the shortest is settled in steps: Compare, then AllowForNeighbours,
// AllowForLaunches, AllowForInfluence and AllowForDiscrepancy.
//
// The judge compares all proposals of an element so, and analysers compare their own
// candidates, with fewer of the steps. Lengths only ever answer which of some expressions
// is best. Whether the best one is good is not asked here: that is the judge's, by what
// it says of data that were held out.
//
// appraise.go finds out about an expression alone, noise.go the noise by which all are
// held against the data, and compare.go adds up lengths. What data cannot show costs
// nats: penalties.go (few points, growth beyond the data), leverage.go (a bend that one
// point decides), guard.go refuses outright. The later steps, each in a file of its name that
// needs no other one, change lengths by what other launches, a lone outlier or a
// machine's own bends would say; most of them lower what the best gains over shorter
// expressions (examine, in compare.go).
//
// Lengths are in nats (natural logarithms of probabilities); only their differences mean
// anything, and only within one Comparison.
package selection
