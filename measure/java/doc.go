// Package java measures Java programs: it puts probes into their sources outside
// the user's tree, has them compiled, and turns what the probes record into
// measurement events while the program runs.
//
// Below it, probed rewrites sources, with insert, syntax and probe; copied and
// overlay are the two ways in which probes get into a program; records takes what
// they record; trial sees whether sources compile with them; javac and classes know
// the user's compiler and class files.
//
// Read tool.go, then instrument.go (preparing an order) and launch.go (one launch).
// delivery.go decides between overlay and copy by the project's files, threads.go and stack.go
// look after processor time in other threads and deep stacks, replay.go reads records of an
// earlier launch. Nothing here parses Java.
package java
