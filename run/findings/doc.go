// Package findings is what an analysis found, as people see it and decide on it: proposals in
// the text of the model, evidence, times, decisions, and the calibrated model. It
// needs a blackboard only, no engine: an ended run and a lone table have findings,
// too.
package findings
