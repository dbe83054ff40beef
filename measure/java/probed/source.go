package probed

import (
	"fmt"
	"path/filepath"
	"strings"

	"beagle/internal/charset"
	"beagle/internal/safe"
	"beagle/measure/java/syntax"
	"beagle/model"
)

// Source is a Java file as text, and the way back to bytes.
type Source struct {
	Path string       // below the project
	Tree *syntax.File // the parsed text
	charset.Text
}

// Read reads and parses a Java file. What is inserted is ASCII, so that the file's charset has it.
func Read(path string) (*Source, error) {
	data, err := safe.ReadFile(path, syntax.MaxSize)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: path, Message: "the source cannot be read: " + err.Error(), Rule: "source"}
	}
	s := &Source{Path: path, Text: charset.Decode(path, data)}
	s.Tree, err = syntax.Parse(s.String)
	if wrong, ok := err.(*syntax.Error); ok { //nolint:errorlint // Parse returns it bare
		hint := "Beagle reads Java 5 to 25; see whether the file compiles"
		if s.Guessed() {
			hint += "; it is no UTF-8: name its charset in the build, as with javac -encoding"
		}
		return nil, model.Problem{
			Severity: model.Error, File: path, Line: wrong.Line, Column: wrong.Column, Rule: "syntax",
			Message: "the source cannot be instrumented: " + wrong.Message, Hint: hint,
		}
	}
	return s, err
}

// Root is the source folder that the file's package begins in; an error where
// the file does not lie in the folders of its package.
func (s *Source) Root() (string, error) {
	dir := filepath.Dir(s.Path)
	name := s.Tree.Package()
	if name == "" {
		return dir, nil
	}
	folders := filepath.Join(strings.Split(name, ".")...)
	root := strings.TrimSuffix(dir, folders)
	if root == dir || dir != filepath.Join(root, folders) {
		return "", model.Problem{
			Severity: model.Error, File: s.Path, Rule: "instrument",
			Message: fmt.Sprintf("the file is in package %s but does not lie in a folder %s", name, folders),
			Hint:    "move the file, or correct its package",
		}
	}
	return filepath.Clean(root), nil
}
