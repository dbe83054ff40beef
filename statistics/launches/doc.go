// Package launches says what repeated launches of a program tell of a noisy
// quantity: the level that they share, how far they scatter, whether they are of
// two kinds, and which measurements were made while a launch was warming up. It
// knows tables only: rows with a launch and a sequence number.
package launches
