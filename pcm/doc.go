// Package pcm reads Palladio repositories and writes single values into them.
//
// A repository is never rendered anew: what changes is spliced into the bytes
// that were read, so that everything else stays as it is (package xmi). Names
// of features and their meaning are those of PCM 5.0, 5.1 and 5.2
// (pcm.ecore), which agree in everything that service effect specifications
// need.
//
// repository.go reads a file and lists its elements (extract.go, steps.go, types.go,
// parts.go); adapter.go is how everybody else sees it. apply.go puts new values in, set.go
// finds the bytes to be replaced, diff.go says what changed. check.go and its files say what
// Palladio would refuse, version.go which metamodel a file is of.
package pcm
