package rules

import (
	"fmt"

	"beagle/extract/structure"
	"beagle/model"
)

// openAsSeen gives loops and branches that no probe can measure, since no statement stands for them (lambdas of
// streams, decisions inside expressions), the counts and shares that launches have shown: how often what is done in
// them, and nowhere else in the service, ran on average.
func openAsSeen(m *maker) {
	for _, c := range m.division.components {
		for _, s := range m.parts[c].Services {
			if ran := m.seen.ran[s.ID]; ran > 0 {
				o := &open{m: m, service: s, at: c, places: map[string]int{}, calls: m.seen.calls[s.ID]}
				s.Body.Walk(func(step *structure.Step) {
					if step.Kind == structure.Call {
						o.places[calledBy(step)]++
					}
				})
				o.in(s.Body, ran)
			}
		}
	}
}

type open struct {
	m       *maker
	service *structure.Service
	at      *Component
	places  map[string]int     // where it calls each SEFF
	calls   map[string]float64 // how often launches made these calls
}

func calledBy(step *structure.Step) string {
	if to := step.Role.Provider.Service(step.Op); to != nil {
		return to.ID
	}
	return ""
}

func (o *open) in(b *structure.Behaviour, ran float64) {
	for _, step := range b.Steps {
		switch {
		case step.Kind == structure.Loop && step.Count == "" && step.Inner[0].Link == nil:
			if turns, known := o.ran(step.Inner[0]); known && ran > 0 {
				step.Count = mean(turns / ran)
				o.say(step, fmt.Sprintf("launches ran it %.3g times on average", turns/ran))
				o.in(step.Inner[0], turns)
			}
		case step.Ways: // their shares are how often each ran
			for _, inner := range step.Inner {
				o.in(inner, inner.Share)
			}
		case step.Kind == structure.Branch && unmeasured(step):
			o.decide(step, ran)
		default: // what is inside of what is measured
			for _, inner := range step.Inner {
				if turns, known := o.ran(inner); known {
					o.in(inner, turns)
				}
			}
		}
	}
}

// decide gives the transitions of a branch their shares, of which launches have shown at least one.
func (o *open) decide(step *structure.Step, ran float64) {
	rest, unknown := ran, 0
	for _, inner := range step.Inner {
		if times, known := o.ran(inner); known {
			inner.Share = times
			rest -= times
		} else {
			unknown++
		}
	}
	if unknown == len(step.Inner) {
		return
	}
	if rest < 0 { // one is called more often than once: shares of each other are all that is known
		rest = 0
	}
	for _, inner := range step.Inner {
		if _, known := o.ran(inner); !known {
			inner.Share = rest / float64(unknown)
		}
	}
	o.say(step, "its transitions have the shares that launches took")
}

// ran is how often a behaviour ran, by the most frequent of its steps that were counted and that stand nowhere else
// in the service.
func (o *open) ran(b *structure.Behaviour) (times float64, known bool) {
	for _, step := range b.Steps {
		if step.Kind == structure.Call && o.places[calledBy(step)] == 1 {
			times, known = max(times, o.calls[calledBy(step)]), true
		}
	}
	return times, known
}

func unmeasured(step *structure.Step) bool {
	for _, inner := range step.Inner {
		if inner.Link != nil || inner.Share > 0 {
			return false
		}
	}
	return true
}

func (o *open) say(step *structure.Step, what string) {
	declared := o.m.Methods[o.service.Op.Key]
	o.m.say(model.Info, "as-seen", declared.Type, declared.Line, fmt.Sprintf("%s.%s: nothing measures %q: %s", o.at.Name, o.service.Op.Name, step.Name, what), "")
}
