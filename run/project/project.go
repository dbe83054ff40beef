// Package project is what is known of an analysis before anything is measured: the model with its elements, their
// places in the sources, what was chosen, and the order for the measurement tool.
package project

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"beagle/derive"
	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/measure/recorded"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
	"beagle/traces/kieker"
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

// Prepare reads model, links and sources, chooses the elements, and plans the measurement.
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

// withoutFolder reports whether the folder of the file that is to be written is missing.
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

// Unlinked reports whether the model has no links at all, so that proposing some would help: no file of links.
func (p *Project) Unlinked() bool {
	return p.Config.Links == "" && !p.Config.Recorded() && len(p.Config.Sources) > 0 && len(p.Elements) > 0 &&
		!slices.ContainsFunc(p.Elements, func(e model.Element) bool { return e.Linked() })
}

func (p *Project) warn(rule, file, message, hint string) {
	p.Problems = append(p.Problems, model.Problem{Severity: model.Warning, Rule: rule, File: file, Message: message, Hint: hint})
}

// Logs says what is learnt from which logs.
func (p *Project) Logs() (recorded.Source, error) {
	from := recorded.Source{Paths: p.Config.Measure.Logs, Elements: p.Chosen, Entries: p.Entries, Model: p.Elements, Schemas: kieker.NewSchemas(), ByName: p.Config.Links == run.LinksByName}
	if err := kieker.AddIRL(from.Schemas, p.Config.Measure.RecordTypes...); err != nil {
		return from, fmt.Errorf("the record types (measure.irl, --irl): %w", err)
	}
	return from, nil
}

// recorded completes a project that learns from logs.
func (p *Project) recorded() error {
	for _, path := range p.Config.Measure.Logs {
		if _, err := os.Stat(path); err != nil {
			return model.Problem{
				Severity: model.Error, Rule: "logs", File: path, Message: "the recorded log does not exist or cannot be read",
				Hint: "correct measure.logs in beagle.yaml, or --logs",
			}
		}
	}
	kept := p.Problems[:0]
	for _, problem := range p.Problems {
		if problem.Rule != "links-missing" { // says that an element is not measured
			kept = append(kept, problem)
		}
	}
	p.Problems = kept
	_, err := p.Logs() // what is wrong with the record types is said before anything is read
	return err
}

// NewTool makes the tool that the configuration asks for; elsewhere runs launches on other machines, nil where that
// is not wanted. It is a variable so that tests need no Java.
var NewTool = func(cfg run.Config, work string, log io.Writer, elsewhere launch.Elsewhere) (measure.Tool, error) {
	kind, err := measure.Tools.Get(cmp.Or(cfg.Measure.Tool, measure.DefaultTool))
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "tool", Message: "measure.tool: " + err.Error(), Hint: "beagle tools lists them"}
	}
	return kind.New(measure.ToolOptions{
		Project: cfg.Project, Sources: cfg.Sources, Build: cfg.Build, Probe: cfg.Measure.Probe, Clock: cfg.Measure.Clock,
		WorkDir: work, Kieker: cfg.Measure.Kieker, Log: log, Delivery: Delivery(&cfg), Launches: cfg.Launch, Elsewhere: elsewhere,
	}), nil
}

// Delivery is how probes get into the program, where somebody chose; else empty.
func Delivery(c *run.Config) string {
	if c.Measure.Delivery == "auto" {
		return ""
	}
	return c.Measure.Delivery
}

// Tool is the id of the measurement tool that the linked sources ask for: the one that was chosen, unless that
// measures none of them and another one does.
func (p *Project) Tool(id string) string {
	chosen, err := measure.Tools.Get(id)
	if err != nil || chosen.Suffixes == nil || len(p.Order.Sections) == 0 || p.measuredBy(chosen) {
		return id
	}
	for _, other := range measure.Tools.IDs() {
		if kind, err := measure.Tools.Get(other); err == nil && p.measuredBy(kind) {
			return other
		}
	}
	return id
}

func (p *Project) measuredBy(kind measure.ToolKind) bool {
	return slices.ContainsFunc(p.Order.Sections, func(s measure.Section) bool { return kind.Measures(s.Code.File) })
}

// Fitness reads the user's own measure.
func Fitness(text string) (*judge.Formula, error) {
	formula, err := judge.ParseFormula(text)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "fitness", Message: err.Error(), Hint: "correct judge.fitness in beagle.yaml"}
	}
	return formula, nil
}

const mostSide = 64 << 20

// ours marks the elements whose present values are measured means that Beagle wrote.
func (p *Project) ours() {
	content, err := safe.ReadFile(p.Config.Model+run.SideFile, mostSide)
	if err != nil {
		return // nobody wrote anything, or nobody knows
	}
	var side struct {
		Elements []struct {
			ID          string               `json:"id"`
			Kind        string               `json:"kind"`
			StoEx       string               `json:"stoex"`
			Transitions []run.ProposedBranch `json:"transitions"`
			By          string               `json:"by"`
		} `json:"elements"`
	}
	if json.Unmarshal(content, &side) != nil {
		return
	}
	written := map[string]bool{}
	for _, e := range side.Elements {
		if e.By == run.ByMean {
			written[e.Kind+" "+e.ID+" "+e.StoEx+shares(e.Transitions)] = true
		}
	}
	for i := range p.Elements {
		e := &p.Elements[i]
		var present []run.ProposedBranch
		text := e.Old
		if e.Kind == model.Branch {
			text = ""
			for _, o := range e.Branches {
				present = append(present, run.ProposedBranch{Condition: o.Condition, Probability: &o.Probability})
			}
		}
		e.Mean = written[e.Kind.String()+" "+e.PCMID+" "+text+shares(present)]
	}
}

func (p *Project) asWritten() bool {
	content, err := safe.ReadFile(p.Config.Model+run.SideFile, mostSide)
	if err != nil {
		return false
	}
	var side struct {
		Written string `json:"written_sha256"`
	}
	return json.Unmarshal(content, &side) == nil && side.Written == p.Model
}

func shares(transitions []run.ProposedBranch) (text string) {
	for _, t := range transitions {
		if t.Condition != "" || t.Probability == nil {
			return "guarded"
		}
		text += strconv.FormatFloat(*t.Probability, 'g', 9, 64) + ";"
	}
	return text
}
