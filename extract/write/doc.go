// Package write renders a model (extract/structure) as the five files of a PCM
// instance, as EMF writes them, and the links from its elements to the source.
//
// The five files are repository, system, resource environment, allocation and usage
// model; the sixth has the links. What is written is read again by package pcm before it
// counts, so that a model that Palladio would refuse never replaces one that it loads.
package write
