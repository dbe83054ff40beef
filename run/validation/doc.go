// Package validation judges whether the model that an analysis learnt predicts
// the program: each measured execution of a service from its own inputs, in
// launches that did not teach.
//
// validate.go divides launches into those that teach and those that judge, collect.go and
// execution.go find the measured executions, sample.go keeps some of each service, distance.go
// compares distributions, verdict.go says what it means.
package validation
