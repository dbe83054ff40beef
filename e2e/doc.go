// Package e2e holds the tests of Beagle from end to end: the real program
// measures real Java programs, and what it writes is compared with what is
// known of them.
package e2e
