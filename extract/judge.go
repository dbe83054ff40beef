package extract

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/measure/observed"
	"beagle/model"
)

// Judgement is what launches say of a model.
type Judgement struct {
	Seen     int             // pairs of services of two components, of which one called the other
	Modelled int             // of these, those that the model has
	Calls    float64         // executions of these calls
	Known    float64         // of these, those of calls that the model has
	Unused   int             // external calls of the model that no launch made
	Choices  rules.Choices   // how the model becomes as the launches were
	Corrects bool            // there are such choices
	Problems []model.Problem // differences that remain
}

// judge compares a model with what launches did.
type judge struct {
	r        *Result
	services map[string]*structure.Service
	owner    map[string]*structure.Component
	calls    map[string]map[string]*structure.Step // by SEFFs of caller and callee
	seen     map[string]bool                       // SEFFs that were entered
	out      Judgement
}

// Judge compares the model with what launches did.
func (r *Result) Judge(launches []Launched) *Judgement {
	j := &judge{r: r, services: map[string]*structure.Service{}, owner: map[string]*structure.Component{}, calls: map[string]map[string]*structure.Step{}, seen: map[string]bool{}}
	j.out.Choices = rules.Choices{Bind: map[string]string{}}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			j.services[s.ID], j.owner[s.ID] = s, c
		}
	}
	for id, s := range j.services {
		j.calls[id] = map[string]*structure.Step{}
		s.Body.Walk(func(step *structure.Step) {
			if step.Kind == structure.Call {
				for _, to := range step.Role.Provider.Services {
					if to.Op == step.Op {
						j.calls[id][to.ID] = step
					}
				}
			}
		})
	}
	pairs := map[[2]string]float64{}
	for _, l := range launches {
		for _, e := range l.Did.Entries {
			j.seen[e.SEFF] = true
			if e.Count > rare*inside(l.Did, e.SEFF) {
				j.entered(e.SEFF)
			}
		}
		for _, n := range l.Did.Nested {
			j.seen[n.Inner] = true
			if a, b := j.owner[n.Outer], j.owner[n.Inner]; a != nil && b != nil && a != b {
				pairs[[2]string{n.Outer, n.Inner}] += n.Count
			}
		}
	}
	for _, pair := range slices.SortedFunc(maps.Keys(pairs), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		j.pair(pair[0], pair[1], pairs)
	}
	for outer, callees := range j.calls {
		for inner := range callees {
			if pairs[[2]string{outer, inner}] == 0 {
				j.out.Unused++
			}
		}
	}
	return &j.out
}

// rare is the share of entries from outside up to which they may be executions whose
// caller the probes did not record.
const rare = 0.05

// inside is how often a service was entered inside others.
func inside(l *observed.Launch, seff string) (count float64) {
	for _, n := range l.Nested {
		if n.Inner == seff {
			count += n.Count
		}
	}
	return count
}

// name is Component.service, as people read it.
func (j *judge) name(seff string) string {
	return j.owner[seff].Name + "." + j.services[seff].Op.Name
}

// entered sees to it that what was entered from outside is an entrance.
func (j *judge) entered(seff string) {
	s := j.services[seff]
	if s == nil || s.Entry || s.Class == "" {
		return
	}
	if name := s.Class + "." + s.Op.Name; !slices.Contains(j.out.Choices.Services, name) {
		j.out.Choices.Services = append(j.out.Choices.Services, name)
		j.out.Corrects = true
	}
}

// pair judges calls of one service by another one.
func (j *judge) pair(outer, inner string, pairs map[[2]string]float64) {
	count := pairs[[2]string{outer, inner}]
	j.out.Seen++
	j.out.Calls += count
	if j.leads(outer, inner, map[string]bool{}) {
		j.out.Modelled++
		j.out.Known += count
		return
	}
	to := j.services[inner]
	for other, step := range j.calls[outer] {
		if step.Op != to.Op {
			continue
		}
		if pairs[[2]string{outer, other}] == 0 && to.Class != "" {
			j.out.Choices.Bind[j.r.Program.Methods[to.Op.Key].Type.Simple()] = to.Class
			j.out.Corrects = true
			return
		}
		j.say("binding-seen", outer, fmt.Sprintf("%s calls %s of both %s and %s; the model has the first", j.name(outer), to.Op.Name, j.owner[other].Name, j.owner[inner].Name),
			"bind what matters more: extract: {bind: {...}}, or make one component of both: extract: {components: {...}}")
		return
	}
	j.say("call-seen", outer, fmt.Sprintf("%s was entered %.0f times while %s ran, and the model has no such call", j.name(inner), count, j.name(outer)),
		"a library, a framework or reflection makes it: its time counts in the internal action around it")
}

// leads reports whether the model has a call, if need be through services that have
// nothing to be measured.
func (j *judge) leads(outer, inner string, tried map[string]bool) bool {
	tried[outer] = true
	for to := range j.calls[outer] {
		if to == inner || !j.seen[to] && !tried[to] && j.leads(to, inner, tried) {
			return true
		}
	}
	return false
}

// say notes a warning about a service, with the line where it stands.
func (j *judge) say(rule, seff, message, hint string) {
	p := model.Problem{Severity: model.Warning, Rule: rule, Message: message, Hint: hint}
	if l := j.services[seff].Link; l != nil {
		p.File, p.Line = l.Path, l.Line
	}
	j.out.Problems = append(j.out.Problems, p)
}

// With applies the rules again, with further choices. What javac said stays.
func (r *Result) With(ctx context.Context, more rules.Choices) (*Result, error) {
	in := r.input
	in.Choices.Bind = maps.Clone(in.Choices.Bind)
	if in.Choices.Bind == nil {
		in.Choices.Bind = map[string]string{}
	}
	maps.Copy(in.Choices.Bind, more.Bind)
	in.Choices.Services = slices.Concat(in.Choices.Services, more.Services)
	in.Choices.By = r.Rule
	again := *r
	again.Problems = slices.Clone(r.found)
	return &again, again.apply(ctx, in)
}
