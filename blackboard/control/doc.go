// Package control conducts an analysis: who has the control flow, and in which
// state the analysis is.
//
// At most one tool contributes at any time. The loop is that of the design
// document: measure if something is to be measured; else one measurement
// result analyser that can contribute; else one proposed expression analyser
// that can contribute; else the final judge.
package control
