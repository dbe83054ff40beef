// Package validation judges whether the model that an analysis learnt foretells
// the program: each measured execution of a service from its own inputs, in
// launches that did not teach.
package validation
