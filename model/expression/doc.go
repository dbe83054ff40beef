// Package expression is the language in which Beagle learns: a closed set of
// node types, their evaluation over columns of data, and simplification.
//
// It knows no StoEx text and no XML: beagle/pcm/stoex translates, and says
// which expressions cannot be said in StoEx. Truth values are 1 and 0.
//
// Nodes are values that can be compared by ==, so that trees are keys of maps and equal
// trees are equal. They are never changed: whoever wants another tree makes one (Map).
// Evaluation of thousands of rows goes by a Program, which is compiled once for some
// columns and works in batches without allocating; Eval is for one assignment and names
// what is missing.
package expression
