package tui

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"beagle/run/project"

	"beagle/config"
	"beagle/links"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/tui/internal/fakerun"
	"beagle/tui/wizard"
)

// emptyProject is the options of a wizard on an empty folder. All elements have
// their source in testdata/Upload.java.
func emptyProject(t *testing.T) wizard.Options {
	t.Helper()
	dir := t.TempDir()
	elements := fakerun.Fileshare()
	for i := range elements {
		for j := range elements[i].Sections {
			elements[i].Sections[j] = model.Section{Unit: "demo.Upload", File: "testdata/Upload.java", First: 62, Last: 62}
		}
	}
	cfg, _ := config.Guess(dir, "")
	cfg.Model, cfg.Links = filepath.Join(dir, "model/fileshare.repository"), filepath.Join(dir, "model/links.xml")
	cfg.Sources, cfg.Build = []string{filepath.Join(dir, "src/main/java")}, []string{"mvn", "-q", "package"}
	cfg.Launch = []measure.Launch{{Name: "small files", Command: []string{"java", "demo.Main", "--files", "20"}, Repeat: 3}}
	return wizard.Options{
		Config:   cfg,
		Settings: config.Entries,
		Change:   config.Change,
		Prepare:  func(c run.Config) (*project.Project, error) { return prepare(c, elements) },
		Start:    func(run.Config) (run.Run, error) { return fakerun.New(elements), nil },
		Headless: headless,
		Save:     func(run.Config) error { return nil },
		TryLaunch: func(context.Context, run.Config, measure.Launch) (string, error) {
			return "exit code 0\nstored 20 files", nil
		},
		CanDetach: true,
	}
}

func headless(c run.Config) string {
	command := "beagle run beagle.yaml"
	for _, list := range [][]string{c.Select.Components, c.Select.Services, c.Select.Elements} {
		for _, name := range list {
			command += " --select " + name
		}
	}
	return command
}

// unlinked is a project whose model has no links until some are proposed and
// confirmed.
func unlinked(t *testing.T) wizard.Options {
	t.Helper()
	opt := emptyProject(t)
	opt.Config.Links = ""
	linked := opt.Prepare
	opt.Prepare = func(c run.Config) (*project.Project, error) {
		p, err := linked(c)
		if err == nil && c.Links == "" {
			p.Elements, p.Chosen, p.Problems = slices.Clone(p.Elements), nil, nil
			for i := range p.Elements {
				p.Elements[i].Sections, p.Elements[i].Branches = nil, slices.Clone(p.Elements[i].Branches)
				for j := range p.Elements[i].Branches {
					p.Elements[i].Branches[j].Section = nil
				}
			}
		}
		return p, err
	}
	at := func(line int) links.Point { return links.Point{Line: line, Offset: 62} }
	const why = "Upload.store has the name of the service"
	opt.ProposeLinks = func(run.Config) (*project.LinkProposal, error) {
		file := "testdata/Upload.java"
		return &project.LinkProposal{
			File: filepath.Join(opt.Config.Project, "model/fileshare.links.json"),
			Links: []project.Link{
				{Element: "_store", Kind: "service", Name: "Upload.store", Unit: "demo.Upload", Path: file, First: at(3), Last: at(3), Confidence: 0.95, Why: why},
				{Element: "_hash", Kind: "internal-action", Name: "computeHash", Unit: "demo.Upload", Path: file, First: at(5), Last: at(8), Confidence: 0.87, Why: "between its neighbours"},
				{Element: "_files", Kind: "loop", Name: "files", Unit: "demo.Upload", Path: file, First: at(5), Last: at(5), Confidence: 0.31, Why: "the only loop"},
			},
			Unmatched: []project.NotFound{
				{Element: "_delete", Kind: "service", Name: "Upload.delete", Service: "Upload.delete", Reason: "two methods fit it equally well", Candidates: []string{"demo.Upload.remove(String)", "demo.Upload.delete(int)"}, Whole: true},
				{Element: "_unlink", Kind: "internal-action", Name: "unlink", Service: "Upload.delete", Reason: "its service was not found", Whole: true},
			},
		}, nil
	}
	return opt
}

// prepare chooses as the engine does.
func prepare(c run.Config, elements []model.Element) (*project.Project, error) {
	if filepath.Base(c.Model) != "fileshare.repository" {
		return nil, model.Problem{Severity: model.Error, File: c.Model, Message: "no such file", Hint: "Correct the path."}
	}
	p := &project.Project{Config: c, Elements: elements}
	all := len(c.Select.Components)+len(c.Select.Services)+len(c.Select.Elements) == 0
	for i := range elements {
		e := &elements[i]
		named := all
		for _, name := range c.Select.Components {
			named = named || name == e.Component
		}
		for _, id := range c.Select.Elements {
			named = named || id == string(e.ID)
		}
		if named && e.Linked() {
			p.Chosen = append(p.Chosen, *e)
		}
		if !e.Linked() {
			p.Problems = append(p.Problems, model.Problem{Severity: model.Warning, Message: "no link leads to the source", Element: e.ID, Name: e.Name})
		}
	}
	return p, nil
}

var errBroken = errors.New("the engine is broken")
