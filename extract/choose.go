package extract

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/measure/observed"
)

// What a trial has to show of a candidate so that it is a service of the model.
const (
	// leastProbes is how many times as long as its probes a call of a service takes on average, at least.
	leastProbes = 20
	// mostLeft is the share of all time that may be left out: what entrances take that are not in the model, and what
	// services of other components take that their callers' actions have.
	mostLeft = 0.05
)

// Candidates is the model that a trial measures.
func (r *Result) Candidates(ctx context.Context) (*Result, error) {
	in := r.input
	in.Candidates = true
	if in.Seen != nil { // what the last trial left to callers may be worth it now
		in.Seen = &rules.Seen{}
	}
	again := *r
	return &again, again.apply(ctx, in)
}

// Choice is which candidates are services of a model, by the time that they explain.
type Choice struct {
	rules.Parts
	Ran int // candidates that ran

	chosen map[string]*candidate
	total  float64 // ns of all entrances
}

// Services is how many candidates are services.
func (c *Choice) Services() int { return len(c.chosen) }

// Share is the share of the time of all entrances that those in the model took; NaN: nothing was entered.
func (c *Choice) Share() float64 {
	in := 0.0
	for _, one := range c.chosen {
		in += one.entered
	}
	return in / c.total
}

// Entered are the services of the model that were entered from outside, those that took most first.
func (c *Choice) Entered() []string {
	all := slices.DeleteFunc(slices.Sorted(maps.Keys(c.chosen)), func(seff string) bool { return c.chosen[seff].entered == 0 })
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(c.chosen[b].entered, c.chosen[a].entered) })
	return all
}

// Of is what a launch did as if only the chosen services had been observed: what others called their callers called,
// in the share of their calls that they made.
func (c *Choice) Of(l Launched) Launched {
	did := *l.Did
	did.Nested = slices.Clone(did.Nested)
	for _, gone := range c.Inside {
		did.Nested = without(&did, gone)
	}
	did.Nested = slices.DeleteFunc(did.Nested, func(n observed.Nesting) bool {
		return slices.Contains(c.Alone, n.Inner) || slices.Contains(c.Whole, n.Outer)
	})
	did.Entries = slices.DeleteFunc(slices.Clone(did.Entries), func(e *observed.Entry) bool { return c.chosen[e.SEFF] == nil })
	did.Ways = slices.DeleteFunc(slices.Clone(did.Ways), func(w observed.Way) bool { return c.chosen[w.SEFF] == nil })
	l.Did = &did
	return l
}

// without is which services ran inside which where one of them is not observed.
func without(l *observed.Launch, gone string) (all []observed.Nesting) {
	into, calls := map[string]float64{}, 0.0 // executions of the one that is gone, by the service around it
	for _, e := range l.Entries {
		if e.SEFF == gone {
			calls += e.Count
		}
	}
	for _, n := range l.Nested {
		if n.Inner == gone && n.Outer != gone {
			into[n.Outer] += n.Count
			calls += n.Count
		}
	}
	at := map[[2]string]int{}
	add := func(n observed.Nesting) {
		pair := [2]string{n.Outer, n.Inner}
		i, known := at[pair]
		if !known {
			at[pair] = len(all)
			all = append(all, n)
			return
		}
		all[i].Count, all[i].Took = all[i].Count+n.Count, all[i].Took+n.Took
	}
	for _, n := range l.Nested {
		switch {
		case n.Outer != gone && n.Inner != gone:
			add(n)
		case n.Outer == gone && n.Inner != gone:
			for outer, count := range into {
				add(observed.Nesting{Outer: outer, Inner: n.Inner, Count: n.Count * count / calls, Took: n.Took * count / calls})
			}
		}
	}
	slices.SortFunc(all, func(a, b observed.Nesting) int {
		return cmp.Or(cmp.Compare(a.Outer, b.Outer), cmp.Compare(a.Inner, b.Inner))
	})
	return all
}

// candidate is what launches showed of a method that may be a service, in ns.
type candidate struct {
	seff         string
	owner        *structure.Component
	calls, took  float64 // all executions
	entered      float64 // of what they took, outside of all others
	alone        float64 // of what they took, what leaves the model where the candidate does
	probes, runs float64 // what probes took, by launches that say it
	inner        []inner
	whole        bool // all that it calls is inside of its own action
}

// inner sums up the calls that a candidate makes of another one, and what these took, in ns.
type inner struct {
	to          *candidate
	calls, took float64
}

func (c *candidate) brief() bool { return c.calls > 0 && c.short(c.took/c.calls) }

func (c *candidate) short(took float64) bool { return took < leastProbes*c.probes/max(1, c.runs) }

// leaves sums up the external calls in a call of the candidate, by itself or by way of what is a part of it.
func (c *candidate) leaves(callees map[string]*structure.Step, known map[*candidate]inner) (all inner) {
	if sum, asked := known[c]; asked || c.calls == 0 {
		return sum
	}
	known[c] = inner{}
	for _, n := range c.inner {
		share := n.calls / c.calls
		if callees[n.to.seff] != nil {
			all.calls, all.took = all.calls+share, all.took+n.took/c.calls
		} else {
			below := n.to.leaves(callees, known)
			all.calls, all.took = all.calls+share*below.calls, all.took+share*below.took
		}
	}
	known[c] = all
	return all
}

// Indivisible lists the services that should be modelled as one action, including everything they call, for one of
// three reasons: their external calls take less than the share mostLeft of their time; they have so many internal
// actions that one of them takes less than this share on average; or these actions are too short to be timed. A
// service that calls one that a person has asked for is never indivisible.
func (c *Choice) Indivisible(r *Result, asked func(seff string) bool) (seffs []string) {
	for _, component := range r.Model.Components {
		for _, s := range component.Services {
			one, callees := c.chosen[s.ID], structure.Callees(s)
			if one == nil || one.calls == 0 || len(callees) == 0 || slices.Contains(c.Whole, s.ID) || slices.ContainsFunc(slices.Collect(maps.Keys(callees)), asked) {
				continue
			}
			took, external := one.took/one.calls, one.leaves(callees, map[*candidate]inner{})
			parts := 0.0
			s.Body.Walk(func(step *structure.Step) {
				if step.Kind == structure.Internal {
					parts++
				}
			})
			few, many, own := external.took <= mostLeft*took, parts*mostLeft > 1, took-external.took
			if few || many || own > mostLeft*took && one.short(own/(external.calls+1)) {
				seffs = append(seffs, s.ID)
			}
		}
	}
	return seffs
}

func (r *Result) shown(launches []Launched) (order []*candidate, total float64) {
	all := map[string]*candidate{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			all[s.ID] = &candidate{seff: s.ID, owner: c}
			order = append(order, all[s.ID])
		}
	}
	for _, l := range launches {
		for _, e := range l.Did.Entries {
			if c := all[e.SEFF]; c != nil {
				c.calls, c.took, c.entered = c.calls+e.Count, c.took+e.Took, c.entered+e.Took
				total += e.Took
			}
		}
		for _, n := range l.Did.Nested {
			to, from := all[n.Inner], all[n.Outer]
			if to == nil {
				continue
			}
			to.calls, to.took = to.calls+n.Count, to.took+n.Took
			if from != nil { // several launches are as many sums
				from.inner = append(from.inner, inner{to, n.Count, n.Took})
			}
		}
		for seff, took := range l.Did.Probe {
			if c := all[seff]; c != nil {
				c.probes, c.runs = c.probes+took, c.runs+1
			}
		}
	}
	return order, total
}

// Choose chooses the services of a model by what launches did with all candidates: all but those that together
// explain no more than mostLeft of all time.
func (r *Result) Choose(launches []Launched, whole ...string) *Choice {
	order, total := r.shown(launches)
	for _, c := range order {
		c.whole = slices.Contains(whole, c.seff)
		c.alone += c.entered
		for _, n := range c.inner {
			// Short calls are timed better as a part of their callers, so only the time of their entries counts.
			if n.to.owner != c.owner && !c.whole && !n.to.brief() {
				n.to.alone += n.took
			}
		}
	}
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.alone, b.alone), cmp.Compare(a.seff, b.seff))
	})
	services := r.Services()
	choice, left := &Choice{chosen: map[string]*candidate{}, total: total}, mostLeft*total
	told := map[string]int{} // places in Tried
	for _, c := range order {
		if c.calls > 0 {
			choice.Ran++
			choice.tell(c, services[c.seff], told)
		}
		if c.alone <= left && !r.named(services[c.seff]) {
			choice.Inside = append(choice.Inside, c.seff)
			left -= c.alone
			continue
		}
		choice.chosen[c.seff] = c
		if c.brief() && !r.named(services[c.seff]) {
			choice.Alone = append(choice.Alone, c.seff)
		}
		if c.whole {
			choice.Whole = append(choice.Whole, c.seff)
		}
	}
	for _, ids := range [][]string{choice.Inside, choice.Alone, choice.Whole} {
		slices.Sort(ids)
	}
	slices.SortFunc(choice.Tried, func(a, b rules.Tried) int { return cmp.Compare(a.Name, b.Name) })
	return choice
}

// tell notes for people what launches showed of a candidate; told has the places in Tried by name.
func (c *Choice) tell(of *candidate, s *structure.Service, told map[string]int) {
	one := rules.Tried{Name: s.Class + "." + s.Op.Name, Brief: of.brief()}
	if _, known := told[one.Name]; !known {
		told[one.Name] = len(c.Tried)
		c.Tried = append(c.Tried, one)
	}
	to := &c.Tried[told[one.Name]]
	to.Calls, to.Took, to.Brief = to.Calls+of.calls, to.Took+of.took, to.Brief && one.Brief
	if c.total > 0 {
		to.Share = to.Took / c.total
	}
}

// Others are the services of a model that were none of the candidates, or that were not chosen.
func (c *Choice) Others(r *Result) (seffs []string) {
	for _, component := range r.Model.Components {
		for _, s := range component.Services {
			if c.chosen[s.ID] == nil {
				seffs = append(seffs, s.ID)
			}
		}
	}
	return seffs
}

// Services are the services of the model by the ids of their SEFFs.
func (r *Result) Services() map[string]*structure.Service {
	all := map[string]*structure.Service{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			all[s.ID] = s
		}
	}
	return all
}

func (r *Result) named(s *structure.Service) bool { return r.input.Choices.Names(s.Class, s.Op.Name) }
