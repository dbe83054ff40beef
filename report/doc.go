// Package report makes one page of an analysis that explains itself: an HTML
// file without anything to be fetched, that can be read without a script, on
// paper, on a phone, in light and dark, and by a screen reader.
//
// page.go gathers, element.go tells of one element, against.go compares with an earlier run,
// write.go fills the template. It shows what findings say, and works nothing out by itself.
//
// A Page is data; the template only lays it out. Everything that comes from models,
// programs or people is made safe before it gets into it.
package report
