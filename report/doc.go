// Package report makes one page of an analysis that explains itself: an HTML
// file without anything to be fetched, that can be read without a script, on
// paper, on a phone, in light and dark, and by a screen reader.
package report
