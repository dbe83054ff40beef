package extract

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/quantity"
	"beagle/model"
)

// Judgement is what launches say of a model.
type Judgement struct {
	Seen     int             // pairs of services of two components, of which one called the other
	Modelled int             // of these, those that the model has
	Circles  int             // of these, those that are left out since they lead back to a service that runs
	Calls    float64         // executions of these calls
	Known    float64         // of these, those of calls that the model has
	Circling float64         // of these, those that are left out since they lead back
	Unused   int             // external calls of the model that no launch made
	Choices  rules.Choices   // how the model becomes as the launches were
	Corrects bool            // there are such choices
	Problems []model.Problem // differences that remain
}

type judge struct {
	r        *Result
	services map[string]*structure.Service
	owner    map[string]*structure.Component
	calls    structure.Calls
	did      *rules.Seen
	hidden   []rules.SeenCall // that the source does not show
	out      Judgement
}

// Judge compares the model with what launches did.
func (r *Result) Judge(launches []Launched) *Judgement {
	j := &judge{r: r, services: map[string]*structure.Service{}, owner: map[string]*structure.Component{}, calls: structure.CallsOf(r.Model), did: seen(launches)}
	j.out.Choices = rules.Choices{Bind: map[string]string{}}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			j.services[s.ID], j.owner[s.ID] = s, c
		}
	}
	for _, l := range launches {
		for _, e := range l.Did.Entries {
			j.entered(e.SEFF)
		}
	}
	made := map[[2]string]bool{}
	for _, c := range j.did.Calls {
		if a, b := j.owner[c.Outer], j.owner[c.Inner]; a != nil && b != nil && a != b {
			made[[2]string{c.Outer, c.Inner}] = true
			j.pair(c)
		}
	}
	j.tellHidden()
	for outer, callees := range j.calls {
		for inner := range callees {
			if !made[[2]string{outer, inner}] {
				j.out.Unused++
			}
		}
	}
	return &j.out
}

func seen(launches []Launched) *rules.Seen {
	s := &rules.Seen{Ran: map[string]float64{}}
	at := map[[2]string]int{}
	for _, l := range launches {
		for _, e := range l.Did.Entries {
			s.Ran[e.SEFF] += e.Count
		}
		for _, w := range l.Did.Ways {
			if s.Ways == nil {
				s.Ways = map[string]map[string]float64{}
			}
			if s.Ways[w.SEFF] == nil {
				s.Ways[w.SEFF] = map[string]float64{}
			}
			s.Ways[w.SEFF][w.Of] += w.Count
		}
		for _, n := range l.Did.Nested {
			s.Ran[n.Inner] += n.Count
			pair := [2]string{n.Outer, n.Inner}
			i, known := at[pair]
			if !known {
				i = len(s.Calls)
				at[pair] = i
				s.Calls = append(s.Calls, rules.SeenCall{Outer: n.Outer, Inner: n.Inner})
			}
			s.Calls[i].Count += n.Count
		}
	}
	slices.SortFunc(s.Calls, func(a, b rules.SeenCall) int {
		return cmp.Or(cmp.Compare(a.Outer, b.Outer), cmp.Compare(a.Inner, b.Inner))
	})
	return s
}

func (j *judge) name(seff string) string { return j.owner[seff].Name + "." + j.services[seff].Op.Name }

func (j *judge) entered(seff string) {
	s := j.services[seff]
	if s == nil || s.Entry && !j.r.input.Candidates || s.Class == "" {
		return
	}
	if name := s.Class + "." + s.Op.Name; !slices.Contains(j.out.Choices.Services, name) {
		j.out.Choices.Services = append(j.out.Choices.Services, name)
		j.out.Corrects = true
	}
}

func (j *judge) pair(c rules.SeenCall) {
	outer, inner := c.Outer, c.Inner
	j.out.Seen++
	j.out.Calls += c.Count
	ran := func(seff string) bool { return j.did.Ran[seff] > 0 }
	if j.calls.Lead(outer, inner, ran) {
		j.out.Modelled++
		j.out.Known += c.Count
		return
	}
	if j.r.back[[2]string{outer, inner}] { // told by the rules
		j.out.Circles++
		j.out.Circling += c.Count
		return
	}
	to := j.services[inner]
	for other, step := range j.calls[outer] {
		if step.Op != to.Op {
			continue
		}
		if !j.did.Called(outer, other) && j.alone(to) {
			j.out.Choices.Bind[j.r.Program.Methods[to.Op.Key].Type.Simple()] = to.Class
			j.out.Corrects = true
			return
		}
		j.say("binding-seen", outer, fmt.Sprintf("%s calls %s of both %s and %s; the model has the first", j.name(outer), to.Op.Name, j.owner[other].Name, j.owner[inner].Name),
			"bind what matters more: extract: {bind: {...}}, or make one component of both: extract: {components: {...}}")
		return
	}
	j.hidden = append(j.hidden, c)
}

// mostHidden are the calls that the source does not show which are told one by one.
const mostHidden = 8

func (j *judge) tellHidden() {
	const hint = "a library, a framework, reflection or what was handed in makes it: its time counts in the internal action around it"
	slices.SortStableFunc(j.hidden, func(a, b rules.SeenCall) int { return cmp.Compare(b.Count, a.Count) })
	rest := 0.0
	for i, c := range j.hidden {
		if i >= mostHidden {
			rest += c.Count
			continue
		}
		j.say("call-seen", c.Outer, fmt.Sprintf("%s was entered %.0f times while %s ran, and the model has no such call", j.name(c.Inner), c.Count, j.name(c.Outer)), hint)
	}
	if more := len(j.hidden) - mostHidden; more > 0 {
		j.out.Problems = append(j.out.Problems, model.Problem{
			Severity: model.Warning, Rule: "call-seen", Hint: hint,
			Message: fmt.Sprintf("%s more that launches made %.0f times (%s of all calls between components) are not in the model, either", quantity.Plural(more, "call", "calls"), rest, quantity.Percent(rest/j.out.Calls)),
		})
	}
}

// alone reports whether launches have shown one implementation only of what a service serves.
func (j *judge) alone(to *structure.Service) bool {
	return to.Class != "" && len(to.Ways) == 0 && !slices.ContainsFunc(j.did.Calls, func(c rules.SeenCall) bool {
		other := j.services[c.Inner]
		return other != nil && other.Op == to.Op && other.Class != to.Class
	})
}

func (j *judge) say(rule, seff, message, hint string) {
	p := model.Problem{Severity: model.Warning, Rule: rule, Message: message, Hint: hint}
	if l := j.services[seff].Link; l != nil {
		p.File, p.Line = l.Path, l.Line
	}
	j.out.Problems = append(j.out.Problems, p)
}

// With applies the rules again, with further choices and with what launches did: calls that the source leaves open,
// or that are too deep for a SEFF, become as launches made them.
func (r *Result) With(ctx context.Context, more rules.Choices, launches []Launched, parts rules.Parts) (*Result, error) {
	in := r.input
	in.Seen = seen(launches)
	in.Seen.Parts = parts
	in.Choices.Bind = map[string]string{}
	maps.Copy(in.Choices.Bind, r.input.Choices.Bind)
	maps.Copy(in.Choices.Bind, more.Bind)
	in.Choices = in.Choices.Enter(r.Guessed, more.Services...)
	in.Choices.By = r.Rule
	again := *r
	return &again, again.apply(ctx, in)
}
