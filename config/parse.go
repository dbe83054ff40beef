package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"beagle/internal/safe"
	"beagle/internal/spelling"
	"beagle/internal/yamltree"
	"beagle/model"
)

type reader struct {
	file     string // as shown in problems
	dir      string // relative paths start here
	problems SettingErrors
}

func parse(file, dir string, data []byte) (layer, error) {
	r := reader{file: file, dir: dir}
	l := layer{origin: map[string]string{}}
	screenSettings.begin(&l.screens)
	if len(data) > yamltree.MaxBytes {
		return l, r.whole("configuration of %d bytes; at most %d are read", len(data), yamltree.MaxBytes)
	}
	if line, ok := yamltree.NoText(data); ok {
		return l, model.Problem{Severity: model.Error, File: file, Line: line, Message: "this is not UTF-8 text", Hint: "a configuration is YAML; save it as UTF-8"}
	}
	if line, ok := yamltree.TooDeep(data); ok {
		return l, model.Problem{Severity: model.Error, File: file, Line: line, Message: fmt.Sprintf("nested deeper than %d levels", yamltree.MaxDepth)}
	}
	tree, err := yamltree.Parse(data)
	if err != nil {
		return l, r.syntax(err)
	}
	if len(tree.Docs) > 1 {
		return l, r.whole("more than one YAML document; a configuration is one")
	}
	for _, doc := range tree.Docs {
		if doc.Body == nil {
			continue
		}
		if _, empty := doc.Body.(*ast.NullNode); empty {
			continue
		}
		if rest := r.takeScreens(&l, doc.Body); rest != nil {
			settings.fill(&r, &l.config, "", "", rest, func(name string, key ast.Node) {
				l.origin[name] = fmt.Sprintf("%s:%d", file, yamltree.Line(key))
			})
		}
	}
	if len(r.problems) > 0 {
		return l, r.problems
	}
	return l, nil
}

func (r *reader) unknown(node ast.Node, full, word string, known []string) {
	problem := model.Problem{
		Severity: model.Error, Rule: "unknown-key", File: r.file, Line: yamltree.Line(node), Column: yamltree.Column(node),
		Message: fmt.Sprintf("unknown key %s", safe.Line(full)),
	}
	if near := nearest(word, known); near != "" {
		problem.Hint = fmt.Sprintf("Did you mean %s?", near)
	} else {
		problem.Hint = fmt.Sprintf("Known here: %s.", strings.Join(known, ", "))
	}
	r.problems = append(r.problems, problem)
}

func (r *reader) problem(node ast.Node, format string, args ...any) {
	r.problems = append(r.problems, model.Problem{
		Severity: model.Error, File: r.file, Line: yamltree.Line(node), Column: yamltree.Column(node),
		Message: safe.Line(fmt.Sprintf(format, args...)),
	})
}

func (r *reader) whole(format string, args ...any) error {
	return model.Problem{Severity: model.Error, File: r.file, Message: fmt.Sprintf(format, args...)}
}

func (r *reader) syntax(err error) error {
	problem := model.Problem{Severity: model.Error, File: r.file, Message: safe.Line(err.Error())}
	var located yaml.Error
	if errors.As(err, &located) {
		problem.Message = "not readable as YAML: " + safe.Line(located.GetMessage())
		if strings.Contains(located.GetMessage(), "'\t'") { // which would be shown as a blank
			problem.Message = "not readable as YAML: a tab, where lines are indented with spaces"
		}
		if tok := located.GetToken(); tok != nil && tok.Position != nil {
			problem.Line, problem.Column = tok.Position.Line, tok.Position.Column
		}
	}
	return problem
}

// nearest is the known name that a name was probably meant to be; empty: it is like none.
func nearest(name string, known []string) (best string) {
	least := -1
	for _, k := range known {
		far := spelling.Distance(strings.ToLower(name), strings.ToLower(k))
		if far <= max(1, len(k)/2) && (least < 0 || far < least) {
			best, least = k, far
		}
	}
	return best
}
