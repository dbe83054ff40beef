package language

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/charset"
	"beagle/internal/foreign"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
)

const (
	maxBytes   = 32 << 20 // of a file
	maxFiles   = 200_000
	maxMethods = 2_000_000
)

// Sources are the sources below some folders. What was read is remembered, so that it belongs to one moment and one
// goroutine.
type Sources struct {
	folders   []string
	languages []Language
	files     []string            // all of them; filled on first need
	byName    map[string][]string // file name -> paths
	units     map[string]*Unit
	methods   map[string][]Method // by path
}

// Unit is a source file.
type Unit struct {
	Path   string       // absolute
	Data   []byte       // the file's bytes
	Text   charset.Text // decoded; offsets count its UTF-16 code units
	Length int          // in UTF-16 code units
}

// NewSources looks into folders.
func NewSources(folders []string, languages ...Language) *Sources {
	if len(languages) == 0 {
		languages = all()
	}
	return &Sources{folders: folders, languages: languages, units: map[string]*Unit{}, methods: map[string][]Method{}}
}

// Unit is the source of a compilation unit such as demo.store.Upload; nil: there is none.
func (s *Sources) Unit(name string) *Unit {
	if u, known := s.units[name]; known {
		return u
	}
	u := s.search(name)
	s.units[name] = u
	return u
}

func (s *Sources) search(name string) *Unit {
	for _, l := range s.languages {
		for _, path := range l.Paths(name) {
			if !filepath.IsLocal(path) || strings.ContainsAny(path, `\:`) {
				continue // it would lead out of the folders
			}
			for _, folder := range s.folders {
				if u := Load(filepath.Join(folder, path)); u != nil {
					return u
				}
			}
			s.list()
			for _, found := range s.byName[filepath.Base(path)] {
				if strings.HasSuffix(found, string(filepath.Separator)+path) {
					return Load(found)
				}
			}
		}
	}
	return nil
}

// Files are the paths of all sources, sorted.
func (s *Sources) Files() []string {
	s.list()
	return s.files
}

func (s *Sources) list() {
	if s.byName != nil {
		return
	}
	s.byName = map[string][]string{}
	files := 0
	for _, folder := range s.folders {
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil //nolint:nilerr // what cannot be read holds no source
			case d.IsDir() && path != folder && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
				return fs.SkipDir
			case !d.Type().IsRegular() || of(path, s.languages) == nil:
				return nil
			}
			if files++; files > maxFiles {
				return fs.SkipAll
			}
			s.files = append(s.files, path)
			return nil
		})
	}
	slices.Sort(s.files)
	s.files = slices.Compact(s.files)
	for _, path := range s.files {
		s.byName[filepath.Base(path)] = append(s.byName[filepath.Base(path)], path)
	}
}

// Load reads a source; nil where it cannot be read.
func Load(path string) *Unit {
	data, err := safe.ReadFile(path, maxBytes)
	if err != nil {
		return nil
	}
	text := charset.Decode(path, data)
	return &Unit{Path: path, Data: data, Text: text, Length: text.Mark + charset.Length(text.String)}
}

// Methods are the methods of a source file in file order; an error where it cannot be read or parsed.
func (s *Sources) Methods(path string) ([]Method, error) {
	if methods, known := s.methods[path]; known {
		return methods, nil
	}
	l := of(path, s.languages)
	if l == nil {
		return nil, errNoLanguage
	}
	data, err := safe.ReadFile(path, maxBytes)
	if err != nil {
		return nil, err
	}
	methods, err := l.Methods(path, charset.Decode(path, data))
	if err != nil {
		return nil, err
	}
	s.methods[path] = methods
	return methods, nil
}

// All are the methods of all sources, and what a person should know.
func (s *Sources) All() (methods []Method, problems []model.Problem) {
	for i, path := range s.Files() {
		if i+1 == maxFiles || len(methods) > maxMethods {
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "source", File: path, Message: "there are too many sources; those after this file are not looked at",
				Hint: "name the folders of the program itself as sources",
			})
			break
		}
		found, err := s.Methods(path)
		if err != nil {
			problems = append(problems, model.Problem{Severity: model.Warning, Rule: "source", File: path, Message: "the source cannot be read: " + err.Error()})
		}
		methods = append(methods, found...)
	}
	return methods, problems
}

// None is why the folders hold no source of a known language; nil: they hold some, or there are no folders.
func (s *Sources) None() error {
	if len(s.folders) == 0 || len(s.Files()) > 0 {
		return nil
	}
	p := model.Problem{
		Severity: model.Error, Rule: "sources", File: s.folders[0], Message: "there are no Java sources in this folder",
		Hint: "name the folders in which the program's packages begin",
	}
	for _, folder := range s.folders {
		if name, files := foreign.Sources(folder); files > 0 {
			p.File = folder
			p.Message += fmt.Sprintf(", but %s of %s", quantity.Plural(files, "file", "files"), name)
			p.Hint = "of other languages than Java Beagle reads what an extension reads (beagle extension), or recorded Kieker logs (beagle run --logs)"
			break
		}
	}
	return p
}
