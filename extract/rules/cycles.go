package rules

import (
	"cmp"
	"fmt"
	"slices"

	"beagle/extract/attribution"
	"beagle/extract/structure"
	"beagle/internal/quantity"
	"beagle/model"
)

// acyclic leaves out calls of services that run already, by way of other components:
// a simulator would follow them without end. Where a service is entered first, from
// there it is followed, so that what is left out is the recursion and not its
// beginning.
func (m *maker) acyclic() {
	g := &callGraph{m: m, of: map[*structure.Component]map[*structure.Operation]*structure.Service{}, state: map[*structure.Service]progress{}, owner: map[*structure.Service]*structure.Component{}}
	var all []*structure.Service
	for _, c := range m.model.Components {
		g.of[c] = map[*structure.Operation]*structure.Service{}
		for _, s := range c.Services {
			g.of[c][s.Op], g.owner[s] = s, c
			all = append(all, s)
		}
	}
	for _, entered := range []bool{true, false} {
		for _, s := range all {
			if s.Entry == entered {
				g.visit(s)
			}
		}
	}
}

// callGraph is which service calls which, while it is walked.
type callGraph struct {
	m     *maker
	of    map[*structure.Component]map[*structure.Operation]*structure.Service
	owner map[*structure.Service]*structure.Component
	state map[*structure.Service]progress
}

// progress is how far a service was walked: not yet, running, done.
type progress uint8

const (
	running progress = iota + 1
	done
)

// visit walks a service's calls once.
func (g *callGraph) visit(s *structure.Service) {
	if g.state[s] != 0 {
		return
	}
	g.state[s] = running
	g.follow(s, s.Body)
	g.state[s] = done
}

// follow walks what a behaviour calls, and takes out of it what leads back, with the
// loops and branches that are left without anything.
func (g *callGraph) follow(s *structure.Service, b *structure.Behaviour) {
	b.Steps = slices.DeleteFunc(b.Steps, func(step *structure.Step) bool {
		if step.Kind == structure.Call {
			to := g.of[step.Role.Provider][step.Op]
			if to == nil {
				return false
			}
			if g.state[to] == running {
				g.say(s, to)
				return true
			}
			g.visit(to)
			return false
		}
		full := len(step.Inner) == 0
		for _, inner := range step.Inner {
			g.follow(s, inner)
			full = full || len(inner.Steps) > 0
		}
		return !full
	})
}

// say warns of a call that closes a circle, which PCM cannot express.
func (g *callGraph) say(from, to *structure.Service) {
	g.m.out.Circles++
	declared := g.m.Methods[to.Op.Key]
	g.m.say(model.Warning, "recursion", declared.Type, declared.Line,
		fmt.Sprintf("%s.%s runs again inside itself, by way of %s.%s: that call is left out", g.owner[to].Name, to.Op.Name, g.owner[from].Name, from.Op.Name),
		"extract: {by: cycles} makes one component of packages that call each other in circles; or name components so that both are in one")
}

// recursive says of methods of a component that they may run inside themselves, where
// nothing else has said so: what they do is in the internal actions that call them.
func (v *view) recursive(together []*attribution.Method) {
	first := slices.MinFunc(together, func(a, b *attribution.Method) int { return cmp.Compare(a.Key(), b.Key()) })
	name := first.Type.Simple() + "." + first.Name
	if first.Name == "<fields>" || slices.ContainsFunc(together, func(m *attribution.Method) bool { return v.touched[m] }) {
		return // a call that is left out is told where it is
	}
	message := name + " calls itself"
	if others := len(together) - 1; others > 0 {
		message = fmt.Sprintf("%s may call itself, by way of %s", name, quantity.Plural(others, "other method", "other methods"))
	}
	v.say(model.Info, "recursion", first.Type, first.Line, message+": how deep is part of what its internal action costs", "")
}
