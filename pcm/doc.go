// Package pcm reads Palladio repositories and writes single values into them.
//
// A repository is never rendered anew: what changes is spliced into the bytes
// that were read, so that everything else stays as it is (package xmi). Names
// of features and their meaning are those of PCM 5.0, 5.1 and 5.2
// (pcm.ecore), which agree in everything that service effect specifications
// need.
package pcm
