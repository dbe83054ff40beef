package rules

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"beagle/extract/attribution"
	"beagle/extract/structure"
)

// together are methods by who calls whom.
func together(methods []*attribution.Method, callees map[*attribution.Method][]*attribution.Method) (all [][]*attribution.Method) {
	ids := make(map[*attribution.Method]int64, len(methods))
	g := simple.NewDirectedGraph()
	for i, m := range methods {
		ids[m] = int64(i)
		g.AddNode(simple.Node(i))
	}
	for from, to := range callees {
		for _, m := range to {
			if from != m {
				g.SetEdge(g.NewEdge(simple.Node(ids[from]), simple.Node(ids[m])))
			}
		}
	}
	for _, nodes := range topo.TarjanSCC(g) {
		var some []*attribution.Method
		for _, node := range nodes {
			some = append(some, methods[node.ID()])
		}
		slices.SortFunc(some, func(a, b *attribution.Method) int { return cmp.Compare(a.Key(), b.Key()) })
		all = append(all, some)
	}
	return all
}

func circles(methods []*attribution.Method, callees map[*attribution.Method][]*attribution.Method) (all [][]*attribution.Method) {
	for _, some := range together(methods, callees) {
		if len(some) > 1 || slices.Contains(callees[some[0]], some[0]) {
			all = append(all, some)
		}
	}
	slices.SortFunc(all, func(a, b []*attribution.Method) int { return cmp.Compare(a[0].Key(), b[0].Key()) })
	return all
}

// codes are hashes of methods and all that they call, directly or not.
func codes(methods []*attribution.Method, callees map[*attribution.Method][]*attribution.Method) map[*attribution.Method]string {
	codes := make(map[*attribution.Method]string, len(methods))
	for _, some := range together(methods, callees) {
		var parts []string
		for _, m := range some {
			parts = append(parts, m.Code)
			for _, to := range callees[m] {
				if code := codes[to]; code != "" {
					parts = append(parts, code)
				}
			}
		}
		slices.Sort(parts)
		code := structure.NewID(slices.Compact(parts)...)
		for _, m := range some {
			codes[m] = code
		}
	}
	return codes
}

// run are methods with all that they may run, directly or not, but for the services of other components.
func (v *view) run(methods []*attribution.Method) (all []*attribution.Method, callees map[*attribution.Method][]*attribution.Method) {
	callees = map[*attribution.Method][]*attribution.Method{}
	known := map[*attribution.Method]bool{}
	var open []*attribution.Method
	add := func(m *attribution.Method) {
		if !known[m] {
			known[m] = true
			all, open = append(all, m), append(open, m)
		}
	}
	for _, m := range methods {
		add(m)
	}
	for len(open) > 0 {
		method := open[0]
		open = open[1:]
		attribution.Walk(method.Body, func(n *attribution.Node) {
			for _, to := range v.runs(n) {
				callees[method] = append(callees[method], to)
				add(to)
			}
		})
	}
	return all, callees
}

// runs are the methods that a call may run, but for services of other components.
func (v *view) runs(n *attribution.Node) (all []*attribution.Method) {
	called := v.Methods[n.Method]
	if n.Kind != attribution.Call || called == nil {
		return nil
	}
	a := v.ask(n, nil)
	targets := slices.Concat(a.inside, a.within)
	if len(targets) == 0 && a.outside == nil {
		targets = v.leadsTo(n.Method, n.Exact != 0)
	}
	for _, to := range targets {
		all = append(all, to.method)
	}
	return all
}

func (v *view) code(n *attribution.Node) string {
	hash, known := v.hashes[n]
	if !known {
		hash = v.codeOf(n.Code, []attribution.Node{*n})
		v.hashes[n] = hash
	}
	return hash
}

// conditionCode is the same of what a statement decides on; where it decides nothing, of its own words.
func (v *view) conditionCode(n *attribution.Node) string {
	if n.Condition == "" {
		return n.Code
	}
	return v.codeOf(n.Condition+n.Method, n.Ops)
}

// codeOf is a hash of code and of all that it calls inside the component.
func (v *view) codeOf(own string, nodes []attribution.Node) string {
	parts := []string{own}
	attribution.Walk(nodes, func(n *attribution.Node) {
		for _, to := range v.runs(n) {
			parts = append(parts, v.codes[to])
		}
	})
	return structure.NewID(parts...)
}
