package spans

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"

	"beagle/traces/kieker"
)

type tree struct {
	spans    []kept
	children [][]int32
	roots    []int32 // in order of their beginnings
	lost     []int32 // whose parents are of the same process, and did not come
	twice    int
}

func grow(t *gathered, texts []string) *tree {
	g := &tree{spans: t.spans}
	g.sort(texts)
	at := g.withoutCopies()
	g.children = make([][]int32, len(g.spans))
	for i := range g.spans {
		s := &g.spans[i]
		caller := g.caller(int32(i), at)
		switch {
		case caller >= 0:
			g.children[caller] = append(g.children[caller], int32(i))
		case s.parent == 0 || s.remote:
			g.roots = append(g.roots, int32(i))
		default:
			g.lost = append(g.lost, int32(i))
		}
	}
	t.spans = g.spans
	return g
}

// sort puts the spans in the order of their beginnings. Where clocks are too coarse to tell,
// what ended first came first. Else the names decide: ids are random, and the same
// behaviour shall be the same trace, in whichever order its spans arrived.
func (g *tree) sort(texts []string) {
	slices.SortStableFunc(g.spans, func(a, b kept) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end),
			cmp.Compare(texts[a.component], texts[b.component]), cmp.Compare(texts[a.name], texts[b.name]), cmp.Compare(texts[a.host], texts[b.host]),
			cmp.Compare(a.kind, b.kind), cmp.Compare(a.id, b.id), cmp.Compare(a.parent, b.parent))
	})
}

// withoutCopies leaves out spans that came before, and returns where the others are by their ids.
func (g *tree) withoutCopies() map[ID][]int32 {
	at := make(map[ID][]int32, len(g.spans))
	all := g.spans
	g.spans = g.spans[:0]
	for _, s := range all {
		if same := slices.IndexFunc(at[s.id], func(i int32) bool { return copies(&g.spans[i], &s) }); same >= 0 {
			g.spans[at[s.id][same]] = s // the one that ends later: the other may have been reported before its end
			g.twice++
			continue
		}
		at[s.id] = append(at[s.id], int32(len(g.spans)))
		g.spans = append(g.spans, s)
	}
	return at
}

// copies reports whether a span is the same as one with its id that stands before it.
func copies(before, s *kept) bool {
	return before.name == s.name && before.component == s.component && before.host == s.host && before.kind == s.kind &&
		before.start == s.start && (before.end == s.end || before.end == before.start)
}

// caller is the span that called another one; -1: it did not come.
func (g *tree) caller(of int32, at map[ID][]int32) int32 {
	s := &g.spans[of]
	if s.kind == Server || s.kind == Consumer { // both sides of a call may have one id
		for _, i := range at[s.id] {
			if i != of && g.spans[i].isOtherSideOf(s) {
				return i
			}
		}
	}
	best, fit := int32(-1), -1
	if s.parent == 0 {
		return best
	}
	for _, i := range at[s.parent] {
		if fits := g.spans[i].fits(s); i != of && fits >= fit {
			best, fit = i, fits
		}
	}
	return best
}

// isOtherSideOf reports whether a span is the caller's side of a call that it shares an id with: by their kinds, or
// where its own is not told, by their times.
func (k *kept) isOtherSideOf(called *kept) bool {
	switch k.kind {
	case Client:
		return called.kind == Server
	case Producer:
		return called.kind == Consumer
	case Unspecified:
		return k.start <= called.start && called.end <= k.end
	default:
		return false
	}
}

func (k *kept) fits(called *kept) (fit int) {
	if k.host == called.host {
		fit += 4
	}
	if k.start <= called.start && called.start <= k.end {
		fit += 2
	}
	if k.kind == Server || k.kind == Consumer {
		fit++
	}
	return fit
}

func whole(t *gathered, texts []string) bool {
	g := grow(t, texts)
	return len(g.lost) == 0 && len(g.roots) == 1 && g.spans[g.roots[0]].parent == 0
}

func (t *gathered) executions(to *stream, report *kieker.Reading) {
	g := grow(t, to.texts)
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

func (g *tree) below(all []placed, root, depth int32) []placed {
	stack := []placed{{root, depth}}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		all = append(all, top)
		called := g.children[top.span]
		for i := len(called) - 1; i >= 0; i-- {
			stack = append(stack, placed{called[i], top.depth + 1})
		}
	}
	return all
}

// appendLost adds what was called by a span that did not come, behind a gap.
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

func (g *tree) give(to *stream, id int64, all []placed) {
	for i := len(all) - 1; i >= 0; i-- {
		if p := all[i]; p.span >= 0 {
			to.execution(id, &g.spans[p.span], int32(i), p.depth)
		}
	}
}

// name is the number under which a root's trace is known: the lower half of its id, but for further ones and those
// that begin below another process.
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
