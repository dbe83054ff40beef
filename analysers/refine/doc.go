// Package refine improves proposed expressions by small changes: all numbers
// fitted at once wherever they stand (thresholds, exponents, bounds), free
// exponents that are then snapped to simple fractions, terms dropped or
// exchanged for their neighbours, sums factored, and terms that were learnt
// for loops and arguments of the same service tried in demands.
//
// refine.go is the loop; changes.go, laws.go, factored.go and usual.go each give further
// candidates.
package refine
