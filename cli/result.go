package cli

import (
	"context"
	"time"

	"beagle/blackboard"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

// result is what "beagle run --output json" prints. Its names are a contract
// with other programs: add, never rename.
type result struct {
	Version  int             `json:"version"`
	Run      string          `json:"run"`
	State    run.State       `json:"state"`
	Reason   string          `json:"reason"`
	Model    string          `json:"model"`
	Written  string          `json:"written,omitempty"`
	Diff     string          `json:"diff,omitempty"` // with --dry-run: what would be written
	Times    times           `json:"times"`
	Elements []elementResult `json:"elements"`
	Services []serviceTotal  `json:"services,omitempty"` // demands that were foretold, summed over each service
	// Precision is what launches say of the demands, and what was on the machine.
	Precision *run.Precision  `json:"precision,omitempty"`
	Problems  []model.Problem `json:"problems"`
}

// times are in seconds. Elapsed is without pauses; measured, the part of it in
// which the measured program was running.
type times struct {
	Elapsed  run.Duration `json:"elapsed"`
	Measured run.Duration `json:"measured"`
	Paused   run.Duration `json:"paused"`
}

// elementResult is what was learnt of one element. The id is the one of the
// action in the model file; key tells apart what one action carries: a demand
// per resource, an argument per characterisation.
type elementResult struct {
	ID        string          `json:"id"`
	Key       model.ElementID `json:"key,omitempty"`
	Kind      model.Kind      `json:"kind"`
	Name      string          `json:"name"`
	Component string          `json:"component"`
	Service   string          `json:"service"`
	Resource  string          `json:"resource,omitempty"`
	Unit      string          `json:"unit,omitempty"`
	Parameter string          `json:"parameter,omitempty"` // of the called service, e.g. file.BYTESIZE
	Callee    string          `json:"callee,omitempty"`
	Samples   int64           `json:"samples"`
	Old       string          `json:"old,omitempty"`
	Final     *run.Proposed   `json:"final"` // null: no expression
	// Written is what the model gets in place of a final that it cannot say.
	Written   *run.Proposed  `json:"written,omitempty"`
	Proposals []run.Proposed `json:"proposals"`
	Noise     model.Figure   `json:"noise"`           // null: unknown
	Times     *run.Times     `json:"times,omitempty"` // demands: how they were taken, how launches differ
	Verdict   run.Trust      `json:"verdict"`         // trust, look, measure more, or not yet
	Notes     []string       `json:"notes,omitempty"`
	Warnings  []string       `json:"warnings"`
	// Foretold is how well the final expression foretells launches that did not
	// teach it: errors of single observations, totals in the unit.
	Foretold  *blackboard.Foretold `json:"foretold,omitempty"`
	Below     string               `json:"below,omitempty"`     // why it is not written unless a person says so
	Undecided string               `json:"undecided,omitempty"` // of the warnings: between what, and where to measure
	Evidence  []run.Evidence       `json:"evidence,omitempty"`  // of the first proposals, in their order
}

// newResult describes the outcome of a run.
func newResult(s run.Snapshot, written string) result {
	r := result{
		Version: 1, Run: s.Run, State: s.State, Reason: s.Reason, Model: shown(s.Model),
		Times:    times{s.Elapsed, s.Measured, s.Paused},
		Elements: make([]elementResult, 0, len(s.Elements)), Precision: s.Precision, Problems: s.Problems,
	}
	if written != "" {
		r.Written = shown(written)
	}
	if r.Problems == nil {
		r.Problems = []model.Problem{}
	}
	for i := range s.Elements {
		r.Elements = append(r.Elements, newElementResult(&s.Elements[i]))
	}
	r.Services = serviceTotals(s.Elements)
	return r
}

// serviceTotal is what the demands of one service on one resource took in launches
// that did not teach, modelled and measured, in seconds.
type serviceTotal struct {
	Component string       `json:"component"`
	Service   string       `json:"service"`
	Resource  string       `json:"resource,omitempty"`
	Elements  int          `json:"elements"` // demands that were foretold
	Modelled  float64      `json:"modelled"`
	Measured  float64      `json:"measured"`
	Total     model.Figure `json:"total"` // by how much the modelled one is beside the measured one, relative
}

func serviceTotals(elements []run.ElementState) (all []serviceTotal) {
	type key struct{ seff, resource string }
	at := map[key]int{}
	for i := range elements {
		e := &elements[i]
		if e.Kind != model.InternalAction || e.Foretold == nil {
			continue
		}
		k := key{e.SEFF, e.Resource.Name}
		place, known := at[k]
		if !known {
			place = len(all)
			at[k] = place
			all = append(all, serviceTotal{Component: e.Component, Service: e.Service, Resource: e.Resource.Name})
		}
		s := &all[place]
		s.Elements++
		s.Modelled, s.Measured = s.Modelled+e.Foretold.Modelled, s.Measured+e.Foretold.Measured
		s.Total = model.Figure(s.Modelled/s.Measured - 1)
	}
	return all
}

// examine adds how well the first proposals stand examination, element by
// element until the time is over: it is a help, and nobody should wait long.
func (r *result) examine(ctx context.Context, analysis run.Run) {
	const within = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for i := range r.Elements {
		if e := &r.Elements[i]; e.Final != nil && ctx.Err() == nil {
			if detail, err := analysis.Detail(ctx, e.Key); err == nil {
				e.Evidence = detail.Evidence
			}
		}
	}
}

func newElementResult(e *run.ElementState) elementResult {
	r := elementResult{
		ID: e.PCMID, Key: e.ID, Kind: e.Kind, Name: e.Name, Component: e.Component, Service: e.Service,
		Resource: e.Resource.Name, Callee: e.Callee, Samples: e.Samples, Old: e.Old, Final: e.Best, Noise: model.Figure(e.Noise),
		Proposals: append([]run.Proposed{}, e.Proposals...), Times: e.Times, Verdict: e.Trust(), Notes: e.Notes, Warnings: e.Warnings, Undecided: e.Undecided,
		Foretold: e.Foretold, Below: e.Below,
	}
	if r.ID == "" {
		r.ID = string(e.ID)
	}
	if e.Kind == model.InternalAction {
		r.Unit = "s"
	}
	if e.Argument.Name != "" {
		r.Parameter = e.Argument.String()
	}
	if at := run.Writable(e); at > 0 && e.Best != nil && e.Best.Unsayable != "" && e.Below == "" {
		r.Written = &e.Proposals[at]
	}
	if e.Noise < 0 {
		r.Noise = model.Unknown()
	}
	if r.Warnings == nil {
		r.Warnings = []string{}
	}
	return r
}

// proposedText is a proposal on one line.
func proposedText(p *run.Proposed) string {
	if p == nil {
		return "none"
	}
	text := p.StoEx
	for i, t := range p.Transitions {
		if i > 0 {
			text += "; "
		}
		text += transitionText(t)
	}
	if text == "" {
		text = "not sayable in StoEx: " + p.Unsayable
	}
	return safe.Line(text)
}

func transitionText(t run.ProposedBranch) string {
	name := t.Name
	if name == "" {
		name = t.ID
	}
	if t.Probability != nil {
		return name + ": " + percent(*t.Probability)
	}
	return name + ": " + t.Condition
}

// missing lists the elements that have no expression.
// left are the elements that keep their old value because of their quality.
func (r *result) left() []elementResult {
	var all []elementResult
	for _, e := range r.Elements {
		if e.Below != "" && e.Final != nil {
			all = append(all, e)
		}
	}
	return all
}

func (r *result) missing() []elementResult {
	var all []elementResult
	for _, e := range r.Elements {
		if e.Final == nil {
			all = append(all, e)
		}
	}
	return all
}
