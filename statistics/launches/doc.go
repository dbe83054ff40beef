// Package launches says what repeated launches of a program tell of a noisy
// quantity: the level that they share, how far they scatter, whether they are of
// two kinds, and which measurements were made while a launch was warming up. It
// knows tables only: rows with a launch and a sequence number.
//
// level.go is the way in: Level takes out of a table what its launches have in common with
// nobody else. What an input costs is compared between launches by median polish (polish.go)
// where they measured the same inputs, and by a small regression (regression.go) where they
// did not; warmup.go and single.go find where a program was still warming up, stretches.go and
// changes.go what unmarked launches or a busy hour did, kinds.go and scatter.go say how far
// launches agree. chance.go holds what was found against shuffled rows, since the largest of
// many differences is always large.
//
// It never asks what an expression says: levels are known before any is learnt.
package launches
