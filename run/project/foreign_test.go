package project

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/charset"
	"beagle/internal/need"
	"beagle/measure"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
	"beagle/model/language"
	"beagle/run"
)

// toy is a language of one method whose lines are its statements; those inside of a loop are
// indented.
type toy struct{}

func (toy) Suffixes() []string         { return []string{".toy"} }
func (toy) Paths(unit string) []string { return []string{unit + ".toy"} }
func (toy) StatementEnd(text string, start int) int {
	if n := strings.IndexByte(text[start:], '\n'); n > 0 {
		return start + n - 1
	}
	return len(text) - 1
}

func (toy) Methods(path string, source charset.Text) ([]language.Method, error) {
	text := source.String
	m := language.Method{Unit: "Shop", Class: "Shop", Name: "work", Params: []string{"n"}, Types: []string{"int"}, File: path, End: len(text)}
	at := strings.IndexByte(text, '\n') + 1
	for line := range strings.Lines(text[at:]) {
		s := language.Statement{At: at + len(line) - len(strings.TrimLeft(line, " "))}
		last := len(m.Body) - 1
		switch {
		case strings.HasPrefix(line, "loop"):
			s.Kind, s.Inner = language.Loop, make([]language.Block, 1)
			m.Body = append(m.Body, s)
		case strings.HasPrefix(line, " "):
			in := &m.Body[last].Inner[0]
			in.Statements = append(in.Statements, s)
		default:
			m.Body = append(m.Body, s)
		}
		at += len(line)
	}
	return []language.Method{m}, nil
}

// plan is a model of that method: a demand, and a loop of demands.
type plan struct{ data []byte }

func (plan) Suffixes() []string { return []string{".plan"} }

func (plan) Read(path string) (adapter.Model, error) {
	data, err := os.ReadFile(path)
	return plan{data}, err
}

func (plan) Say(*model.Element, expression.Node) (string, error)           { return "1", nil }
func (plan) SayGuards(*model.Element, []expression.Node) ([]string, error) { return nil, nil }
func (plan) SayScatter(text string, _ adapter.Scatter) string              { return text }
func (plan) Check(*model.Element, string) []model.Problem                  { return nil }
func (plan) CheckGuards([]string) []model.Problem                          { return nil }
func (p plan) Bytes() []byte                                               { return p.data }
func (plan) Problems() []model.Problem                                     { return nil }
func (p plan) Calibrate([]adapter.Change) ([]byte, []model.Problem, error) { return p.data, nil, nil }

func (plan) Services() []model.Service {
	return []model.Service{{SEFF: "seff", Name: "work", Component: "Shop", Inputs: []model.Input{{Name: "n"}}}}
}

func (plan) Elements() []model.Element {
	of := model.Element{Component: "Shop", Service: "work", SEFF: "seff", Inputs: []model.Input{{Name: "n"}}}
	demand, loop := of, of
	demand.ID, demand.PCMID, demand.Name, demand.Kind = "compute#CPU", "compute", "compute", model.InternalAction
	demand.Resource = model.Resource{Name: "CPU"}
	loop.ID, loop.PCMID, loop.Name, loop.Kind, loop.Body = "items", "items", "items", model.Loop, "body"
	return []model.Element{demand, loop}
}

func (plan) Steps(string) []model.Step {
	return []model.Step{
		{ID: "compute", Name: "compute", Kind: model.StepInternal},
		{ID: "items", Name: "items", Kind: model.StepLoop, Inner: []model.Behaviour{{ID: "body", Steps: []model.Step{{ID: "item", Kind: model.StepInternal}}}}},
	}
}

// What a language, a model and a tool of somebody else need is that they are registered.
func TestAnotherLanguageAndAnotherModelOnlyHaveToBeRegistered(t *testing.T) {
	language.Languages.Register("toy", toy{})
	adapter.Adapters.Register("plan", plan{})
	measure.Tools.Register("toy", measure.ToolKind{Doc: "toys", New: func(measure.ToolOptions) measure.Tool { return nil }, Suffixes: toy{}.Suffixes()})
	dir := need.Folder(t, map[string]string{"shop.plan": "a plan", "src/Shop.toy": "work n\ncompute\nloop n\n item\n"})
	cfg := run.Config{
		Project: dir, Model: filepath.Join(dir, "shop.plan"), Sources: []string{filepath.Join(dir, "src")},
		Launch: []measure.Launch{{Name: "once", Command: []string{"shop"}}}, Measure: run.Measure{Tool: "toy"},
	}
	found, err := ProposeLinks(cfg)
	if err != nil || len(found.Links) == 0 {
		t.Fatalf("links %+v, not found %+v, problems %+v, %v", found.Links, found.Unmatched, found.Problems, err)
	}
	if err := found.Save(func(int) bool { return true }); err != nil {
		t.Fatal(err)
	}
	cfg.Links = found.File
	p, err := Prepare(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Ready(); err != nil || len(p.Chosen) != 2 {
		t.Errorf("%d elements are measured, %v; %+v", len(p.Chosen), err, p.Problems)
	}
	if _, err := NewTool(cfg, dir, io.Discard, nil); err != nil {
		t.Error(err)
	}
}
