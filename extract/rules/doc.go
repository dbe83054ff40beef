// Package rules decides what of a program is what in its model: which classes are a
// component, which methods its services, which implementation stands behind an
// interface, and what of a method's body becomes an action.
//
// Every decision has a default and can be taken by a person instead (Choices).
// docs/extracting.md gives the rules and their reasons.
//
// rules.go is the order of the decisions: frameworks.go and reach.go (what is entered from
// outside), components.go and cycles.go (which classes are one component), services.go and
// types.go (interfaces and data types), ways.go and apart.go (several implementations of one
// service), seff.go with calls.go, sequence.go and code.go (what of a body becomes an action),
// open.go and seen.go (what launches have shown), choices.go (what a person said).
package rules
