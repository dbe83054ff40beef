// Package insert puts probes into Java source text.
//
// Every insertion stays on its line, so that stack traces and debuggers still
// fit. The state of a section is a local variable: recursion, threads and
// exceptions need no stack and cannot get out of step. A section is left by
// falling off its end or by a jump; probes stand before each jump that leaves
// it, not in a finally, because a finally would also record executions that an
// exception ended, and would break the definite unassignment of blank finals
// (JLS 16.2.15).
package insert
