// Package source is Java as a source language: where sources lie, and which
// methods and statements they hold.
//
// It is the first implementation of model/language. Offsets are units of UTF-16 of the
// decoded file, as links and editors count them.
package source

import (
	"path/filepath"
	"strings"

	"beagle/model/language"
)

// Java is the language.
type Java struct{}

var _ language.Language = Java{}

const suffix = ".java"

// Suffixes end the names of Java's sources.
func (Java) Suffixes() []string { return []string{suffix} }

// Paths of a unit follow its packages. Nested types lie in the file of their
// outermost type, so that shorter names follow.
func (Java) Paths(unit string) (paths []string) {
	words := strings.FieldsFunc(unit, func(r rune) bool { return r == '.' || r == '$' || r == '/' })
	for ; len(words) > 0; words = words[:len(words)-1] {
		paths = append(paths, filepath.Join(words...)+suffix)
	}
	return paths
}
