// Package project is what is known of an analysis before anything is measured: the model with its elements, their
// places in the sources, what was chosen, and the order for the measurement tool. "beagle check" says it, the wizard
// shows it, a run begins with it.
package project

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"beagle/derive"
	"beagle/internal/hash"
	"beagle/measure"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

// Project is what is known of an analysis before anything is measured: what "beagle check" says and the wizard shows.
type Project struct {
	Config   run.Config      // as it was checked
	Elements []model.Element // every measurable element, in model order, with its sections where it is linked
	Chosen   []model.Element // those that will be measured
	Services []model.Service // the SEFFs
	Entries  model.Entries   // linked entries of services, by SEFF id
	Order    measure.Order   // what the measurement tool will be asked for
	Problems []model.Problem // in the order in which they were found
	Model    string          // SHA-256 of the model file as it was read
}

// Prepare reads model, links and sources, chooses the elements, and plans the measurement. It changes nothing. Errors
// stop an analysis and are of type model.Problem; everything that an analysis can live with is in Problems.
func Prepare(cfg run.Config) (*Project, error) {
	m, err := adapter.Read(cfg.Model)
	if err != nil {
		return nil, err
	}
	if cfg.Launch, err = launches(&cfg); err != nil {
		return nil, err
	}
	own, err := derive.Parse(cfg.Derive)
	if err != nil {
		return nil, err
	}
	if _, err := Fitness(cfg.Fitness); err != nil {
		return nil, err
	}
	p := &Project{Config: cfg, Services: m.Services(), Problems: slices.Clone(m.Problems()), Model: hash.Digest(m.Bytes())}
	if err := p.attach(m); err != nil {
		return nil, err
	}
	p.ours()
	if err := derive.Known(own, p.Elements); err != nil {
		return nil, err
	}
	p.choose(cfg.Select)
	if cfg.Recorded() {
		return p, p.recorded()
	}
	var problems []model.Problem
	p.Order, problems = measure.NewOrder(p.Chosen, p.Entries)
	p.Problems = append(p.Problems, problems...)
	return p, nil
}

// Ready is nil where the analysis can start, else the problem that keeps it from starting.
func (p *Project) Ready() error {
	problem := model.Problem{Severity: model.Error, File: p.Config.Model}
	chosen := cmp.Or(p.Config.Measure.Tool, measure.DefaultTool)
	switch {
	case len(p.Elements) == 0:
		problem.Rule, problem.Message = "no-elements", "the model has nothing that can be measured"
		problem.Hint = "it needs SEFFs with internal actions, loops, branches or external calls"
	case len(p.Chosen) == 0 && p.Config.Select.Unlearnt && slices.ContainsFunc(p.Elements, func(e model.Element) bool { return e.Linked() }):
		problem.Rule, problem.Message = "all-learnt", "all that was selected has a value of its own already"
		problem.Hint = "leave out select.unlearnt to measure it again"
	case len(p.Chosen) == 0 && empty(&p.Config.Select):
		return p.unlinked(problem)
	case len(p.Chosen) == 0:
		problem.Rule, problem.Message = "empty-selection", "nothing of what was selected can be measured"
		problem.Hint = "select elements that have a link; beagle check lists them"
	case len(p.Config.Launch) == 0 && !p.Config.Recorded():
		problem.Rule, problem.File, problem.Message = "no-launch", "", "no launch configuration says how the program is started"
		problem.Hint = "add one under launch: in beagle.yaml, or in the wizard"
	case p.Tool(chosen) != chosen:
		problem.Rule, problem.File = "tool", p.Order.Sections[0].Code.File
		problem.Message = "the measurement tool " + chosen + " does not measure such sources"
		problem.Hint = "set measure: {tool: " + p.Tool(chosen) + "} in beagle.yaml, or choose it in the wizard"
	case p.away() != "":
		return p.machine(problem)
	case withoutFolder(p.Config.Output):
		problem.Rule, problem.File = "no-folder", p.Config.Output.File
		problem.Message = "the model could not be written here: there is no folder " + filepath.Dir(p.Config.Output.File)
		problem.Hint = "make that folder, or name another file (out: in beagle.yaml, or --out)"
	default:
		return nil
	}
	return problem
}

func (p *Project) away() string {
	kind, err := measure.Tools.Get(cmp.Or(p.Config.Measure.Tool, measure.DefaultTool))
	able := err != nil || kind.Elsewhere && p.Config.Measure.Probe != "kieker" // an unknown tool has a message of its own
	for i := range p.Config.Launch {
		if l := &p.Config.Launch[i]; l.Machine != "" && !(able && p.Config.NATS.URL != "") {
			return l.Where()
		}
	}
	return ""
}

func (p *Project) machine(problem model.Problem) error {
	problem.Rule, problem.File = "machine", ""
	problem.Message = "launch " + p.away() + ": no server is given over which workers there could be asked"
	problem.Hint = "start beagle hub, on that machine beagle worker --launch LABEL, and give the hub's address with --nats; or remove machine: from the launch"
	if p.Config.NATS.URL != "" {
		problem.Message = "launch " + p.away() + ": only Beagle's own probes of Java programs can record on another machine"
		problem.Hint = "set measure: {tool: " + measure.DefaultTool + ", probe: builtin}, or remove machine: from the launch"
	}
	return problem
}

// withoutFolder reports whether the folder of the file that is to be written is
// missing. Said before hours of measuring, not after them.
func withoutFolder(o run.Output) bool {
	if o.File == "" || o.InPlace || o.DryRun {
		return false
	}
	_, err := os.Stat(filepath.Dir(o.File))
	return errors.Is(err, fs.ErrNotExist)
}

func (p *Project) unlinked(problem model.Problem) model.Problem {
	problem.Rule, problem.Message = "no-links", "no element of the model is linked to the source"
	problem.Hint = linkHint(&p.Config)
	if p.Config.Links == "" {
		return problem
	}
	for _, found := range p.Problems {
		if found.File == p.Config.Links {
			problem.File, problem.Line = found.File, found.Line
			problem.Message += "; first, " + found.Message
			problem.Hint = found.Hint + "; beagle check lists all problems of the links"
			break
		}
	}
	return problem
}

// Unlinked reports whether the model has no links at all, so that proposing
// some would help: no file of links, and no positions in its names.
func (p *Project) Unlinked() bool {
	return p.Config.Links == "" && !p.Config.Recorded() && len(p.Config.Sources) > 0 && len(p.Elements) > 0 &&
		!slices.ContainsFunc(p.Elements, func(e model.Element) bool { return e.Linked() })
}

func (p *Project) warn(rule, file, message, hint string) {
	p.Problems = append(p.Problems, model.Problem{Severity: model.Warning, Rule: rule, File: file, Message: message, Hint: hint})
}
