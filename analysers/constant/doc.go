// Package constant proposes that a quantity depends on nothing. It is what
// every other expression has to beat.
package constant
