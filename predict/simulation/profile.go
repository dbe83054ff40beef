package simulation

type profile struct {
	nodes []node
}

type node struct {
	op       int32
	parent   int32
	children []int32
	n        int64
	time     float64
	depth    int32
}

const deepest = 64

func newProfile() profile { return profile{nodes: []node{{op: -1}}} }

func (p *profile) child(parent, op int32) int32 {
	for _, c := range p.nodes[parent].children {
		if p.nodes[c].op == op {
			return c
		}
	}
	if p.nodes[parent].depth >= deepest {
		return parent
	}
	at := int32(len(p.nodes))
	p.nodes = append(p.nodes, node{op: op, parent: parent, depth: p.nodes[parent].depth + 1})
	p.nodes[parent].children = append(p.nodes[parent].children, at)
	return at
}

func (p *profile) add(parent, op int32, time float64) {
	n := &p.nodes[p.child(parent, op)]
	n.n++
	n.time += time
}
