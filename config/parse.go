package config

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"beagle/internal/safe"
	"beagle/measure"
	"beagle/model"
)

// Bounds of a configuration file, checked before it is parsed.
const (
	maxBytes = 1 << 20
	maxDepth = 32
)

// layer is what one source of settings says.
type layer map[string]value

// value is one setting and where it comes from.
type value struct {
	data   any
	origin string
}

// reader turns one YAML text into a layer. It goes on after a problem, so that
// a person sees all of them at once.
type reader struct {
	file     string // as shown in problems
	dir      string // relative paths start here
	layer    layer
	problems SettingErrors
}

// parse reads one configuration file's text.
func parse(file, dir string, data []byte) (layer, error) {
	r := reader{file: file, dir: dir, layer: layer{}}
	if len(data) > maxBytes {
		return nil, r.whole("configuration of %d bytes; at most %d are read", len(data), maxBytes)
	}
	if line, ok := tooDeep(data); ok {
		return nil, model.Problem{Severity: model.Error, File: file, Line: line, Message: fmt.Sprintf("nested deeper than %d levels", maxDepth)}
	}
	tree, err := parseYAML(data)
	if err != nil {
		return nil, r.syntax(err)
	}
	if len(tree.Docs) > 1 {
		return nil, r.whole("more than one YAML document; a configuration is one")
	}
	for _, doc := range tree.Docs {
		if doc.Body == nil {
			continue
		}
		if _, empty := doc.Body.(*ast.NullNode); !empty {
			r.section("", doc.Body, 0)
		}
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return r.layer, nil
}

// parseYAML keeps a failure inside the parser from ending the program.
func parseYAML(data []byte) (tree *ast.File, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("not readable as YAML: %v", failure)
		}
	}()
	return parser.ParseBytes(data, 0)
}

// tooDeep finds text nested so deep that a recursive parser could exhaust the
// stack: brackets, compact block entries ("- - - -"), or indentation. It looks
// at characters only and so errs to the safe side inside quotes.
func tooDeep(data []byte) (line int, deep bool) {
	brackets := 0
	var indents []int // of the lines that enclose the present one
	for i, text := range strings.Split(string(data), "\n") {
		trimmed := strings.TrimLeft(text, " \t-?:!&*")
		marks := 0
		for _, c := range text[:len(text)-len(trimmed)] {
			if c != ' ' && c != '\t' {
				marks++
			}
		}
		if strings.TrimSpace(text) != "" {
			indent := len(text) - len(strings.TrimLeft(text, " "))
			for len(indents) > 0 && indents[len(indents)-1] >= indent {
				indents = indents[:len(indents)-1]
			}
			indents = append(indents, indent)
		}
		for _, c := range trimmed {
			switch c {
			case '[', '{':
				brackets++
			case ']', '}':
				brackets = max(0, brackets-1)
			}
			if brackets > maxDepth {
				return i + 1, true
			}
		}
		if marks > maxDepth || len(indents) > maxDepth || strings.Count(text, ": ") > 8*maxDepth {
			return i + 1, true
		}
	}
	return 0, false
}

// section reads the keys below name.
func (r *reader) section(name string, node ast.Node, depth int) {
	entries, ok := mapping(node)
	if !ok {
		where := "the file"
		if name != "" {
			where = name
		}
		r.problem(node, "%s must hold keys and values, not %s", where, kindOf(node))
		return
	}
	for _, entry := range entries {
		word := keyText(entry)
		full := word
		if name != "" {
			full = name + "." + word
		}
		k, known := find(full)
		switch {
		case known:
			if data, ok := r.value(k, entry.Value); ok {
				r.layer[full] = value{data, r.at(entry.Key)}
			}
		case section(full):
			r.section(full, entry.Value, depth+1)
		default:
			r.unknown(entry.Key, full, word, below(name))
		}
	}
}

// value reads the value of a known key.
func (r *reader) value(k key, node ast.Node) (any, bool) {
	switch k.form {
	case texts, paths:
		list, ok := r.texts(k.name, node)
		if k.form == paths {
			for i := range list {
				list[i] = r.absolute(list[i])
			}
		}
		return list, ok
	case formulas:
		return r.pairs(k.name, node)
	case launches:
		return r.launches(node)
	default:
		word, ok := r.scalar(k.name, node)
		if !ok {
			return nil, false
		}
		data, err := scan(k, word)
		if err != nil {
			r.problem(node, "%v", err)
			return nil, false
		}
		if k.form == path {
			data = r.absolute(word)
		}
		return data, true
	}
}

// scan reads the text of a single value.
func scan(k key, word string) (any, error) {
	if len(k.oneOf) > 0 {
		for _, known := range k.oneOf {
			if word == known {
				return word, nil
			}
		}
		meant := ""
		if near := nearest(word, k.oneOf); near != "" {
			meant = fmt.Sprintf("; did you mean %s?", near)
		}
		return nil, fmt.Errorf("%s is %q, but must be one of %s%s", k.name, word, strings.Join(k.oneOf, ", "), meant)
	}
	switch k.form {
	case truth:
		switch word {
		case "true", "false":
			return word == "true", nil
		}
		return nil, fmt.Errorf("%s is %q, but must be true or false", k.name, word)
	case number:
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%s is %q, but must be a number", k.name, word)
		}
		return x, nil
	case whole:
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s is %q, but must be a whole number that is not negative", k.name, word)
		}
		return n, nil
	case duration:
		d, err := time.ParseDuration(word)
		if err != nil || d <= 0 {
			return nil, fmt.Errorf("%s is %q, but must be a time span such as 90s, 10m or 2h", k.name, word)
		}
		return d, nil
	default:
		return word, nil
	}
}

// launches reads the launch configurations.
func (r *reader) launches(node ast.Node) ([]measure.Launch, bool) {
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		r.problem(node, "launch must be a list of launch configurations, not %s", kindOf(node))
		return nil, false
	}
	before := len(r.problems)
	all := make([]measure.Launch, 0, len(list.Values))
	for i, entry := range list.Values {
		all = append(all, r.launch(i, entry))
	}
	return all, len(r.problems) == before
}

func (r *reader) launch(index int, node ast.Node) measure.Launch {
	launch := measure.Launch{Repeat: 1}
	name := fmt.Sprintf("launch[%d]", index)
	entries, ok := mapping(node)
	if !ok {
		r.problem(node, "%s must hold keys and values (%s), not %s", name, strings.Join(launchKeys, ", "), kindOf(node))
		return launch
	}
	for _, entry := range entries {
		word := keyText(entry)
		full := name + "." + word
		switch word {
		case "name":
			launch.Name, _ = r.scalar(full, entry.Value)
		case "command":
			launch.Command, _ = r.texts(full, entry.Value)
		case "dir":
			launch.Dir, _ = r.scalar(full, entry.Value)
		case "env":
			launch.Env, _ = r.pairs(full, entry.Value)
		case "repeat":
			text, ok := r.scalar(full, entry.Value)
			n, err := strconv.Atoi(text)
			if ok && (err != nil || n < 1 || n > maxRepeat) {
				r.problem(entry.Value, "%s is %q, but must be a number from 1 to %d", full, text, maxRepeat)
			}
			launch.Repeat = n
		default:
			r.unknown(entry.Key, full, word, launchKeys)
		}
	}
	if launch.Name == "" {
		launch.Name = fmt.Sprintf("launch %d", index+1)
	}
	if len(launch.Command) == 0 {
		r.problem(node, "%s (%q) has no command; write command: [java, -cp, target/classes, demo.Main]", name, launch.Name)
	}
	return launch
}

const maxRepeat = 100_000

// texts reads a list of single values.
func (r *reader) texts(name string, node ast.Node) ([]string, bool) {
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		hint := ""
		if word, ok := scalarText(node); ok {
			hint = fmt.Sprintf("; write [%s]", strings.Join(strings.Fields(word), ", "))
		}
		r.problem(node, "%s must be a list, not %s%s", name, kindOf(node), hint)
		return nil, false
	}
	all := make([]string, 0, len(list.Values))
	for i, entry := range list.Values {
		word, ok := r.scalar(fmt.Sprintf("%s[%d]", name, i), entry)
		if !ok {
			return nil, false
		}
		all = append(all, word)
	}
	return all, true
}

// pairs reads a mapping of single values.
func (r *reader) pairs(name string, node ast.Node) (map[string]string, bool) {
	entries, ok := mapping(node)
	if !ok {
		r.problem(node, "%s must hold names and values, not %s", name, kindOf(node))
		return nil, false
	}
	all := make(map[string]string, len(entries))
	for _, entry := range entries {
		word, ok := r.scalar(name+"."+keyText(entry), entry.Value)
		if !ok {
			return nil, false
		}
		all[keyText(entry)] = word
	}
	return all, true
}

func (r *reader) scalar(name string, node ast.Node) (string, bool) {
	word, ok := scalarText(node)
	if !ok {
		r.problem(node, "%s must be a single value, not %s", name, kindOf(node))
	}
	return word, ok
}

func (r *reader) absolute(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return filepath.Join(r.dir, name)
}

func (r *reader) unknown(node ast.Node, full, word string, known []string) {
	problem := model.Problem{
		Severity: model.Error, Rule: "unknown-key", File: r.file, Line: lineOf(node), Column: columnOf(node),
		Message: fmt.Sprintf("unknown key %s", safe.Line(full)),
	}
	if near := nearest(word, known); near != "" {
		problem.Hint = fmt.Sprintf("Did you mean %s?", near)
	} else {
		problem.Hint = fmt.Sprintf("Known here: %s.", strings.Join(unique(known), ", "))
	}
	r.problems = append(r.problems, problem)
}

func (r *reader) problem(node ast.Node, format string, args ...any) {
	r.problems = append(r.problems, model.Problem{
		Severity: model.Error, File: r.file, Line: lineOf(node), Column: columnOf(node),
		Message: safe.Line(fmt.Sprintf(format, args...)),
	})
}

func (r *reader) whole(format string, args ...any) error {
	return model.Problem{Severity: model.Error, File: r.file, Message: fmt.Sprintf(format, args...)}
}

// syntax is the parser's error with its place.
func (r *reader) syntax(err error) error {
	problem := model.Problem{Severity: model.Error, File: r.file, Message: safe.Line(err.Error())}
	var located yaml.Error
	if errors.As(err, &located) {
		problem.Message = "not readable as YAML: " + safe.Line(located.GetMessage())
		if tok := located.GetToken(); tok != nil && tok.Position != nil {
			problem.Line, problem.Column = tok.Position.Line, tok.Position.Column
		}
	}
	return problem
}

func (r *reader) at(node ast.Node) string { return fmt.Sprintf("%s:%d", r.file, lineOf(node)) }
