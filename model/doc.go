// Package model is Beagle's vocabulary: what can be measured (SEFF elements),
// where it stands in the source (code sections), under which inputs it was
// observed (parameterisations), and what was observed (observations).
//
// The package imports nothing of ours, and every other room speaks its words.
// They are the words of the Palladio Component Model (PCM) and of Beagle's
// design document of January 2016.
package model
