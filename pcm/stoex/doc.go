// Package stoex is the language of stochastic expressions in Palladio models:
// parse, check, format, evaluate, and translate from and to Beagle's own
// expressions.
//
// The grammar is that of Palladio's Xtext parser (Stoex.xtext and
// PCMStoex.xtext, PCM 5.x and later). What the older ANTLR parser (PCMStoEx.g,
// up to PCM 4.3) reads differently is reported as a warning, and what this
// package prints is the subset that both read alike.
package stoex
