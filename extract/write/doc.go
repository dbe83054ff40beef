// Package write renders a model (extract/structure) as the five files of a PCM
// instance, as EMF writes them, and the links from its elements to the source.
package write
