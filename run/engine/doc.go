// Package engine conducts an analysis in this process: blackboard, measurer, analysers and
// judge are put together, the loop runs, and the store keeps what it contributes.
//
// session.go takes a run up (new, or from its folder), local.go is the Run that results,
// snapshot.go what it shows, campaign.go and recorded.go its measurers, keeper.go saves after
// each contribution, relearn.go learns again from what is kept.
package engine
