// Package expression is the language in which Beagle learns: a closed set of
// node types, their evaluation over columns of data, and simplification.
//
// It knows no StoEx text and no XML: beagle/pcm/stoex translates, and says
// which expressions cannot be said in StoEx. Truth values are 1 and 0.
package expression
