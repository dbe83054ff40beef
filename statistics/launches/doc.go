// Package launches says what repeated launches of a program tell of a noisy quantity: the
// level that they share, how far they scatter, whether they are of two kinds, and which
// measurements were made while a launch was warming up. It knows tables only: rows with a
// launch and a sequence number.
//
// What goes in is a model.Table; what comes out is a table of its own at the common
// level, and a Scatter that says how sure that level is. dataset.Prepare calls it before
// anything is learnt, the judge and measure/campaign read Scatter to decide whether
// further launches are needed. Effects are differences of logarithms throughout: an
// effect of 0.1 is a launch that takes a tenth longer, whatever the size of the input.
//
// level.go is the way in: Level takes out of a table what its launches have in common
// with nobody else. What an input costs is compared between launches by median polish
// (polish.go) where they measured the same inputs, and by a small regression
// (regression.go) where they did not; warmup.go and single.go find where a program was
// still warming up, stretches.go and changes.go what unmarked launches or a busy hour
// did, kinds.go and scatter.go say how far launches agree. chance.go holds what was found
// against shuffled rows, since the largest of many differences is always large.
//
// It never asks what an expression says: levels are known before any is learnt.
package launches
