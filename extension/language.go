package extension

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"beagle/extension/wire"
	"beagle/internal/charset"
	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/model/language"
)

// Language is the extension as a source language.
func (x *Extension) Language(said wire.InitializeResult) (language.Language, error) {
	if said.Language == nil || len(said.Language.Suffixes) == 0 {
		return nil, x.wrong("it reads a language, and does not say what names of sources end in")
	}
	for _, suffix := range said.Language.Suffixes {
		if len(suffix) < 2 || suffix[0] != '.' || safe.Line(suffix) != suffix {
			return nil, x.wrong("it names the sources *%s; a suffix is such as .py", suffix)
		}
		if other := language.Of("x" + suffix); other != nil {
			return nil, x.wrong("sources named *%s are of another language already", suffix)
		}
	}
	return &reader{x: x, reads: *said.Language, known: map[uint64][]language.Method{}, ends: map[uint64]map[int]int{}}, nil
}

type reader struct {
	x     *Extension
	reads wire.Reads

	mu    sync.Mutex
	known map[uint64][]language.Method // by path and text
	ends  map[uint64]map[int]int       // by text: where statements begin and end, in bytes
}

const maxKnown = 2_000

// readingWithin is how long all requests for one source may take.
const readingWithin = 5 * time.Minute

func (r *reader) Suffixes() []string { return r.reads.Suffixes }

func (r *reader) Paths(unit string) (paths []string) {
	for _, p := range r.reads.Paths {
		paths = append(paths, filepath.FromSlash(strings.ReplaceAll(p, "{unit}", strings.ReplaceAll(unit, ".", "/"))))
	}
	return paths
}

func (r *reader) Methods(path string, source charset.Text) ([]language.Method, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := hash.Text(path + "\x00" + source.String)
	if methods, ok := r.known[key]; ok {
		return methods, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), readingWithin)
	defer cancel()
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	var result wire.MethodsResult
	if err := r.x.Call(ctx, wire.Methods, wire.MethodsParams{Path: full, Text: source.String}, &result); err != nil {
		return nil, err
	}
	t := translation{path: path, source: &source, length: source.Mark + charset.Length(source.String), ends: map[int]int{}}
	methods, err := t.methods(result.Methods)
	if err != nil {
		return nil, r.x.wrong("of %s: %v", path, err)
	}
	if len(r.known) >= maxKnown {
		clear(r.known)
		clear(r.ends)
	}
	r.known[key], r.ends[hash.Text(source.String)] = methods, t.ends
	return methods, nil
}

func (r *reader) StatementEnd(text string, start int) int {
	r.mu.Lock()
	ends := r.ends[hash.Text(text)]
	r.mu.Unlock()
	if end, ok := ends[start]; ok {
		return end
	}
	if end := strings.IndexByte(text[start:], '\n'); end > 0 {
		return start + end - 1
	}
	return max(start, len(text)-1)
}

type translation struct {
	path   string
	source *charset.Text
	length int
	ends   map[int]int
	nodes  int
}

const (
	maxStatements = 500_000
	maxBlocks     = 200 // deep
)

var statementKinds = map[string]language.StatementKind{
	"simple": language.Simple, "loop": language.Loop, "choice": language.Choice, "compound": language.Compound,
}

// methods checks the methods that an extension found in a source: whether they lie in the text.
func (t *translation) methods(said []wire.Method) (methods []language.Method, err error) {
	for i := range said {
		m := &said[i]
		read := language.Method{
			Unit: safe.Line(m.Unit), Class: safe.Line(m.Class), Name: safe.Line(m.Name), Params: m.Params, Types: m.Types,
			File: t.path, First: m.First + t.source.Mark, End: m.End + t.source.Mark,
		}
		if m.First < 0 || m.End < m.First || read.End > t.length {
			return nil, fmt.Errorf("its method %s lies from %d to %d of %d characters", read.Name, m.First, m.End, t.length)
		}
		if read.Body, err = t.statements(m.Body, 0); err != nil {
			return nil, err
		}
		methods = append(methods, read)
	}
	return methods, nil
}

func (t *translation) statements(said []wire.Statement, depth int) (list []language.Statement, err error) {
	if depth > maxBlocks {
		return nil, fmt.Errorf("its blocks lie more than %d deep", maxBlocks)
	}
	for i := range said {
		s := &said[i]
		kind, ok := statementKinds[s.Kind]
		if t.nodes++; !ok || s.At < 0 || s.End < s.At || s.End+t.source.Mark > t.length || t.nodes > maxStatements {
			return nil, fmt.Errorf("its statement of kind %q lies from %d to %d of %d characters, or there are more than %d", safe.Line(s.Kind), s.At, s.End, t.length, maxStatements)
		}
		read := language.Statement{Kind: kind, At: s.At + t.source.Mark, Calls: s.Calls, Leaves: s.Leaves}
		if from, to := t.source.Offset(read.At), t.source.Offset(s.End+t.source.Mark); from >= 0 && to > from {
			t.ends[from] = to - 1
		}
		for _, block := range s.Inner {
			inner, err := t.statements(block, depth+1)
			if err != nil {
				return nil, err
			}
			read.Inner = append(read.Inner, language.Block{Statements: inner})
		}
		list = append(list, read)
	}
	return list, nil
}
