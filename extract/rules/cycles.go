package rules

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"beagle/extract/attribution"
	"beagle/extract/structure"
	"beagle/internal/quantity"
	"beagle/model"
)

// acyclic leaves out calls of services that run already, by way of other components.
func (m *maker) acyclic() bool {
	before := m.out.Circles
	g := &callGraph{m: m, of: map[*structure.Component]map[*structure.Operation]*structure.Service{}, state: map[*structure.Service]progress{}, owner: map[*structure.Service]*structure.Component{}}
	var all []*structure.Service
	for _, c := range m.model.Components {
		g.of[c] = map[*structure.Operation]*structure.Service{}
		for _, s := range c.Services {
			g.of[c][s.Op], g.owner[s] = s, c
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b *structure.Service) int { return cmp.Compare(entered(b), entered(a)) })
	if len(m.seen.calls) > 0 {
		g.back = g.rarest(all)
	}
	for _, s := range all {
		g.visit(s)
	}
	return m.out.Circles > before
}

func entered(s *structure.Service) int {
	if s.Entry {
		return 1
	}
	return 0
}

type edge struct{ from, to *structure.Service }

// rarest are the calls to leave out so that no service runs inside itself: among services that reach each other,
// calls are taken in the order of how often launches made them, and one that closes a circle is left out.
func (g *callGraph) rarest(all []*structure.Service) map[edge]bool {
	back, kept := map[edge]bool{}, map[*structure.Service][]*structure.Service{}
	for _, together := range g.circles(all) {
		var edges []edge
		for _, from := range together {
			from.Body.Walk(func(step *structure.Step) {
				if to := g.called(step); to != nil && slices.Contains(together, to) && !slices.Contains(edges, edge{from, to}) {
					edges = append(edges, edge{from, to})
				}
			})
		}
		count := func(e edge) float64 { return g.m.seen.calls[e.from.ID][e.to.ID] }
		slices.SortStableFunc(edges, func(a, b edge) int { return cmp.Compare(count(b), count(a)) })
		for _, e := range edges {
			if reaches(kept, e.to, e.from, map[*structure.Service]bool{}) {
				back[e] = true
			} else {
				kept[e.from] = append(kept[e.from], e.to)
			}
		}
	}
	return back
}

func (g *callGraph) circles(all []*structure.Service) (sets [][]*structure.Service) {
	graph, at := simple.NewDirectedGraph(), map[*structure.Service]int64{}
	for i, s := range all {
		at[s] = int64(i)
		graph.AddNode(simple.Node(i))
	}
	alone := map[*structure.Service]bool{} // and calls itself
	for _, s := range all {
		s.Body.Walk(func(step *structure.Step) {
			switch to := g.called(step); to {
			case nil:
			case s:
				alone[s] = true
			default:
				graph.SetEdge(graph.NewEdge(simple.Node(at[s]), simple.Node(at[to])))
			}
		})
	}
	for _, nodes := range topo.TarjanSCC(graph) {
		var set []*structure.Service
		for _, n := range nodes {
			set = append(set, all[n.ID()])
		}
		if len(set) > 1 || alone[set[0]] {
			slices.SortFunc(set, func(a, b *structure.Service) int { return cmp.Compare(at[a], at[b]) })
			sets = append(sets, set)
		}
	}
	return sets
}

func reaches(calls map[*structure.Service][]*structure.Service, from, to *structure.Service, tried map[*structure.Service]bool) bool {
	if from == to {
		return true
	}
	tried[from] = true
	return slices.ContainsFunc(calls[from], func(next *structure.Service) bool { return !tried[next] && reaches(calls, next, to, tried) })
}

func (g *callGraph) called(step *structure.Step) *structure.Service {
	if step.Kind != structure.Call {
		return nil
	}
	return g.of[step.Role.Provider][step.Op]
}

type callGraph struct {
	m     *maker
	of    map[*structure.Component]map[*structure.Operation]*structure.Service
	owner map[*structure.Service]*structure.Component
	state map[*structure.Service]progress
	back  map[edge]bool // calls to leave out; nil: those that lead back to what is running
}

type progress uint8

const (
	running progress = iota + 1
	done
)

func (g *callGraph) visit(s *structure.Service) {
	if g.state[s] != 0 {
		return
	}
	g.state[s] = running
	g.follow(s, s.Body)
	g.state[s] = done
}

// follow walks what a behaviour calls, and takes out of it what leads back.
func (g *callGraph) follow(s *structure.Service, b *structure.Behaviour) {
	b.Steps = slices.DeleteFunc(b.Steps, func(step *structure.Step) bool {
		if step.Kind == structure.Call {
			to := g.called(step)
			if to == nil {
				return false
			}
			if g.back[edge{s, to}] || g.back == nil && g.state[to] == running {
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

func (g *callGraph) say(from, to *structure.Service) {
	g.m.out.Circles++
	g.m.out.Back[[2]string{from.ID, to.ID}] = true
	declared := g.m.Methods[to.Op.Key]
	g.m.say(model.Warning, recursion, declared.Type, declared.Line,
		fmt.Sprintf("%s.%s runs again inside itself, by way of %s.%s: that call is left out", g.owner[to].Name, to.Op.Name, g.owner[from].Name, from.Op.Name),
		"extract: {by: cycles} makes one component of packages that call each other in circles; or name components so that both are in one")
}

// recursive says of methods of a component, sorted by their keys, that they may run inside themselves.
func (v *view) recursive(together []*attribution.Method) {
	first := together[0]
	name := first.Type.Simple() + "." + first.Name
	if first.Name == "<fields>" || slices.ContainsFunc(together, func(m *attribution.Method) bool { return v.touched[m] }) {
		return // a call that is left out is told where it is
	}
	message := name + " calls itself"
	if others := len(together) - 1; others > 0 {
		message = fmt.Sprintf("%s may call itself, by way of %s", name, quantity.Plural(others, "other method", "other methods"))
	}
	v.say(model.Info, recursion, first.Type, first.Line, message+": how deep is part of what its internal action costs", "")
}
