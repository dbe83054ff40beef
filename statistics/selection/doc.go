// Package selection compares expressions for the same data by description
// length: what it takes to write one down, what it leaves unexplained, and
// penalties for what data cannot show. Which is the shortest is settled in steps:
// Compare, then Comparison.AddPrequentialLoss, AllowForLaunches,
// AllowForDiscrepancy and PreferShorterEquivalent.
package selection
