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
package blackboard
