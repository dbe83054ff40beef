// Package links knows where the elements of a model stand in the source.
//
// The form on disk is that of the original Beagle's source statement links: an XML file beside the repository that
// gives, by PCM id, the first and the last statement. Offsets count UTF-16 code units (Java's char). Keys are the ids
// of internal actions and external calls themselves, of a loop's body behaviour, and of the behaviour of each branch
// transition; Beagle also accepts the id of a SEFF, whose link is the method that implements it.
package links

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/language"
)

// Mapping is Beagle's own form of links: everything that the original's form holds.
type Mapping struct {
	Version int     `json:"version"`                // 1
	Model   string  `json:"model_sha256,omitempty"` // SHA-256 of the model file that it was made for
	Whole   bool    `json:"whole,omitempty"`        // all that has statements of its own is linked, as an extraction knows
	Links   []Entry `json:"links"`                  // in the order of the model
}

// Entry is the link of one element.
type Entry struct {
	Element    string  `json:"element"`           // key, as in the original's form
	Kind       string  `json:"kind,omitempty"`    // service, internal-action, call, loop, transition
	Name       string  `json:"name,omitempty"`    // entityName of the element, for people
	Unit       string  `json:"unit"`              // qualified name of the compilation unit
	Path       string  `json:"path,omitempty"`    // of the source file; in a file, from the folder of that file
	SHA256     string  `json:"sha256,omitempty"`  // of the source file
	Method     string  `json:"method,omitempty"`  // Class.method(parameters)
	Ordinal    []int   `json:"ordinal,omitempty"` // path of positions among statements, to the first one
	Count      int     `json:"count,omitempty"`   // statements
	First      Point   `json:"first"`             // beginning of the first statement
	Last       Point   `json:"last"`              // beginning of the last statement
	Confidence float64 `json:"confidence"`        // 1: confirmed by a person or a tool
	Moved      bool    `json:"moved,omitempty"`   // the source changed since, and it was found again in it
	Why        string  `json:"why,omitempty"`     // how it was found
	Of         string  `json:"of,omitempty"`      // of a service: only for objects of these classes, with ! of subclasses for which not
}

// Point is the first character of a statement.
type Point struct {
	Line   int `json:"line,omitempty"`   // 1-based
	Column int `json:"column,omitempty"` // 1-based, in UTF-16 code units
	Offset int `json:"offset"`           // UTF-16 code units from the start of the file
}

func parseMapping(name string, data []byte) (*Mapping, error) {
	fail := func(message, hint string) error {
		return model.Problem{Severity: model.Error, File: name, Rule: "links", Message: message, Hint: hint}
	}
	var m Mapping
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		p := model.Problem{Severity: model.Error, File: name, Rule: "links", Message: "this is no mapping: " + safe.Clip(err.Error()), Hint: "make the mapping anew: beagle pcm links"}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			p.Line = 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		}
		return nil, p
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fail("something follows the mapping", "remove what stands behind it")
	}
	if m.Version != 1 {
		return nil, fail("the mapping is of a version that Beagle does not know", "use the Beagle that wrote it, or make it anew")
	}
	if len(m.Links) > maxLinks {
		return nil, fail("the mapping has too many links", "")
	}
	for i := range m.Links {
		e := &m.Links[i]
		if e.Element == "" || e.Unit == "" || e.First.Offset < 0 || e.Last.Offset < e.First.Offset {
			return nil, fail("the link of "+safe.Clip(e.Element)+" has no element, no unit or no range", "make the mapping anew: beagle pcm links")
		}
		if e.Path != "" && !filepath.IsAbs(e.Path) {
			e.Path = filepath.Join(filepath.Dir(name), filepath.FromSlash(e.Path))
		}
		if len(e.Of) > model.MaxOf || strings.ContainsFunc(e.Of, noClass) {
			return nil, fail("the link of "+safe.Clip(e.Element)+" names classes in a form that Beagle does not know", "make the mapping anew: beagle extract")
		}
	}
	return &m, nil
}

// noClass reports whether a character cannot be part of names of classes: they go into sources that are compiled.
func noClass(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" !*._$", r)
}

// Bytes renders the mapping.
func (m *Mapping) Bytes() ([]byte, error) {
	data, err := json.MarshalIndent(m, "", "  ")
	return append(data, '\n'), err
}

// File is the mapping in the original's form: links, and the hash of each file.
func (m *Mapping) File(path string) *File {
	f := &File{Path: path, Whole: m.Whole}
	if m.Model != "" {
		f.Described, f.Model = true, Hash{Algorithm: "sha-256", Value: m.Model}
	}
	seen := map[string]bool{}
	for _, e := range m.Links {
		link := Link{Element: e.Element, First: Position{e.Unit, e.First.Offset}, Of: e.Of}
		if e.Last.Offset != e.First.Offset {
			link.Last = &Position{e.Unit, e.Last.Offset}
		}
		f.Links = append(f.Links, link)
		if !seen[e.Unit] && e.SHA256 != "" {
			seen[e.Unit] = true
			f.Hashes = append(f.Hashes, Hash{Unit: e.Unit, Algorithm: "sha-256", Value: e.SHA256})
		}
	}
	return f
}

// NewMapping describes links richly: with lines, methods and hashes, as far as the sources can be read.
func NewMapping(r adapter.Model, matches []Match, sources *language.Sources) *Mapping {
	m := &Mapping{Version: 1}
	m.Model, _ = Sum("sha-256", r.Bytes())
	describe := describer(r)
	for _, match := range matches {
		end := match.First
		if match.Last != nil {
			end = *match.Last
		}
		e := Entry{
			Element: match.Element, Unit: match.First.Unit, First: Point{Offset: match.First.Offset}, Last: Point{Offset: end.Offset},
			Confidence: match.Confidence, Why: match.Why, Of: match.Of,
		}
		e.Kind, e.Name = describe(match.Element)
		if unit := sources.Unit(e.Unit); unit != nil {
			e.Path = unit.Path
			e.SHA256, _ = Sum("sha-256", unit.Data)
			e.First, e.Last = point(unit, e.First.Offset), point(unit, e.Last.Offset)
			if methods, err := sources.Methods(unit.Path); err == nil {
				e.place(methods)
			}
		}
		m.Links = append(m.Links, e)
	}
	return m
}

func describer(r adapter.Model) func(key string) (kind, name string) {
	known := map[string][2]string{}
	for _, s := range r.Services() {
		known[s.SEFF] = [2]string{"service", s.Component + "." + s.Name}
	}
	for _, e := range r.Elements() {
		switch e.Kind {
		case model.Loop:
			known[e.Body] = [2]string{"loop", e.Name}
		case model.Branch:
			for _, o := range e.Branches {
				known[o.Behaviour] = [2]string{"transition", o.Name}
			}
		case model.CallParameter:
			known[e.PCMID] = [2]string{"call", e.Name}
		default:
			known[e.PCMID] = [2]string{"internal-action", e.Name}
		}
	}
	return func(key string) (string, string) { return known[key][0], known[key][1] }
}

func readAny(path string) (*File, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	if isMapping(data) {
		m, err := parseMapping(path, data)
		if err != nil {
			return nil, err
		}
		return m.File(path), nil
	}
	return parseLinks(path, data)
}

func isMapping(data []byte) bool {
	trimmed := bytes.TrimSpace(data)
	return len(trimmed) > 0 && trimmed[0] == '{'
}

// ReadMapping reads links in the own form; it is nil where the file has another form.
func ReadMapping(path string) (*Mapping, error) {
	data, err := readFile(path)
	if err != nil || !isMapping(data) {
		return nil, err
	}
	return parseMapping(path, data)
}

// WriteMapping writes the own form whole or not at all.
func WriteMapping(path string, m *Mapping) error {
	written := *m
	written.Links = slices.Clone(m.Links)
	for i := range written.Links {
		e := &written.Links[i]
		if e.Path != "" {
			e.Path = fromFolder(path, e.Path)
		}
	}
	data, err := written.Bytes()
	if err != nil {
		return err
	}
	_, err = safe.WriteFile(path, data, safe.WriteOptions{})
	return err
}

func fromFolder(file, path string) string {
	folder, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return path
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	relative, err := filepath.Rel(folder, whole)
	if err != nil {
		return path
	}
	return filepath.ToSlash(relative)
}
