// Package host runs extensions: it starts a program in a process group of its own,
// shakes hands, sends requests and waits for their answers, each with a deadline.
// A program that crashes, hangs, floods or talks nonsense is ended, and the error
// says so with its name and the last that it wrote on standard error.
package host
