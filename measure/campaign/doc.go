// Package campaign conducts measuring: the measurement controller of the design
// document. It has a measurement tool carry out the launches for what is to be
// measured, contributes what was observed, and chooses further launches while
// they pay: to narrow the intervals of demands, to time demands without the
// probes inside them, and to answer what the judge asked.
//
// controller.go makes one step of a launch, program.go prepares what is launched, and state.go
// is what is remembered on the blackboard between steps. campaign.go chooses further launches
// by the intervals of timing.go, there.go and answer.go those that the judge asked for,
// report.go tells what came of it. Nothing is learnt here.
package campaign
