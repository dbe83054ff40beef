package show

import (
	"slices"

	"beagle/traces/classes"
)

// Tree is a call tree; the root stands for the entry from outside.
type Tree struct {
	Operation classes.Operation // the executed operation; nothing at the root
	Host      string            // it ran on
	Entry     bool              // this is the root
	Async     bool              // a trace of its own, that the caller's started: a thread, or a remote call
	Calls     uint64            // executions of it at this place
	Min, Max  int64             // ns
	Total     float64           // ns
	Children  []*Tree           // what it called, in the order in which that was first seen
	op, host  int32
}

// aggregatedTree merges the call trees of all classes.
func aggregatedTree(classes []*classes.Class, deployment bool) *Tree {
	root := &Tree{Entry: true}
	var unplaced []startedBy
	for _, c := range classes {
		alone := c.Count
		for _, o := range c.Origins() {
			if o.Known {
				unplaced = append(unplaced, startedBy{c, o})
				alone -= min(alone, o.Count)
			}
		}
		if alone > 0 {
			root.add(c, alone, deployment, false)
		}
	}
	for len(unplaced) > 0 {
		before := len(unplaced)
		unplaced = slices.DeleteFunc(unplaced, func(b startedBy) bool {
			by := root.find(b.by, deployment)
			if len(by) == 1 {
				by[0].add(b.class, b.by.Count, deployment, true)
			}
			return len(by) == 1
		})
		if len(unplaced) == before { // nothing more finds its place
			for _, b := range unplaced {
				root.add(b.class, b.by.Count, deployment, true)
			}
			break
		}
	}
	return root
}

type startedBy struct {
	class *classes.Class
	by    classes.Origin
}

func (t *Tree) add(c *classes.Class, count uint64, deployment, async bool) {
	nodes := make([]*Tree, c.Len())
	for i := range nodes {
		parent, starts := t, async
		if p := c.Parent(i); p >= 0 {
			parent, starts = nodes[p], false
		}
		nodes[i] = parent.child(c, i, deployment, func(o *Tree) bool { return o.Async == starts })
		nodes[i].Async = starts
		nodes[i].count(c, i, count)
	}
}

func (t *Tree) find(o classes.Origin, deployment bool) (found []*Tree) {
	if !t.Entry && t.Operation == o.Operation && (!deployment || t.host == o.HostIndex) {
		found = append(found, t)
	}
	for _, child := range t.Children {
		found = append(found, child.find(o, deployment)...)
	}
	return found
}

func callTree(c *classes.Class) *Tree {
	root := &Tree{Entry: true}
	nodes := make([]*Tree, c.Len())
	for i := range nodes {
		parent := root
		if p := c.Parent(i); p >= 0 {
			parent = nodes[p]
		}
		nodes[i] = parent.child(c, i, true, nil)
		nodes[i].count(c, i, c.Count)
	}
	return root
}

func (t *Tree) child(c *classes.Class, i int, deployment bool, merge func(*Tree) bool) *Tree {
	host := int32(-1)
	if deployment {
		host = c.HostIndex(i)
	}
	if merge != nil {
		if at := slices.IndexFunc(t.Children, func(o *Tree) bool { return o.op == c.Op(i) && o.host == host && merge(o) }); at >= 0 {
			return t.Children[at]
		}
	}
	child := &Tree{Operation: c.Operation(i), op: c.Op(i), host: host, Min: c.Calls[i].Min}
	if deployment {
		child.Host = c.Host(i)
	}
	t.Children = append(t.Children, child)
	return child
}

func (t *Tree) count(c *classes.Class, i int, count uint64) {
	t.Calls += count
	t.Min = min(t.Min, c.Calls[i].Min)
	t.Max = max(t.Max, c.Calls[i].Max)
	t.Total += c.Calls[i].Total() * float64(count) / float64(max(c.Count, 1))
}
