// Package insert puts probes into Java source text.
//
// Every insertion stays on its line, so that stack traces and debuggers still
// fit. The state of a section is a local variable: recursion, threads and
// exceptions need no stack and cannot get out of step. A section is left by
// falling off its end or by a jump; probes stand before each jump that leaves
// it, not in a finally, because a finally would also record executions that an
// exception ended, and would break the definite unassignment of blank finals
// (JLS 16.2.15).
//
// resolve.go finds a section's statements in the tree, decision.go and exits.go what belongs
// to a branch and which jumps leave a section, complete.go whether control reaches the end
// (JLS 14.22); rewrite.go then puts all probes of a file in, each kind in a file of its own
// (call.go, service.go, handed.go, truth.go, generic.go), by the edits of edit.go. A site that
// does not fit is refused with a note, never half done.
package insert
