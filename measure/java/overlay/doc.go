// Package overlay delivers probes into a program as it is built, where it is: the
// rewritten sources alone are compiled, and an agent loads their classes in place of
// the program's.
//
// The program and its sources stay as they are on the disk; its command line gets one
// option more, -javaagent.
package overlay
