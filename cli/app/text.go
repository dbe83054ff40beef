package app

import (
	"cmp"
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

// Title names an element for people: by its id where the model gives no name.
func (e *Element) Title() string {
	name := cmp.Or(strings.TrimSpace(e.Name), e.Callee, e.ID)
	switch e.Kind {
	case model.InternalAction:
		return fmt.Sprintf("internal action %s, demand of %s in %s", name, e.Resource, e.Unit)
	case model.CallParameter:
		return fmt.Sprintf("call %s, argument %s", name, e.Parameter)
	default:
		return fmt.Sprintf("%s %s", e.Kind, name)
	}
}

// Quality says how good the final expression is.
func (e *Element) Quality() string {
	parts := []string{"error " + quantity.Percent(float64(e.Final.Error))}
	if len(e.Evidence) > 0 && (e.Final.Error > 0 || e.Evidence[0].Frequent != nil) {
		if x := e.Evidence[0].Frequent; x != nil && x.Training != nil {
			parts = append(parts, quantity.Percent(*x.Training)+" by always saying the most frequent")
		}
		if x := e.Evidence[0].Validation; x != nil {
			parts = append(parts, quantity.Percent(*x)+" on inputs left out")
		}
		if x := e.Evidence[0].Extrapolation; x != nil {
			parts = append(parts, quantity.Percent(*x)+" on the largest fifth from the rest")
		}
	}
	if e.Kind.Noisy() && e.Noise >= 0 {
		parts = append(parts, "noise "+quantity.Percent(float64(e.Noise)))
	}
	parts = append(parts, run.Sampled(e.Samples, e.Records), "by "+e.Final.Analyser)
	if len(e.Evidence) > 0 && e.Evidence[0].Against != "" {
		parts = append(parts, e.Evidence[0].Against)
	}
	return strings.Join(parts, ", ")
}

// Proposal is a proposal on one line.
func Proposal(p *run.Proposed) string {
	if p == nil {
		return "none"
	}
	text := p.StoEx
	for i, t := range p.Transitions {
		if i > 0 {
			text += "; "
		}
		text += Transition(t)
	}
	if text == "" {
		text = "not sayable in StoEx: " + p.Unsayable
	}
	return safe.Line(text)
}

// Transition is a transition on one line, with its condition or probability.
func Transition(t run.ProposedBranch) string {
	name := t.Name
	if name == "" {
		name = t.ID
	}
	if t.Probability != nil {
		return name + ": " + quantity.Percent(*t.Probability)
	}
	return name + ": " + t.Condition
}
