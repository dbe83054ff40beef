package project

import (
	"errors"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
)

func TestTheToolIsTheOneThatMeasuresTheSources(t *testing.T) {
	measure.Tools.Register("snakes", measure.ToolKind{Suffixes: []string{".snake"}})
	measure.Tools.Register("cups", measure.ToolKind{Suffixes: []string{".cup"}})
	measure.Tools.Register("anything", measure.ToolKind{})
	linked := func(files ...string) *Project {
		p := &Project{}
		for _, file := range files {
			p.Order.Sections = append(p.Order.Sections, measure.Section{Code: model.Section{File: file}})
		}
		return p
	}
	for _, c := range []struct {
		chosen string
		files  []string
		want   string
	}{
		{"cups", []string{"a.cup"}, "cups"},
		{"cups", []string{"a.snake", "b.snake"}, "snakes"},
		{"cups", []string{"a.snake", "b.cup"}, "cups"},
		{"cups", []string{"a.stone"}, "cups"},
		{"cups", nil, "cups"},
		{"anything", []string{"a.snake"}, "anything"},
		{"unheard", []string{"a.snake"}, "unheard"},
	} {
		if got := linked(c.files...).Tool(c.chosen); got != c.want {
			t.Errorf("%s for %q: %s, want %s", c.chosen, c.files, got, c.want)
		}
	}

	p := linked("a.snake")
	p.Elements, p.Chosen = make([]model.Element, 1), make([]model.Element, 1)
	p.Config = run.Config{Launch: []measure.Launch{{Name: "all"}}, Measure: run.Measure{Tool: "cups"}}
	var problem model.Problem
	if err := p.Ready(); !errors.As(err, &problem) || problem.File != "a.snake" || !strings.Contains(problem.Hint, "tool: snakes") {
		t.Errorf("cups shall measure a.snake: %v, %q", err, problem.Hint)
	}
}
