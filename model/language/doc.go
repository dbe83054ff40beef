// Package language is the seam to the programming languages of the programs
// that are analysed. A Language says which files are its sources and what
// methods and statements they hold; Sources finds and remembers the sources of a
// project. Whatever links a model's elements to code, shows an excerpt, or lists
// a program's methods speaks to these two and knows no language.
//
// A language is added by implementing Language in a folder of its own and by a
// line in package builtin.
package language
