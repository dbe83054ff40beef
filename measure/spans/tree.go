package spans

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"

	"beagle/measure/kieker"
)

// tree is a trace's spans by who called whom.
type tree struct {
	spans    []kept
	children map[ID][]int32
	roots    []int32 // in order of their beginnings
	lost     []int32 // whose parents are of the same process, and did not come
	twice    int
}

// grow finds out who called whom.
func grow(t *gathered) *tree {
	// What lies where must not depend on the order of arrival.
	slices.SortStableFunc(t.spans, func(a, b kept) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(a.id, b.id))
	})
	at := make(map[ID]int32, len(t.spans))
	once := t.spans[:0]
	g := &tree{children: map[ID][]int32{}}
	for _, s := range t.spans {
		if _, known := at[s.id]; known { // exporters send again what was not acknowledged
			g.twice++
			continue
		}
		at[s.id] = int32(len(once))
		once = append(once, s)
	}
	g.spans = once
	for i := range g.spans {
		s := &g.spans[i]
		if server, shared := at[s.parent.other()]; shared && s.parent != 0 && s.id != s.parent.other() && g.spans[server].host == s.host {
			s.parent = s.parent.other()
		}
		_, known := at[s.parent]
		switch {
		case known:
			g.children[s.parent] = append(g.children[s.parent], int32(i))
		case s.parent == 0 || s.remote:
			g.roots = append(g.roots, int32(i))
		default:
			g.lost = append(g.lost, int32(i))
		}
	}
	return g
}

// whole reports whether nothing of a trace is known to be missing.
func whole(t *gathered) bool {
	g := grow(t)
	t.spans = g.spans
	return len(g.lost) == 0 && len(g.roots) == 1 && g.spans[g.roots[0]].parent == 0
}

// executions gives a trace's executions to the stream: for each span without a
// caller among them a trace.
func (t *gathered) executions(to *stream, report *kieker.Reading) {
	g := grow(t)
	if g.twice > 0 {
		report.Leave("spans that came twice", int64(g.twice))
	}
	seen := 0
	for i, root := range g.roots {
		all := g.below(nil, root, 0)
		seen += len(all)
		if i == 0 {
			seen += g.appendLost(&all)
		}
		g.give(to, t.name(g.spans[root], i), all)
	}
	if len(g.roots) == 0 && len(g.lost) > 0 {
		all := []placed{{span: -1}} // the execution whose absence makes the trace invalid
		seen += g.appendLost(&all)
		g.give(to, t.name(kept{}, 0), all)
	}
	if circle := len(g.spans) - seen; circle > 0 {
		report.Leave("spans that call each other in a circle", int64(circle))
	}
}

// placed is an execution at its place; span -1: it is missing.
type placed struct {
	span, depth int32
}

// below are a span and what it called, in the order in which they were entered.
func (g *tree) below(all []placed, root, depth int32) []placed {
	stack := []placed{{root, depth}}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		all = append(all, top)
		called := g.children[g.spans[top.span].id]
		for i := len(called) - 1; i >= 0; i-- {
			stack = append(stack, placed{called[i], top.depth + 1})
		}
	}
	return all
}

// appendLost adds what was called by a span that did not come, behind a gap, so
// that the trace is invalid because an execution is missing.
func (g *tree) appendLost(all *[]placed) (spans int) {
	if len(g.lost) == 0 {
		return 0
	}
	*all = append(*all, placed{span: -1})
	before := len(*all)
	for _, one := range g.lost {
		*all = g.below(*all, one, 1)
	}
	return len(*all) - before
}

// give hands over the executions of one trace, the outermost last: then it is
// complete with that.
func (g *tree) give(to *stream, id int64, all []placed) {
	for i := len(all) - 1; i >= 0; i-- {
		if p := all[i]; p.span >= 0 {
			to.execution(id, &g.spans[p.span], int32(i), p.depth)
		}
	}
}

// name is the number under which a root's trace is known: the lower half of its id,
// but for further ones and those that begin below another process.
func (t *gathered) name(root kept, n int) int64 {
	id := int64(binary.BigEndian.Uint64(t.id[8:]) & math.MaxInt64)
	if n > 0 || root.parent != 0 || id == 0 {
		h := fnv.New64a()
		_, _ = h.Write(t.id[:])
		_, _ = h.Write(binary.BigEndian.AppendUint64(nil, uint64(root.id)))
		id = int64(h.Sum64() & math.MaxInt64)
	}
	return id
}
