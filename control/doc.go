// Package control conducts an analysis: who has the control flow, and in which
// state the analysis is.
//
// At most one tool contributes at any time. The loop is that of the design
// document: measure if something is to be measured; else one measurement
// result analyser that can contribute; else one proposed expression analyser
// that can contribute; else the final judge.
//
// loop.go is the loop, state.go the state machine that people's wishes go through, analyse.go
// a turn of the analysers, prepared.go their data, made once for each state of the
// measurements, and early.go the learning between launches. Nothing here knows how anything is
// measured, learnt or judged, and nothing is written anywhere but on the board.
package control
