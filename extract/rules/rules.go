// Package rules decides what of a program is what in its model: which classes are a component, which methods its
// services, which implementation stands behind an interface, and what of a method's body becomes an action. Every
// decision has a default and can be taken by a person instead (Choices). docs/extracting.md gives the rules and their
// reasons.
package rules

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"beagle/extract/attribution"
	"beagle/extract/structure"
	"beagle/model"
)

// Input is what the rules are applied to.
type Input struct {
	Program *attribution.Program // what javac said
	Own     int                  // files from here on were generated
	Module  func(int) string     // the module of a file
	Name    string               // of the model
	Choices Choices              // what a person decided before; the zero value: nothing
	Before  []Former             // components of the extraction before, whose ids stay
	Seen    *Seen                // what launches did; nil: none was tried

	// Candidates asks for the model that a trial measures.
	Candidates bool
}

// Result is a model to be written, and what was decided on the way.
type Result struct {
	Model      *structure.Model // what is to be written
	Rule       string           // that made the components
	Components []*Component     // with their classes, in the order of the model
	Decisions  []Decision       // choices that the source leaves open
	Problems   []model.Problem  // what a person should know
	Circles    int              // calls that are left out since they lead back to a service that runs
	Guessed    bool             // what is entered from outside was guessed: what nobody calls
	Beside     int              // statements whose work beside an external call is in no action

	// Back are calls that are left out since they lead back, by the SEFFs of caller and callee.
	Back map[[2]string]bool
}

// Decision is a choice that the source leaves open, with what was taken.
type Decision struct {
	Kind   string   `json:"kind"`   // binding
	For    string   `json:"for"`    // the interface
	Taken  string   `json:"taken"`  // class that was taken
	Others []string `json:"others"` // classes that could have been taken
}

// Apply makes a model of a program.
func Apply(ctx context.Context, in Input) (*Result, error) {
	a := newProgram(in.Program, in.Own, in.Module, in.Choices)
	d, problems, err := (divider{a}).divide()
	if err != nil {
		return nil, err
	}
	if len(d.components) == 0 {
		return nil, model.Problem{
			Severity: model.Error, Rule: "no-components", Message: "no class of the program does anything that a component could be made of",
			Hint: "name components in beagle.yaml: extract: {components: {Name: demo.store.*}}",
		}
	}
	adopt(d.components, in.Before, in.Program)
	made := &structure.Model{ID: structure.NewID("repository", in.Name), Name: in.Name}
	parts := in.Seen.parts()
	m := &maker{
		program: a, out: &Result{Rule: d.rule, Components: d.components, Problems: problems, Model: made, Back: map[[2]string]bool{}},
		offers: offers{
			program: a, division: d, model: made, types: dataTypes{program: a, division: d, model: made, known: map[string]*structure.DataType{}, told: map[string]int{}},
			interfaces: map[string]*structure.Interface{}, operations: map[string]*structure.Operation{},
			parts: map[*Component]*structure.Component{}, provided: map[*Component]map[*structure.Operation]*structure.Service{}, entries: map[entry]bool{},
			inside: setOf(parts.Inside), alone: setOf(parts.Alone), whole: setOf(parts.Whole),
		},
		said: map[string]bool{}, seen: in.Seen.byCaller(), candidates: in.Candidates,
	}
	if err := m.make(ctx); err != nil {
		return nil, err
	}
	beside := map[*attribution.Node]bool{} // each once
	for _, n := range m.beside {
		beside[n] = true
	}
	m.out.Beside = len(beside)
	slices.SortStableFunc(m.out.Problems, func(a, b model.Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return m.out, nil
}

type maker struct {
	*program
	offers
	out    *Result
	said   map[string]bool // findings that are said once
	seen   seenCalls
	beside []*attribution.Node // statements whose work beside an external call is in no action, as they came

	candidates bool // each service is one internal action, for a trial
}

// offers are the interfaces of a model, and which components provide which of their operations.
type offers struct {
	program    *program
	division   *division
	model      *structure.Model
	types      dataTypes
	interfaces map[string]*structure.Interface     // by name of the declaring type
	operations map[string]*structure.Operation     // by key of the declaring method
	parts      map[*Component]*structure.Component // of the model
	provided   map[*Component]map[*structure.Operation]*structure.Service
	entries    map[entry]bool
	apart      map[*attribution.Method]bool // services of their own, of several implementations in a component
	inside     map[string]bool              // SEFFs that are none: a trial has left them to their callers
	alone      map[string]bool              // SEFFs that are services of those who enter them: of their callers they are a part
	whole      map[string]bool              // SEFFs that are one action with all that they call
}

type entry struct {
	component *Component
	operation *structure.Operation
}

// make makes the model in the order in which parts need each other: components, their services and interfaces, then
// behaviours, which call services.
func (m *maker) make(ctx context.Context) error {
	for _, c := range m.division.components {
		part := &structure.Component{ID: structure.NewID("component", c.Key), Name: c.Name}
		m.parts[c] = part
		m.model.Components = append(m.model.Components, part)
	}
	m.apart = m.tellApart()
	m.services()
	m.complete()
	start := m.start()
	if err := m.bodies(ctx); err != nil {
		return err
	}
	if said := len(m.out.Problems); m.acyclic() {
		circles := slices.Clone(m.out.Problems[said:])
		m.startAgain(start)
		for _, p := range circles {
			m.file(p)
		}
		if err := m.bodies(ctx); err != nil {
			return err
		}
		m.acyclic()
	}
	m.notable()
	m.unimplemented()
	m.tidy()
	return nil
}

func (m *maker) bodies(ctx context.Context) error {
	for _, c := range m.division.components {
		if err := ctx.Err(); err != nil {
			return err
		}
		m.behaviours(c)
	}
	if !m.candidates {
		openAsSeen(m)
		m.asSeen()
	}
	for _, c := range m.model.Components {
		for _, s := range c.Services {
			identify(s)
		}
	}
	return nil
}

func (m *maker) say(severity model.Severity, rule string, t *attribution.Type, line int, message, hint string) {
	p := model.Problem{Severity: severity, Rule: rule, Message: message, Hint: hint, Line: line}
	if t != nil {
		p.File = filepath.FromSlash(m.Files[t.File].Path)
	}
	m.file(p)
}

func (m *maker) file(p model.Problem) {
	if key := p.Rule + p.Message + p.File; !m.said[key] {
		m.said[key] = true
		m.out.Problems = append(m.out.Problems, p)
	}
}

func (m *maker) notable() {
	for _, t := range m.Types {
		if m.division.of[t.Name] == nil {
			continue
		}
		for _, method := range t.Methods {
			attribution.Walk(method.Body, func(n *attribution.Node) {
				if n.Kind != attribution.Notable {
					return
				}
				rule, what, hint := "threads", "hands work to other threads", "what runs there is no part of this service in the model; measured demands say so, too"
				if isReflection(n.Method) {
					rule, what, hint = "reflection", "calls by reflection", "what is called so is not known from the source; it stays in an internal action"
				}
				m.say(model.Warning, rule, t, n.Line, fmt.Sprintf("%s.%s %s (%s)", t.Simple(), method.Name, what, n.Method), hint)
			})
		}
	}
}

// tidy leaves out what nobody needs, and puts the rest in order.
func (m *maker) tidy() {
	m.model.Components = slices.DeleteFunc(m.model.Components, func(c *structure.Component) bool { return len(c.Services) == 0 && len(c.Requires) == 0 })
	slices.SortFunc(m.model.Interfaces, func(a, b *structure.Interface) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(m.model.Components, func(a, b *structure.Component) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	for _, c := range m.model.Components {
		slices.SortFunc(c.Services, func(a, b *structure.Service) int {
			return cmp.Or(cmp.Compare(a.Op.Interface.Name, b.Op.Interface.Name), cmp.Compare(a.Op.Key, b.Op.Key))
		})
		for _, r := range c.Requires {
			if serves := roleOf(r.Provider, r.Interface); serves != nil {
				m.model.Connectors = append(m.model.Connectors, structure.Connector{From: c, To: r.Provider, Required: r, Serves: serves})
			}
		}
	}
	slices.SortFunc(m.model.Types, func(a, b *structure.DataType) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
}

func roleOf(c *structure.Component, i *structure.Interface) *structure.Role {
	for _, r := range c.Provides {
		if r.Interface == i {
			return r
		}
	}
	return nil
}
