// Package dictionary proposes sums of few terms that software costs are made of: powers
// and logarithms, their products over parameters, smaller and larger of two, ratios, and
// all of that only where a flag or an enumeration says so.
//
// It looks at all sums of one and two terms and, by a beam, at sums of up to four, on the
// Gram matrix of the terms, which is computed once per pass; then it fits the best ones
// robustly. Sparse regression over a structured dictionary follows McConaghy, "FFX"
// (2011), and the performance model normal form of Calotoiu et al., "Using Automated
// Performance Modeling to Find Scalability Bugs" (SC 2013); here terms cost what they
// take to write down.
//
// terms.go says which terms there are (rare.go and forms.go have the unusual ones),
// search.go looks at their sums on the Gram matrix, and dictionary.go fits the most
// promising and proposes. What was found is kept with the data, since piecewise and the
// genetic search ask for it, too.
//
// Time is bounded by the sizes of the dictionary (420 terms) and of the data (1500
// points), not by what is in them.
package dictionary
