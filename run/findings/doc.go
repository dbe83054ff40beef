// Package findings is what an analysis found, as people see it and decide on it: proposals in
// the text of the model, evidence, times, decisions, and the calibrated model. It
// needs a blackboard only, no engine: an ended run and a lone table have findings,
// too.
//
// findings.go has the state of each element, detail.go and evidence.go what is shown of one,
// say.go and units.go how an expression is written, decide.go and chosen.go a person's
// decisions, write.go and provenance.go the written model. Nothing is learnt here; what is
// expensive is worked out when it is asked for, and remembered.
package findings
