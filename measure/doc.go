// Package measure turns SEFF elements into a measurement order, has a
// measurement tool carry it out, and parses the measurement events it sends
// into observations that depend on a parameterisation.
package measure
