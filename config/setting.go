package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"beagle/internal/safe"
	"beagle/internal/shell"
	"beagle/internal/yamltree"
	"beagle/run"
)

// setting is one row of a table: everything there is to know of one key of an O.
type setting[O any] struct {
	name   string // as in beagle.yaml, sections and keys separated by dots
	doc    string
	words  string         // what a value looks like, for people
	schema map[string]any // JSON schema of a value
	given  given          // how flags and variables write a value

	read  func(r *reader, name string, node ast.Node, to *O) bool // a value of a file; false: a problem was told
	copy  func(to, from *O)
	begin func(to *O)                 // sets the default
	value func(of *O, dir string) any // as people write it, paths relative to a folder; nil: not set
	plain any                         // the default as people write it; nil: none
}

type given uint8

const (
	asWord given = iota // as it stands
	asList              // separated by commas, or in YAML's [..]
	asYAML
)

func row[O, T any](name string, k kind[T], at func(*O) *T, doc string) setting[O] {
	s := setting[O]{
		name: name, doc: doc, words: k.words, schema: k.schema, given: k.given,
		copy:  func(to, from *O) { *at(to) = *at(from) },
		begin: func(to *O) { *at(to) = k.initial },
		value: func(of *O, dir string) any { return k.plain(*at(of), dir) },
	}
	s.read = func(r *reader, name string, node ast.Node, to *O) bool {
		value, ok := k.read(r, name, node)
		if ok {
			*at(to) = value
		}
		return ok
	}
	if k.defaults {
		s.plain = k.plain(k.initial, "")
	}
	return s
}

// differs is the value of a setting where it differs from its default; else nil.
func (s *setting[O]) differs(of *O, dir string) any {
	if value := s.value(of, dir); !reflect.DeepEqual(value, s.plain) {
		return value
	}
	return nil
}

func (s *setting[O]) variable() string {
	return variables + strings.ToUpper(strings.ReplaceAll(s.name, ".", "_"))
}

// variables is what the names of all environment variables begin with.
const variables = "BEAGLE_"

type table[O any] []setting[O]

func (t table[O]) find(name string) *setting[O] {
	for i := range t {
		if t[i].name == name {
			return &t[i]
		}
	}
	return nil
}

func (t table[O]) names() []string {
	all := make([]string, len(t))
	for i := range t {
		all[i] = t[i].name
	}
	return all
}

func (t table[O]) below(section string) []string {
	var names []string
	for i := range t {
		rest, ok := t[i].name, section == ""
		if !ok {
			rest, ok = strings.CutPrefix(rest, section+".")
		}
		if ok {
			first, _, _ := strings.Cut(rest, ".")
			names = append(names, first)
		}
	}
	return unique(names)
}

func (t table[O]) begin(o *O) {
	for i := range t {
		t[i].begin(o)
	}
}

func (t table[O]) fill(r *reader, to *O, prefix, section string, node ast.Node, found func(name string, key ast.Node)) {
	entries, ok := yamltree.Mapping(node)
	if !ok {
		what := "the file must hold keys and values"
		if name := joined(prefix, section); name != "" {
			what = fmt.Sprintf("%s must hold keys and values (%s)", name, strings.Join(t.below(section), ", "))
		}
		r.problem(node, "%s, not %s", what, yamltree.Kind(node))
		return
	}
	for _, entry := range entries {
		word := yamltree.Key(entry)
		name := joined(section, word)
		s := t.find(name)
		switch {
		case s != nil:
			if s.read(r, joined(prefix, name), entry.Value, to) {
				found(name, entry.Key)
			}
		case len(t.below(name)) > 0:
			t.fill(r, to, prefix, name, entry.Value, found)
		default:
			r.unknown(entry.Key, joined(prefix, name), word, t.below(section))
		}
	}
}

func (t table[O]) tree(o *O, dir, section string) any {
	if s := t.find(section); s != nil {
		return s.differs(o, dir)
	}
	var all yaml.MapSlice
	for _, word := range t.below(section) {
		if value := t.tree(o, dir, joined(section, word)); value != nil {
			all = append(all, yaml.MapItem{Key: word, Value: value})
		}
	}
	if all == nil {
		return nil
	}
	return all
}

func joined(section, word string) string {
	if section == "" || word == "" {
		return section + word
	}
	return section + "." + word
}

func unique(names []string) []string {
	seen := map[string]bool{}
	var all []string
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			all = append(all, name)
		}
	}
	return all
}

// Schema is a JSON schema of beagle.yaml, for editors that check while one types.
func Schema() map[string]any {
	root := settings.schema()
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "An analysis of Beagle"
	return root
}

func (t table[O]) schema() map[string]any {
	object := func() map[string]any {
		return map[string]any{"type": "object", "additionalProperties": false, "properties": map[string]any{}}
	}
	root := object()
	for i := range t {
		at := root["properties"].(map[string]any)
		words := strings.Split(t[i].name, ".")
		for _, section := range words[:len(words)-1] {
			if at[section] == nil {
				at[section] = object()
			}
			at = at[section].(map[string]any)["properties"].(map[string]any)
		}
		at[words[len(words)-1]] = with(t[i].schema, "description", t[i].doc)
	}
	return root
}

// Command is the command line that does what a run with these settings does: the project file.
func Command(c run.Config) string {
	file := filepath.Join(c.Project, FileName)
	words := []string{"beagle", "run"}
	if name := safe.Shown(file); name != FileName {
		words = append(words, shell.Quote(name))
	}
	l, err := readFile(file)
	if err == nil {
		now, want := asSaved(asConfig(l, file)), asSaved(c)
		for i := range settings {
			row := &settings[i]
			if value := row.value(&want, c.Project); !reflect.DeepEqual(row.value(&now, c.Project), value) {
				words = append(words, "--set", shell.Quote(row.name+"="+row.given.inline(value)))
			}
		}
	}
	if c.Output.DryRun {
		words = append(words, "--dry-run")
	}
	if errors.Is(err, fs.ErrNotExist) {
		words = append(words, "# once the settings are saved") // a comment: copied and pasted it does no harm
	}
	return strings.Join(words, " ")
}

func (g given) inline(value any) string {
	switch value := value.(type) {
	case nil:
		return map[given]string{asWord: "", asList: "[]", asYAML: "{}"}[g]
	case string, bool, float64, int, uint64:
		return fmt.Sprint(value)
	default:
		return oneLine(value)
	}
}
