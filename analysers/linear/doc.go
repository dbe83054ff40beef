// Package linear proposes linear and polynomial regressions: a straight line, a square
// and a cube in each number, and a plane in all of them from which variables that explain
// nothing are dropped one by one. They are what a person would try first, so they are
// proposed even where the dictionary finds more.
package linear
