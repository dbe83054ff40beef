// Package blackboard is the only store of an analysis. Tools contribute to it
// through views that show their layer and what lies below:
//
//	final expressions      final judge
//	proposed expressions   proposed expression analysers
//	measurement results    measurement result analysers
//	SEFF elements          measurement tools
//
// Nothing is ever deleted from it. What a tool must remember it keeps here
// under its own key, so that tools stay values without state.
//
// Read board.go and contribution.go first: the board, and a tool's turn on it, which the board
// takes in as a whole or not at all. view.go has the interfaces that say what each kind of
// tool sees; results.go, thin.go and table.go keep observations within bounds and make tables of them;
// proposal.go, verdict.go and rounds.go are the upper layers; change.go is the form in which
// a contribution leaves the process. A board may be read by many goroutines while one
// contribution is open.
package blackboard
