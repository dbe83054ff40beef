// Package compare says what changed between two analyses of one program: the expressions and their numbers, what they
// say of the same inputs, and the measured times. Two snapshots with their details go in, a Comparison comes out: an
// outcome for each element of either, and notes on what makes the two hard to compare, such as another machine.
package compare

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"beagle/internal/quantity"
	"beagle/judge"
	"beagle/model"
	"beagle/run"
)

// Comparison is what changed from one analysis to a later one.
type Comparison struct {
	Version    int       `json:"version"`               // of the form of this document
	Before     string    `json:"before"`                // ids of the runs
	After      string    `json:"after"`                 // id of the later run
	By         float64   `json:"by"`                    // what grew by more than this share, and by more than chance, is worse
	Worse      int       `json:"worse"`                 // elements
	Better     int       `json:"better"`                // elements that take less
	Changed    int       `json:"changed"`               // to another form
	Elements   []Element `json:"elements"`              // of both runs; see Sorted for the order in which people want them
	OnlyBefore []string  `json:"only_before,omitempty"` // names of elements that the other run does not have
	OnlyAfter  []string  `json:"only_after,omitempty"`  // elements of the later run only
	Notes      []string  `json:"notes,omitempty"`       // what makes times hard to compare
}

// Outcome is what became of an element.
type Outcome string

// The outcomes.
const (
	Worse    Outcome = "worse"    // it costs, or does, more than before
	Better   Outcome = "better"   // less
	Same     Outcome = "same"     // as before, within the share and the scatter
	Unknown  Outcome = "unknown"  // it cannot be said
	Unlearnt Outcome = "unlearnt" // neither run has an expression
)

// Form is how the text of an expression changed.
type Form string

// The outcomes for forms.
const (
	Equal   Form = "equal"         // the same text
	Numbers Form = "other numbers" // the same form with other numbers
	Another Form = "another form"  // other operators or variables
	Lost    Form = "lost"          // there is none any more
	Found   Form = "found"         // there was none before
)

// Element is one element in both runs.
type Element struct {
	ID        model.ElementID `json:"id"`                 // of the element, the same in both runs
	Kind      model.Kind      `json:"kind"`               // what is measured of it
	Name      string          `json:"name"`               // entityName of the action
	Component string          `json:"component"`          // entityName of the component
	Service   string          `json:"service"`            // name of the described signature
	Resource  string          `json:"resource,omitempty"` // what is demanded, e.g. CPU; empty for other kinds

	Outcome      Outcome       `json:"outcome"`                // whether its cost rose, fell or stayed
	Why          string        `json:"why,omitempty"`          // how that was found, or why nothing can be said
	Form         Form          `json:"form,omitempty"`         // how the two expressions are related
	Before       Side          `json:"before"`                 // in the earlier run
	After        Side          `json:"after"`                  // in the later run
	Coefficients []Coefficient `json:"coefficients,omitempty"` // of the same form, in the order of the text
	// Cost is what the expressions say of the same inputs, Time what was measured, on average over whatever inputs
	// there were: after divided by before.
	Cost *Ratio `json:"cost,omitempty"`
	Time *Ratio `json:"time,omitempty"` // see Cost; nil: not both runs measured a time
	// Details are what was measured and learnt in the two runs, for pictures; empty where one has no expression.
	Details [2]run.Detail `json:"-"`
}

// Side is an element in one of the runs.
type Side struct {
	Expression string       `json:"expression,omitempty"`    // the final expression, as StoEx; empty: there is none
	Error      model.Figure `json:"relative_error"`          // median relative error of the expression on that run's measurements
	Verdict    run.Trust    `json:"verdict"`                 // how far the judge trusts it
	Samples    int64        `json:"samples"`                 // observations
	Launches   int          `json:"launches,omitempty"`      // launches that they come from
	Mean       *float64     `json:"mean,omitempty"`          // measured time of an execution in seconds
	HalfWidth  *float64     `json:"half_width_95,omitempty"` // of what launches say of it, relative
}

// Coefficient is a number of an expression before and after, with intervals of 90 %.
type Coefficient struct {
	Before run.Interval `json:"before"` // of the earlier run
	After  run.Interval `json:"after"`  // of the later run
	Apart  bool         `json:"apart"`  // the intervals have nothing in common
}

// Ratio is after divided by before.
type Ratio struct {
	Ratio    float64 `json:"ratio"`              // of the sums
	Smallest float64 `json:"smallest,omitempty"` // at one input
	Largest  float64 `json:"largest,omitempty"`  // at another one
	At       string  `json:"at,omitempty"`       // the input of the largest one
	Inputs   int     `json:"inputs,omitempty"`   // that were compared
	Chance   float64 `json:"chance,omitempty"`   // by how much it exceeds 1 by chance, in one of a hundred comparisons; 0: it is exact
}

type source struct {
	state  run.ElementState
	detail run.Detail
}

// Runs compares two runs; by is the share that is let pass.
func Runs(ctx context.Context, before, after run.Run, by float64) (*Comparison, error) {
	return between(ctx, before, after, by, func(r run.Run, e *run.ElementState) (run.Detail, error) {
		return r.Detail(ctx, e.ID, run.Aspect{})
	})
}

// between is Runs, with what is known of an element in a run from ask.
func between(ctx context.Context, before, after run.Run, by float64, ask func(run.Run, *run.ElementState) (run.Detail, error)) (*Comparison, error) {
	c := &Comparison{Version: 1, Before: before.ID(), After: after.ID(), By: by, Elements: []Element{}}
	old := map[model.ElementID]run.ElementState{}
	first := before.Snapshot().Elements
	for i := range first {
		old[first[i].ID] = first[i]
	}
	for _, now := range after.Snapshot().Elements {
		was, known := old[now.ID]
		if !known {
			c.OnlyAfter = append(c.OnlyAfter, title(&now.Element))
			continue
		}
		delete(old, now.ID)
		a, b := source{state: was}, source{state: now}
		if was.Best != nil && now.Best != nil {
			var err error
			if a.detail, err = ask(before, &was); err == nil {
				b.detail, err = ask(after, &now)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", title(&now.Element), err)
			}
		}
		e := element(&a, &b, by)
		switch e.Outcome {
		case Worse:
			c.Worse++
		case Better:
			c.Better++
		case Same, Unknown, Unlearnt:
		}
		if e.Form == Another || e.Form == Lost || e.Form == Found {
			c.Changed++
		}
		c.Elements = append(c.Elements, e)
	}
	for _, r := range []run.Run{before, after} {
		s := r.Snapshot()
		if p := s.Precision; p != nil && p.Busy > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("in %s the machine was %s: times may differ for that reason alone", r.ID(), p.Machine))
		}
	}
	for i := range first {
		if _, left := old[first[i].ID]; left {
			c.OnlyBefore = append(c.OnlyBefore, title(&first[i].Element))
		}
	}
	return c, ctx.Err()
}

func title(e *model.Element) string {
	return cmp.Or(e.Name, e.PCMID, string(e.ID)) + " in " + e.Component + "." + e.Service
}

func element(before, after *source, by float64) Element {
	now := &after.state
	e := Element{
		ID: now.ID, Kind: now.Kind, Name: cmp.Or(now.Name, now.PCMID), Component: now.Component, Service: now.Service, Resource: now.Resource.Name,
		Before: side(&before.state), After: side(now), Form: form(before.state.Best, now.Best),
		Details: [2]run.Detail{before.detail, after.detail},
	}
	if e.Form == Equal || e.Form == Numbers {
		e.Coefficients = coefficients(&before.detail, &after.detail)
	}
	if b, a := e.Before.Mean, e.After.Mean; b != nil && a != nil && *b > 0 {
		e.Time = &Ratio{Ratio: *a / *b}
	}
	if e.Cost = cost(before, after); e.Cost != nil && now.Kind.Noisy() {
		chance := math.Expm1(judge.Apart(math.Log1p(float64(before.state.HalfWidth)), math.Log1p(float64(now.HalfWidth))))
		if e.Cost.Chance = chance; !finite(chance) {
			e.Cost.Chance, e.Outcome, e.Why = 0, Unknown, "the mean cost is not known in one of the runs: measure more launches"
			return e
		}
	}
	e.Outcome, e.Why = outcome(&e, by)
	return e
}

func outcome(e *Element, by float64) (Outcome, string) {
	switch {
	case e.Before.Expression == "" && e.After.Expression == "":
		return Unlearnt, ""
	case e.Form == Lost:
		return Worse, "there was an expression, and there is none any more"
	case e.Form == Found:
		return Better, "there is an expression now"
	case e.Kind == model.Branch:
		return decided(e, by)
	case e.Form == Equal && e.Cost == nil:
		return Same, ""
	case e.Cost == nil:
		return Unknown, "the expressions cannot be compared: they have no inputs in common, or StoEx cannot say them"
	}
	more := e.Cost.Ratio - 1
	said := fmt.Sprintf("%s over the same inputs", times(e.Cost.Ratio))
	if e.Cost.Largest > e.Cost.Ratio*(1+by) {
		said += fmt.Sprintf(", %s at %s", times(e.Cost.Largest), e.Cost.At)
	}
	switch {
	case math.Abs(more) <= by:
		if e.Cost.Largest > 1+by {
			return Same, said
		}
		return Same, ""
	case math.Abs(math.Log(e.Cost.Ratio)) <= math.Log1p(e.Cost.Chance):
		return Same, said + fmt.Sprintf("; the two means are not known better than that (chance alone: %s)", quantity.Percent(e.Cost.Chance))
	case more > 0:
		return Worse, said
	}
	return Better, said
}

// decided compares decisions: another share is a change, neither worse nor better.
func decided(e *Element, by float64) (Outcome, string) {
	for _, c := range e.Coefficients {
		if c.Apart && math.Abs(c.After.Value-c.Before.Value) > by {
			return Unknown, fmt.Sprintf("taken in %s instead of %s of all executions", quantity.Percent(c.After.Value), quantity.Percent(c.Before.Value))
		}
	}
	if e.Form == Another {
		return Unknown, "it is decided by something else"
	}
	return Same, ""
}

func times(ratio float64) string { return fmt.Sprintf("%.3g times as much", ratio) }

func side(e *run.ElementState) Side {
	s := Side{Error: model.Unknown(), Verdict: e.Trust(), Samples: e.Samples, Expression: text(e.Best)}
	if e.Best != nil {
		s.Error = e.Best.Error
	}
	if t := e.Times; t != nil {
		s.Launches, s.HalfWidth = t.Launches, t.HalfWidth
		if mean := cmp.Or(t.CPU, &t.Wall); *mean > 0 {
			s.Mean = mean
		}
	}
	return s
}

// coefficients are the numbers of both expressions, where there are as many.
func coefficients(before, after *run.Detail) (all []Coefficient) {
	if len(before.Evidence) == 0 || len(after.Evidence) == 0 {
		return nil
	}
	a, b := intervals(&before.Evidence[0]), intervals(&after.Evidence[0])
	if len(a) != len(b) {
		return nil
	}
	for i := range a {
		all = append(all, Coefficient{a[i], b[i], a[i].High < b[i].Low || b[i].High < a[i].Low})
	}
	return all
}

func intervals(x *run.Evidence) []run.Interval {
	if len(x.Transitions) == 0 {
		return x.Intervals
	}
	sum := 0.0
	for _, t := range x.Transitions {
		sum += t.Taken
	}
	shares := make([]run.Interval, 0, len(x.Transitions))
	for _, t := range x.Transitions {
		shares = append(shares, run.Interval{Value: t.Taken / max(sum, 1), Low: t.Low, High: t.High})
	}
	return shares
}

// Sorted are the elements as people want to see them: what got worse first, then what got better or changed, then the
// rest in the order of the model.
func (c *Comparison) Sorted() []Element {
	rank := func(e *Element) int {
		switch {
		case e.Outcome == Worse:
			return 0
		case e.Outcome == Better:
			return 1
		case e.Outcome == Unknown || e.Form == Another:
			return 2
		case e.Outcome == Unlearnt:
			return 4
		}
		return 3
	}
	all := slices.Clone(c.Elements)
	slices.SortStableFunc(all, func(a, b Element) int { return rank(&a) - rank(&b) })
	return all
}
