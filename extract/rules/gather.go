package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// gather makes one component of all that call each other in circles.
func (a divider) gather(d *division) {
	ids := map[*Component]int64{}
	g := simple.NewDirectedGraph()
	for i, c := range d.components {
		ids[c] = int64(i)
		g.AddNode(simple.Node(i))
	}
	a.across(d, func(from, to *Component) {
		g.SetEdge(g.NewEdge(simple.Node(ids[from]), simple.Node(ids[to])))
	})
	gone := map[*Component]*Component{} // to the one that it is part of now
	for _, together := range topo.TarjanSCC(g) {
		if len(together) < 2 {
			continue
		}
		var parts []*Component
		for _, node := range together {
			parts = append(parts, d.components[node.ID()])
		}
		slices.SortFunc(parts, func(a, b *Component) int {
			return cmp.Or(len(b.Classes)-len(a.Classes), cmp.Compare(a.Key, b.Key))
		})
		first := parts[0]
		first.Name = joined(parts)
		for _, part := range parts[1:] {
			gone[part] = first
			first.Classes = append(first.Classes, part.Classes...)
		}
	}
	for name, c := range d.of {
		if whole := gone[c]; whole != nil {
			d.of[name] = whole
		}
	}
	d.components = slices.DeleteFunc(d.components, func(c *Component) bool { return gone[c] != nil })
}

const mostNamed = 3 // parts in the name of a component

// joined names what is made of several components, the largest first.
func joined(parts []*Component) string {
	var names []string
	for _, c := range parts {
		names = append(names, c.Name)
	}
	if more := len(names) - mostNamed; more > 0 {
		return fmt.Sprintf("%s-and-%d-more", strings.Join(names[:mostNamed], "-"), more)
	}
	return strings.Join(names, "-")
}
