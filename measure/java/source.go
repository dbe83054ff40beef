package java

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"beagle/measure/java/syntax"
	"beagle/model"
)

// source is a Java file as text, and the way back to bytes.
type source struct {
	path   string
	file   *syntax.File
	latin1 bool   // its bytes are no UTF-8: each is one character
	bom    string // byte order mark that the file begins with
}

// readSource reads and parses a Java file. Files that are no UTF-8 are taken as
// ISO 8859-1, in which any byte is a character: what is inserted is ASCII, so
// that for all charsets that contain ASCII the file stays what it was.
func readSource(path string) (*source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: path, Message: "the source cannot be read: " + plain(err), Rule: "source"}
	}
	if !info.Mode().IsRegular() { // a pipe would be waited for
		return nil, model.Problem{Severity: model.Error, File: path, Message: "the source is no regular file", Rule: "source"}
	}
	if info.Size() > syntax.MaxSize {
		return nil, model.Problem{Severity: model.Error, File: path, Message: "the source is larger than 64 MiB", Rule: "source"}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: path, Message: "the source cannot be read: " + plain(err), Rule: "source"}
	}
	if isUTF16(data) {
		return nil, model.Problem{
			Severity: model.Error, File: path, Message: "the source is written in UTF-16: it cannot be instrumented", Rule: "source",
			Hint: "Beagle reads UTF-8 and all charsets that contain ASCII; save it in one of them",
		}
	}
	s := &source{path: path}
	if rest, ok := bytes.CutPrefix(data, []byte("\ufeff")); ok {
		s.bom, data = "\ufeff", rest
	}
	text := string(data)
	if !utf8.ValidString(text) {
		s.latin1 = true
		text = decodeLatin1(data)
	}
	s.file, err = syntax.Parse(text)
	if wrong, ok := err.(*syntax.Error); ok { //nolint:errorlint // Parse returns it bare
		return nil, model.Problem{
			Severity: model.Error, File: path, Line: wrong.Line, Column: wrong.Column, Rule: "syntax",
			Message: "the source cannot be instrumented: " + wrong.Message,
			Hint:    "Beagle reads Java 5 to 25; see whether the file compiles",
		}
	}
	return s, err
}

// isUTF16: it begins with the mark of UTF-16, or with an ASCII character of two
// bytes.
func isUTF16(data []byte) bool {
	if len(data) < 2 {
		return false
	}
	return data[0] == 0xfe && data[1] == 0xff || data[0] == 0xff && data[1] == 0xfe || (data[0] == 0) != (data[1] == 0)
}

func decodeLatin1(data []byte) string {
	runes := make([]rune, len(data))
	for i, c := range data {
		runes[i] = rune(c)
	}
	return string(runes)
}

// encode turns rewritten text back into the file's bytes.
func (s *source) encode(text string) []byte {
	if !s.latin1 {
		return []byte(s.bom + text)
	}
	data := make([]byte, 0, len(text))
	for _, r := range text {
		data = append(data, byte(r))
	}
	return data
}

// offset turns an offset in UTF-16 units into one in bytes; -1: it is outside.
func (s *source) offset(units int) int {
	text := s.file.Source
	if s.bom != "" { // javac and editors count it as a character
		units--
	}
	for i, r := range text {
		if units <= 0 {
			return i
		}
		units--
		if r >= 0x10000 {
			units--
		}
	}
	if units <= 0 {
		return len(text)
	}
	return -1
}

// root is the source folder that the file's package begins in; an error where
// the file does not lie in the folders of its package.
func (s *source) root() (string, error) {
	dir := filepath.Dir(s.path)
	name := s.file.Package()
	if name == "" {
		return dir, nil
	}
	folders := filepath.Join(strings.Split(name, ".")...)
	root := strings.TrimSuffix(dir, folders)
	if root == dir || dir != filepath.Join(root, folders) {
		return "", model.Problem{
			Severity: model.Error, File: s.path, Rule: "instrument",
			Message: fmt.Sprintf("the file is in package %s but does not lie in a folder %s", name, folders),
			Hint:    "move the file, or correct its package",
		}
	}
	return filepath.Clean(root), nil
}
