// Package constant proposes that a quantity depends on nothing. It is what every other
// expression has to beat: whoever claims a dependency has to explain more than one number
// does, by more than writing it down costs.
package constant
