package links

import (
	"crypto/md5"  //nolint:gosec // a checksum of the original's format, no protection
	"crypto/sha1" //nolint:gosec // as md5
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"path/filepath"
	"strings"

	"beagle/internal/charset"
)

const (
	maxSourceBytes = 32 << 20
	maxSourceFiles = 200_000
)

// Sources finds compilation units in source folders.
type Sources struct {
	folders []string
	byName  map[string][]string // file name -> paths; filled on first need
	units   map[string]*unit
}

// unit is a source file that was found.
type unit struct {
	path   string
	data   []byte
	text   charset.Text
	length int // in UTF-16 code units
}

// NewSources looks into these folders.
func NewSources(folders []string) *Sources {
	return &Sources{folders: folders, units: map[string]*unit{}}
}

// Find is the file of a compilation unit such as demo.store.Upload; nested
// types lead to the file of their outermost type. It is "" where there is none.
func (s *Sources) Find(name string) string {
	if u := s.unit(name); u != nil {
		return u.path
	}
	return ""
}

func (s *Sources) unit(name string) *unit {
	if u, known := s.units[name]; known {
		return u
	}
	u := s.search(name)
	s.units[name] = u
	return u
}

func (s *Sources) search(name string) *unit {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '$' || r == '/' })
	for _, w := range words {
		if w == ".." || strings.ContainsAny(w, `\:`) {
			return nil
		}
	}
	for ; len(words) > 0; words = words[:len(words)-1] {
		inside := filepath.Join(words...) + ".java"
		for _, folder := range s.folders {
			if u := load(filepath.Join(folder, inside)); u != nil {
				return u
			}
		}
		s.list()
		for _, path := range s.byName[filepath.Base(inside)] {
			if strings.HasSuffix(path, string(filepath.Separator)+inside) {
				return load(path)
			}
		}
	}
	return nil
}

// list walks the folders once: the named folder may lie above the one where
// packages start.
func (s *Sources) list() {
	if s.byName != nil {
		return
	}
	s.byName = map[string][]string{}
	files := 0
	for _, folder := range s.folders {
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil //nolint:nilerr // what cannot be read holds no source
			}
			if files++; files > maxSourceFiles {
				return fs.SkipAll
			}
			if d.IsDir() && path != folder && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
				return fs.SkipDir
			}
			if strings.HasSuffix(d.Name(), ".java") {
				s.byName[d.Name()] = append(s.byName[d.Name()], path)
			}
			return nil
		})
	}
}

func load(path string) *unit {
	data, err := readFile(path, maxSourceBytes)
	if err != nil {
		return nil
	}
	text := charset.Decode(path, data)
	return &unit{path: path, data: data, text: text, length: text.Mark + charset.Length(text.String)}
}

// Sum is the hash of data in hexadecimal; the algorithm is named as Java names
// it, and empty means md5.
func Sum(algorithm string, data []byte) (string, error) {
	var h hash.Hash
	switch strings.ReplaceAll(strings.ToLower(algorithm), "-", "") {
	case "", "md5":
		h = md5.New() //nolint:gosec // as above
	case "sha1", "sha":
		h = sha1.New() //nolint:gosec // as above
	case "sha256":
		h = sha256.New()
	case "sha384":
		h = sha512.New384()
	case "sha512":
		h = sha512.New()
	default:
		return "", fmt.Errorf("the hash algorithm %q is not known; use md5, sha1, sha256 or sha512", clip(algorithm))
	}
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil)), nil
}
