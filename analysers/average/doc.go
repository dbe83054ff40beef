// Package average is the proposed expression analyser of the design document:
// where constants were proposed, it proposes the average of what was measured
// of them.
package average
