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
	// leastProbes is how many times as long as its probes a call of a service takes on average, at least. Probes
	// disturb what they measure beyond what is taken out of it, so that the error stays below a twentieth.
	leastProbes = 20
	// mostLeft is the share of all time that may be left out: what entrances take that are not in the model, and
	// what services of other components take that their callers' actions have.
	mostLeft = 0.05
)

// Candidates is the model that a trial measures: each method that may be a service of its component is one
// internal action, without calls of others.
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
	Inside []string // SEFFs of candidates that are none: they are left to their callers
	Alone  []string // SEFFs of those that are entered, and whose calls are too short to be timed inside others
	Ran    int      // candidates that ran

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

// Of is what a launch did as if only the chosen services had been observed: what others called their callers
// called, in the share of their calls that they made.
func (c *Choice) Of(l Launched) Launched {
	did := *l.Did
	did.Nested = slices.Clone(did.Nested)
	for _, gone := range c.Inside {
		did.Nested = without(&did, gone)
	}
	did.Nested = slices.DeleteFunc(did.Nested, func(n observed.Nesting) bool { return slices.Contains(c.Alone, n.Inner) })
	did.Entries = slices.DeleteFunc(slices.Clone(did.Entries), func(e *observed.Entry) bool { return c.chosen[e.SEFF] == nil })
	did.Ways = slices.DeleteFunc(slices.Clone(did.Ways), func(w observed.Way) bool { return c.chosen[w.SEFF] == nil })
	return Launched{l.Name, &did}
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
	calls, took  float64 // all executions
	entered      float64 // of what they took, outside of all others
	counts       float64 // of what they took, outside of others of their component
	probes, runs float64 // what probes took, by launches that say it
}

// alone is the time that leaves the model where the candidate does. A candidate whose calls take less than leastProbes times
// their probes is timed better as a part of its callers, so only the time of its own entries counts.
func (c *candidate) alone() float64 {
	if c.brief() {
		return c.entered
	}
	return c.counts
}

func (c *candidate) brief() bool {
	return c.calls > 0 && c.took/c.calls < leastProbes*c.probes/max(1, c.runs)
}

// Choose chooses the services of a model by what launches did with all candidates: all but those that together
// explain no more than mostLeft of all time. A service that is entered for longer stays, however short its calls are.
func (r *Result) Choose(launches []Launched) *Choice {
	all, owner := map[string]*candidate{}, map[string]*structure.Component{}
	var order []*candidate
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			all[s.ID], owner[s.ID] = &candidate{seff: s.ID}, c
			order = append(order, all[s.ID])
		}
	}
	total := 0.0
	for _, l := range launches {
		for _, e := range l.Did.Entries {
			if c := all[e.SEFF]; c != nil {
				c.calls, c.took, c.entered, c.counts = c.calls+e.Count, c.took+e.Took, c.entered+e.Took, c.counts+e.Took
				total += e.Took
			}
		}
		for _, n := range l.Did.Nested {
			if c := all[n.Inner]; c != nil {
				c.calls, c.took = c.calls+n.Count, c.took+n.Took
				if owner[n.Outer] != owner[n.Inner] {
					c.counts += n.Took
				}
			}
		}
		for seff, took := range l.Did.Probe {
			if c := all[seff]; c != nil {
				c.probes, c.runs = c.probes+took, c.runs+1
			}
		}
	}
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.alone(), b.alone()), cmp.Compare(a.seff, b.seff))
	})
	services := r.Services()
	choice, left := &Choice{chosen: map[string]*candidate{}, total: total}, mostLeft*total
	for _, c := range order {
		if c.calls > 0 {
			choice.Ran++
		}
		if cost := c.alone(); cost <= left && !r.named(services[c.seff]) {
			choice.Inside = append(choice.Inside, c.seff)
			left -= cost
		} else {
			choice.chosen[c.seff] = c
			if c.brief() && !r.named(services[c.seff]) {
				choice.Alone = append(choice.Alone, c.seff)
			}
		}
	}
	return choice
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

func (r *Result) named(s *structure.Service) bool {
	return r.input.Choices.Names(s.Class, s.Op.Name)
}
