// Package java measures Java programs: it puts probes into their sources outside
// the user's tree, has them compiled, and turns what the probes record into
// measurement events while the program runs.
//
// Below it, probed rewrites sources, with insert, syntax and probe; copied and
// overlay are the two ways in which probes get into a program; records takes what
// they record; trial sees whether sources compile with them; javac and classes know
// the user's compiler and class files.
package java
