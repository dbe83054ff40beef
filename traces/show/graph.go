// Package show turns reduced traces into what people and programs look at: tables, Kieker's text
// forms, dependency graphs, call trees and sequence diagrams. Graphs are sums over classes, so that
// they never need the traces themselves.
package show

import (
	"cmp"
	"slices"

	"beagle/traces/classes"
)

// Level says what the nodes of a dependency graph are.
type Level int

// The levels.
const (
	Operations Level = iota // methods
	Components              // classes
	Containers              // hosts
)

// Graph is a dependency graph: who calls whom, how often.
type Graph struct {
	Level      Level  // what nodes stand for
	Deployment bool   // nodes are told apart by host
	Nodes      []Node // what was executed, and the entry from outside
	Edges      []Edge // calls between them
}

// Node is an operation, component or container; the first is the entry from outside.
type Node struct {
	Entry     bool              // it stands for the entry from outside
	Operation classes.Operation // Component only: of a component
	Host      string            // that it runs on; empty: not told apart
	Inferred  bool              // no caller was observed
	Times     *Times            // of all its executions; nil: not known
	key       nodeKey
}

// Times are the response times of all executions of a node in ns.
type Times struct {
	Count    uint64  // executions
	Min, Max int64   // shortest and longest, ns
	Total    float64 // sum over all executions, ns
}

// Edge are the calls from one node to another.
type Edge struct {
	From, To int    // indexes of the graph's nodes
	Calls    uint64 // how many
	Inferred bool   // no record tells of the call; it follows from others
	Async    bool   // the callee is a trace of its own: a thread, or a remote call
}

type nodeKey struct{ host, component, operation string }

func dependencies(classes []*classes.Class, level Level, deployment bool) Graph {
	g := Graph{Level: level, Deployment: deployment || level == Containers, Nodes: []Node{{Entry: true}}}
	index := map[nodeKey]int{}
	type link struct{ from, to int }
	calls := map[link]*Edge{}
	var started []start
	for _, c := range classes {
		nodes := make([]int, c.Len())
		for i := range nodes {
			key, node := g.node(c, i)
			at, known := index[key]
			if !known {
				at = len(g.Nodes)
				index[key] = at
				g.Nodes = append(g.Nodes, node)
			}
			nodes[i] = at
			g.Nodes[at].time(c, i)
			from, count := 0, c.Count
			if parent := c.Parent(i); parent >= 0 {
				from = nodes[parent]
			} else {
				for _, o := range c.Origins() {
					if o.Known && i == 0 {
						count -= min(count, o.Count)
						started = append(started, start{o, at})
					}
				}
			}
			if count == 0 {
				continue // all of them were started by other traces
			}
			if level == Containers && from == at {
				continue // Kieker shows only calls between containers
			}
			e := calls[link{from, at}]
			if e == nil {
				e = &Edge{From: from, To: at}
				calls[link{from, at}] = e
			}
			e.Calls += count
			if from != 0 && c.Inferred(i) && level != Containers {
				e.Inferred = true
				g.Nodes[at].Inferred = true
			}
		}
	}
	for _, e := range calls {
		g.Edges = append(g.Edges, *e)
	}
	for _, s := range started {
		g.join(index, s)
	}
	slices.SortFunc(g.Edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return g
}

type start struct {
	by classes.Origin
	to int
}

func (g *Graph) join(index map[nodeKey]int, s start) {
	key, node := g.place(s.by.Operation, s.by.Host)
	from, known := index[key]
	if !known {
		from = len(g.Nodes)
		index[key] = from
		g.Nodes = append(g.Nodes, node)
	}
	if g.Level == Containers && from == s.to {
		return // within a container
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; e.Async && e.From == from && e.To == s.to {
			e.Calls += s.by.Count
			return
		}
	}
	g.Edges = append(g.Edges, Edge{From: from, To: s.to, Calls: s.by.Count, Async: true})
}

func (g *Graph) node(c *classes.Class, i int) (nodeKey, Node) {
	return g.place(c.Operation(i), c.Host(i))
}

func (g *Graph) place(o classes.Operation, host string) (nodeKey, Node) {
	node := Node{Operation: o}
	key := nodeKey{component: node.Operation.Component, operation: node.Operation.Signature}
	if g.Deployment {
		node.Host = host
		key.host = node.Host
	}
	switch g.Level {
	case Components:
		key.operation = ""
	case Containers:
		key = nodeKey{host: key.host}
	case Operations:
	}
	node.key = key
	return key, node
}

func (n *Node) time(c *classes.Class, i int) {
	call := &c.Calls[i]
	if n.Times == nil {
		n.Times = &Times{Min: call.Min, Max: call.Max}
	}
	n.Times.Count += c.Count
	n.Times.Min = min(n.Times.Min, call.Min)
	n.Times.Max = max(n.Times.Max, call.Max)
	n.Times.Total += call.Total()
}
