// Package language is the seam to the programming languages of the programs that are analysed.
package language

import (
	"errors"
	"strings"

	"beagle/internal/charset"
	"beagle/internal/registry"
)

// Method is a method, function or constructor with a body.
type Method struct {
	Unit   string      // qualified name of the compilation unit, e.g. demo.store.Upload
	Class  string      // simple name of the innermost named type
	Name   string      // constructors have their class's name
	Params []string    // names of the parameters
	Types  []string    // their types as written, without type arguments; empty where unknown
	File   string      // path of the source
	First  int         // offset of its declaration
	End    int         // offset after its body
	Body   []Statement // nil: it has none, as abstract methods
}

// Statement is one statement of a list.
type Statement struct {
	Kind  StatementKind // as far as models care
	At    int           // offset of its first character
	Calls []string      // names of the methods that it calls outside of Inner
	Inner []Block       // Loop: its body; Choice: its alternatives; others: their blocks
	// Leaves: a return, break or continue that computes nothing worth an action.
	Leaves bool
}

// StatementKind tells statements apart as a service effect specification does.
type StatementKind uint8

// The kinds of statements.
const (
	Simple   StatementKind = iota // everything else
	Loop                          // for, while, do
	Choice                        // if, switch
	Compound                      // try, synchronized, a block
)

// Block is a list of statements.
type Block struct {
	Statements []Statement // in the order of the source; empty for an empty block
}

// Language is a programming language.
type Language interface {
	// Suffixes end the names of its source files, such as ".java".
	Suffixes() []string
	// Paths are where the source of a compilation unit, such as demo.store.Upload, may lie below a source folder.
	Paths(unit string) []string
	// Methods are those of a source that have a body, in the order of the file; an error where it cannot be parsed.
	Methods(path string, source charset.Text) ([]Method, error)
	// StatementEnd is where the statement that begins at a byte of a text has its last byte.
	StatementEnd(text string, start int) int
}

// Languages are the languages that the program knows, by id, such as "java".
var Languages registry.Registry[Language]

func all() []Language {
	var list []Language
	for _, id := range Languages.IDs() {
		if l, err := Languages.Get(id); err == nil {
			list = append(list, l)
		}
	}
	return list
}

// Of is the language that a file is written in, by its name; nil: none that is known.
func Of(path string) Language { return of(path, all()) }

func of(path string, languages []Language) Language {
	for _, l := range languages {
		for _, suffix := range l.Suffixes() {
			if strings.HasSuffix(path, suffix) {
				return l
			}
		}
	}
	return nil
}

var errNoLanguage = errors.New("it is in no language that is known")
