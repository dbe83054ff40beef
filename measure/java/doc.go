// Package java measures Java programs: it puts probes into their sources outside
// the user's tree, has them compiled, and turns what the probes record into
// measurement events while the program runs.
package java
