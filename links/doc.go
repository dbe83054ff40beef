// Package links knows where the elements of a model stand in the source.
//
// The form on disk is that of the original Beagle's source statement links: an
// XML file beside the repository that gives, by PCM id, the first and the last
// statement. Offsets count UTF-16 code units (Java's char). Keys are the ids of
// internal actions and external calls themselves, of a loop's body behaviour,
// and of the behaviour of each branch transition; Beagle also accepts the id
// of a SEFF, whose link is the method that implements it.
//
// file.go reads and writes the original's form, mapping.go and lines.go our own, with methods
// and reasons. match.go finds links for a model without any, by names (names.go) and by
// aligning steps with statements (align.go), or reads the positions that a reverse engineering
// tool wrote (import.go); attach.go puts links on elements; follow.go and again.go find
// sections again in sources that changed; hash.go says whether they did. It reads sources
// through model/language and changes none.
package links
