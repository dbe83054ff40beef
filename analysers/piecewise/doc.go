// Package piecewise proposes expressions that take different forms in
// different parts of the input: below and above a threshold, or for each value
// of a flag or an enumeration. Where the parts meet, it proposes the smaller or
// the larger of two forms instead, which says the same with less.
//
// All thresholds of a number are compared in one pass over the sorted points,
// by updating the Gram matrix of a small basis (segmented regression; heritage
// of Friedman, "Multivariate Adaptive Regression Splines", 1991, which
// Krogmann used). Only splits that promise much are learnt in full.
//
// splits.go finds thresholds, on the sums of basis.go; piecewise.go learns both sides,
// merge.go joins sides that say the same, and conditions.go writes the alternatives.
package piecewise
