// Package rules proposes decision rules for branches: guards that are
// exhaustive and exclude each other, over thresholds of numbers and of their
// sums, differences, products and ratios, remainders, flags, and enumerations.
//
// A small decision tree is searched for the shortest description of rules and
// decisions together (Quinlan and Rivest, "Inferring decision trees using the
// minimum description length principle", 1989), with a beam instead of greed.
package rules
