// Package dataset makes a table ready for learning: rows without holes, one
// point for each row or parameterisation, replicates and their noise, and
// variables that can be told apart. What is left out is said in words.
//
// It is deterministic and knows no units: times are seconds or anything else,
// and every measure of error is relative to the data.
//
// Read prepare.go first: Prepare goes from a table to Data in the order of its calls, each of
// which has a file: columns.go (which variables can be used), cells.go and replicates.go (rows
// of equal inputs become a point, what they differ by is the noise), contention.go (others
// used the machine), collinear.go (variables that cannot be told apart), extrapolation.go
// (points beyond the data). data.go says what is there afterwards; all else is questions that
// learning asks of it.
//
// Nothing here fits an expression or knows one that is better than another.
package dataset
