package rules

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"beagle/extract/attribution"
	"beagle/extract/structure"
)

// codes are hashes of methods and all that they call, directly or not. Methods that
// call one another have one together, and are told to recursive in the order of their keys.
func codes(methods []*attribution.Method, callees map[*attribution.Method][]*attribution.Method, recursive func([]*attribution.Method)) map[*attribution.Method]string {
	ids := make(map[*attribution.Method]int64, len(methods))
	g := simple.NewDirectedGraph()
	for i, m := range methods {
		ids[m] = int64(i)
		g.AddNode(simple.Node(i))
	}
	for from, all := range callees {
		for _, to := range all {
			if from != to {
				g.SetEdge(g.NewEdge(simple.Node(ids[from]), simple.Node(ids[to])))
			}
		}
	}
	codes := make(map[*attribution.Method]string, len(methods))
	var circles [][]*attribution.Method
	for _, nodes := range topo.TarjanSCC(g) { // those that are called come first, else in no order
		var parts []string
		var together []*attribution.Method
		for _, node := range nodes {
			m := methods[node.ID()]
			together = append(together, m)
			parts = append(parts, m.Code)
			for _, to := range callees[m] {
				if code := codes[to]; code != "" {
					parts = append(parts, code)
				}
			}
		}
		if len(together) > 1 || slices.Contains(callees[together[0]], together[0]) {
			slices.SortFunc(together, func(a, b *attribution.Method) int { return cmp.Compare(a.Key(), b.Key()) })
			circles = append(circles, together)
		}
		slices.Sort(parts)
		code := structure.NewID(slices.Compact(parts)...)
		for _, m := range together {
			codes[m] = code
		}
	}
	slices.SortFunc(circles, func(a, b []*attribution.Method) int { return cmp.Compare(a[0].Key(), b[0].Key()) })
	for _, together := range circles {
		recursive(together)
	}
	return codes
}

// code is a hash of a statement and of what it calls inside the component.
func (v *view) code(n *attribution.Node) string {
	hash, known := v.hashes[n]
	if !known {
		hash = v.codeOf(n.Code, []attribution.Node{*n})
		v.hashes[n] = hash
	}
	return hash
}

// conditionCode is the same of what a statement decides on; where it decides
// nothing, of its own words.
func (v *view) conditionCode(n *attribution.Node) string {
	if n.Condition == "" {
		return n.Code
	}
	return v.codeOf(n.Condition+n.Method, n.Ops)
}

// codeOf is a hash of code and of all that it calls inside the component, by which the next
// extraction knows it again.
func (v *view) codeOf(own string, nodes []attribution.Node) string {
	parts := []string{own}
	attribution.Walk(nodes, func(n *attribution.Node) {
		if n.Kind != attribution.Call {
			return
		}
		for _, to := range v.ask(n, nil).inside {
			parts = append(parts, v.codes[to.method])
		}
	})
	return structure.NewID(parts...)
}
