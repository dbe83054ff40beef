package campaign

import (
	"encoding/json"
	"maps"
	"slices"

	"beagle/blackboard"
	"beagle/internal/hash"
	"beagle/measure"
	"beagle/measure/parser"
	"beagle/model"
)

type program struct {
	measure.Preparation
	order   measure.Order
	key     string // of the order that it was prepared for, see digest
	parser  *parser.Parser
	wanted  []model.Element          // that it was prepared for, parallel to the parser's elements
	reached map[model.ElementID]bool // of these, observed in any launch
	drives  []string                 // services that launches drive, by SEFF
	driven  map[model.ElementID]bool // demands whose driver was launched: whether it observed them
	classes map[model.ElementID]bool // branches between implementations, of which drivers do not say how often each runs
}

func newProgram(prepared measure.Preparation, key string, order measure.Order, wanted []model.Element, clock measure.Clock) *program {
	return &program{Preparation: prepared, order: order, key: key, parser: parser.New(order, wanted, clock), wanted: wanted, reached: map[model.ElementID]bool{}, driven: map[model.ElementID]bool{}, classes: map[model.ElementID]bool{}}
}

func (p *program) recall(m *memory) {
	known := memory{}
	if m != nil && m.Key == p.key {
		known = *m
	}
	p.parser.Recall(known.Parser)
	p.reached, p.driven = map[model.ElementID]bool{}, map[model.ElementID]bool{}
	maps.Copy(p.reached, known.Reached)
	maps.Copy(p.driven, known.Driven)
}

func (p *program) memory() *memory {
	return &memory{Key: p.key, Reached: p.reached, Driven: p.driven, Parser: p.parser.Memory()}
}

func (p *program) collect(l *measure.Launch, report measure.LaunchReport, at *State, view blackboard.MeasurementView) {
	p.parser.Flush()
	times, overheads := p.parser.Times(), p.parser.Overheads(report.Overheads)
	at.timed(times, overheads)
	results := p.parser.Results()
	brought := make(map[model.ElementID]bool, len(results))
	for _, r := range results {
		p.reached[r.Element], brought[r.Element] = true, true
	}
	left := p.leftToDrivers(l, brought)
	for _, r := range results {
		switch {
		case left[r.Element]:
			at.leave(r.Element, r.Observations)
			continue
		case l.Drives != "" && p.classes[r.Element]:
			continue
		}
		view.AddResults(r.Element, r.Observations)
		view.Observed(r.Element, r.Missed)
	}
	view.Problem(p.parser.Problems()...)
	at.Memory = p.memory()
}

// leftToDrivers are the demands that a launch does not teach, since another one drives their service and has not
// shown that it brings nothing.
func (p *program) leftToDrivers(l *measure.Launch, brought map[model.ElementID]bool) map[model.ElementID]bool {
	left := map[model.ElementID]bool{}
	for i := range p.wanted {
		e := &p.wanted[i]
		if e.Kind != model.InternalAction || !slices.Contains(p.drives, e.SEFF) {
			continue
		}
		observed, launched := p.driven[e.ID]
		if e.SEFF == l.Drives {
			p.driven[e.ID] = observed || brought[e.ID]
		} else {
			left[e.ID] = observed || !launched
		}
	}
	return left
}

func (p *program) endRound(at *State, view blackboard.MeasurementView) error {
	if at.RoundEvents == 0 && at.Failure != nil {
		if at.Round == 0 {
			why := *at.Failure
			why.Message = "no launch brought any measurement; " + why.Message
			return why
		}
		at.Over = true // what brought nothing is not tried again
	}
	view.Measured(view.ToMeasure()...)
	view.Problem(at.warnings(p.wanted)...)
	if at.Round == 0 {
		view.Problem(p.unreached(view)...)
	}
	return nil
}

func (p *program) unreached(view blackboard.MeasurementView) (problems []model.Problem) {
	for i := range p.wanted {
		e := &p.wanted[i]
		if why, _ := measure.Immeasurable(e); why != "" || p.reached[e.ID] || view.Observations(e.ID) > 0 {
			continue
		}
		problem := model.Problem{
			Severity: model.Warning, Rule: "unreached", Element: e.ID, Name: e.Name,
			Message: "no launch executed it, so nothing was measured", Hint: "add a launch configuration whose input reaches it",
		}
		executed := func(other model.Element) bool { return other.PCMID == e.PCMID && p.reached[other.ID] }
		if e.Kind == model.InternalAction && slices.ContainsFunc(p.wanted, executed) {
			problem.Message = "it was executed, but how long it waited is not known: there was no CPU time to tell waiting from computing"
			problem.Hint = "that is so of sections shorter than 50 µs, of virtual threads that java.lang is closed to, and with measure.clock: wall"
		}
		problems = append(problems, problem)
	}
	return problems
}

func (p *program) observed() map[model.ElementID]int64 {
	observed := make(map[model.ElementID]int64, len(p.wanted))
	for i, n := range p.parser.Samples() {
		observed[p.wanted[i].ID] = n
	}
	return observed
}

func toMeasure(view blackboard.MeasurementView) (wanted []model.Element) {
	ids := view.ToMeasure()
	for _, e := range view.Elements() {
		if slices.Contains(ids, e.ID) {
			wanted = append(wanted, e)
		}
	}
	return wanted
}

func digest(parts ...any) (string, error) {
	data, err := json.Marshal(parts)
	if err != nil {
		return "", err
	}
	return hash.Digest(data)[:16], nil
}
