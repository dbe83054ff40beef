package pcm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/model/adapter"

	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/stoex"
)

// ChangeFor makes the change that gives an element, the only element of an action, or one transition of a branch a new
// value. A branch takes its transitions' values separated by ";"; where it has two, one is enough.
func (r *Repository) ChangeFor(id, value string) (adapter.Change, error) {
	if t := r.targets[model.ElementID(id)]; t != nil {
		return r.changeOf(*r.element(t), value)
	}
	var found []model.Element
	for _, e := range r.elements {
		if e.PCMID == id || e.Body == id && id != "" {
			found = append(found, e)
		}
		for i, o := range e.Branches {
			if o.ID == id || o.Behaviour == id && id != "" {
				return r.changeOfTransition(e, i, value)
			}
		}
	}
	switch len(found) {
	case 0:
		return adapter.Change{}, model.Problem{
			Severity: model.Error, Rule: "set", File: r.path, Message: "the model has no measurable element " + safe.Clip(id),
			Hint: "beagle pcm list shows all elements and their ids",
		}
	case 1:
		return r.changeOf(found[0], value)
	}
	names := make([]string, len(found))
	for i, e := range found {
		names[i] = string(e.ID)
	}
	return adapter.Change{}, r.refuse(found[0], "the id stands for several values", "name one of "+strings.Join(names, ", "))
}

func (r *Repository) changeOf(e model.Element, value string) (adapter.Change, error) {
	if e.Kind != model.Branch {
		return adapter.Change{Element: e, Expression: value}, nil
	}
	values := splitValues(value)
	if len(values) == 1 && len(e.Branches) == 2 {
		values = append(values, complement(values[0]))
	}
	if len(values) != len(e.Branches) {
		return adapter.Change{}, r.refuse(e, fmt.Sprintf("the branch has %d transitions, and %d values are given", len(e.Branches), len(values)),
			"separate the values by \";\", in the order of the transitions")
	}
	c := adapter.Change{Element: e}
	for i, o := range e.Branches {
		c.Transitions = append(c.Transitions, transitionChange(o.ID, values[i]))
	}
	return c, nil
}

func (r *Repository) changeOfTransition(e model.Element, at int, value string) (adapter.Change, error) {
	c := adapter.Change{Element: e}
	for i, o := range e.Branches {
		switch {
		case i == at:
			c.Transitions = append(c.Transitions, transitionChange(o.ID, value))
		case o.Guarded:
			c.Transitions = append(c.Transitions, adapter.Transition{ID: o.ID, Condition: o.Condition})
		default:
			p := o.Probability
			c.Transitions = append(c.Transitions, adapter.Transition{ID: o.ID, Probability: &p})
		}
	}
	return c, nil
}

func transitionChange(id, value string) adapter.Transition {
	if p, err := strconv.ParseFloat(value, 64); err == nil && !math.IsNaN(p) && !math.IsInf(p, 0) {
		return adapter.Transition{ID: id, Probability: &p}
	}
	return adapter.Transition{ID: id, Condition: value}
}

func complement(value string) string {
	if p, err := strconv.ParseFloat(value, 64); err == nil {
		return stoex.FormatDouble(math.Round((1-p)*1e12) / 1e12)
	}
	if x, err := stoex.Parse(value); err == nil {
		return stoex.Format(&stoex.Unary{Op: stoex.OpNot, X: x})
	}
	return value
}

func splitValues(text string) []string {
	var list []string
	depth, quote, from := 0, rune(0), 0
	for i, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		case r == ';' && depth == 0:
			list = append(list, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return append(list, strings.TrimSpace(text[from:]))
}

// CheckChange says what is wrong with the expressions of a change in their places: errors for what no simulator
// accepts.
func (r *Repository) CheckChange(c adapter.Change) []model.Problem {
	t := r.targets[c.Element.ID]
	if t == nil {
		return nil
	}
	scope := r.newCheck().scopeOf(t.owner, map[*xmi.Node]*scope{})
	var problems []model.Problem
	one := func(text string, place stoex.Place) {
		_, found := stoex.CheckIn(text, place, scope)
		for _, p := range found {
			if p.Rule == "stoex-variable" {
				p.Severity = model.Warning
			}
			p.Element, p.Name = c.Element.ID, safe.Clip(c.Element.Name)
			problems = append(problems, p)
		}
	}
	if c.Element.Kind != model.Branch {
		one(c.Expression, stoex.PlaceOf(*r.element(t)))
	}
	for _, transition := range c.Transitions {
		if transition.Condition != "" {
			one(transition.Condition, stoex.Guard)
		}
	}
	return problems
}

// Merge adds a change to others: two changes of transitions of one branch become one.
func Merge(changes []adapter.Change, c adapter.Change) []adapter.Change {
	for i := range changes {
		other := &changes[i]
		if other.Element.ID != c.Element.ID || c.Element.Kind != model.Branch {
			continue
		}
		for j, t := range c.Transitions {
			if o := c.Element.Branches[j]; t.Condition != o.Condition || t.Probability != nil && (o.Guarded || *t.Probability != o.Probability) {
				other.Transitions[j] = t
			}
		}
		return changes
	}
	return append(changes, c)
}
