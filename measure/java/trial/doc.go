// Package trial sees whether sources compile with their probes, and takes those
// back with which they do not.
package trial
