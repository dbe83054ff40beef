// Package trial sees whether sources compile with their probes, and takes those
// back with which they do not.
//
// It is a search by the compiler's own messages: a rejected line names its probe, which
// gets another form or none, and all is compiled again. What was taken back is said to
// people.
package trial
