// Package rules proposes decision rules for branches: guards that are exhaustive and
// exclude each other, over thresholds of numbers and of their sums, differences, products
// and ratios, remainders, flags, and enumerations.
//
// A small decision tree is searched for the shortest description of rules and decisions
// together (Quinlan and Rivest, "Inferring decision trees using the minimum description
// length principle", 1989), with a beam instead of greed. Unlike theirs, conditions are
// not only of single attributes, and thresholds are what people write between two
// measured values.
//
// What goes in is a table whose target is a decision, a text or a truth value, by number
// of its class; what comes out is a proposal with a guard for each transition, or an
// expression that chooses between values. Nothing is proposed where no question pays for
// itself.
//
// rules.go is the way in, conditions.go has the questions that can be asked, split.go the
// best question for some points, tree.go the search by a beam, widen.go and weighted.go
// thresholds in the middle of gaps and of weighted sums; again.go grows the same tree on
// other points, for the judge; values.go does it for texts and truth values.
package rules
