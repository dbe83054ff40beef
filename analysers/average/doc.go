// Package average is the proposed expression analyser of the design document:
// where constants were proposed, it proposes the average of what was measured
// of them.
//
// It works on counts, times and numbers of arguments; between two texts or truth values
// there is no average. Where constants were proposed from medians of replicates, which
// nobody measured, each counts once.
package average
