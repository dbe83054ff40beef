// Package dataset makes a table ready for learning: rows without holes, one
// point for each row or parameterisation, replicates and their noise, and
// variables that can be told apart. What is left out is said in words.
//
// It is deterministic and knows no units: times are seconds or anything else,
// and every measure of error is relative to the data.
package dataset
