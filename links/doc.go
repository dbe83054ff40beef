// Package links knows where the elements of a model stand in the source.
//
// The form on disk is that of the original Beagle's source statement links: an
// XML file beside the repository that gives, by PCM id, the first and the last
// statement. Offsets count UTF-16 code units (Java's char). Keys are the ids of
// internal actions and external calls themselves, of a loop's body behaviour,
// and of the behaviour of each branch transition; Beagle also accepts the id
// of a SEFF, whose link is the method that implements it.
package links
