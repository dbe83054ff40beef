// Package rules decides what of a program is what in its model: which classes are a
// component, which methods its services, which implementation stands behind an
// interface, and what of a method's body becomes an action.
//
// Every decision has a default and can be taken by a person instead (Choices).
// docs/extracting.md gives the rules and their reasons.
package rules
