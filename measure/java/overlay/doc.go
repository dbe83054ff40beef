// Package overlay delivers probes into a program as it is built, where it is: the
// rewritten sources alone are compiled, and an agent loads their classes in place of
// the program's.
package overlay
