package traces

import (
	"cmp"
	"slices"

	"beagle/traces/classes"
)

type incomplete struct {
	crossing []*open // begun before the branch, in the order in which they went on
	inside   []*open // begun in the branch, the oldest first
}

// incomplete finds the traces that began before the branch, or are still open; false
// where one of them could go another way than it would in one shard.
func (b *Branch) incomplete() (rest incomplete, ok bool) {
	s, theirs := b.from, b.shard
	for _, id := range theirs.branched.ended { // its records would have joined a trace that was open
		if s.events.get(id) != nil || s.runs.get(id) != nil {
			return rest, false
		}
	}
	begins := map[int64]bool{}
	for o := theirs.age.oldest; o != nil; o = o.newer {
		own, began := s.events.get(o.id), o.flags&hasMetadata != 0
		if !o.retold() || began == (own != nil) { // metadata twice, or never
			return rest, false
		}
		if began {
			rest.inside = append(rest.inside, o)
			continue
		}
		begin, ok := own.goesOn(o)
		if !ok {
			return rest, false
		}
		begins[begin] = true
		o.more()
		rest.crossing = append(rest.crossing, o)
	}
	slices.SortFunc(rest.crossing, func(x, y *open) int { return cmp.Compare(x.irregular.stamp, y.irregular.stamp) })
	for _, c := range theirs.classes.all { // of traces that began at once the one that ends first stands for the class
		if begins[classes.Unsigned(c.repBegan)] || len(c.started) > 0 {
			return rest, false
		}
	}
	return rest, true
}

func (o *open) retold() bool {
	if o.reason != Valid || o.lost > 0 || o.flags&(isExecutions|isShuffled) != 0 || o.parent() != 0 {
		return false
	}
	if o.folded() {
		return true
	}
	n, records := 0, int(o.next)
	if o.irregular != nil {
		records += len(o.irregular.pending)
	}
	for range o.events {
		n++
	}
	return n == records
}

func (o *open) events(yield func(event) bool) {
	if o.folded() {
		for i := range int(o.turn) {
			w := o.word(i)
			e := event{order: int32(i), op: w.op(), time: o.begin + int64(w.below()), kind: roleBefore}
			if w.exit() {
				e.kind = roleAfter
			}
			if !yield(e) {
				return
			}
		}
		return
	}
	order := int32(-1)
	told := classes.InOrder(len(o.execs), func(i int32) int32 { return o.execs[i].Parent }, o.current, func(i int32, exit bool) bool {
		x := &o.execs[i]
		order++
		e := event{order: order, op: x.Op &^ classes.Inferred, time: x.In, kind: roleBefore}
		if exit {
			e.time, e.kind = x.Out&^classes.FailedBit, roleAfter
			if x.Out < 0 {
				e.kind = roleFailed
			}
		}
		return yield(e)
	})
	if told && o.irregular != nil {
		for _, e := range o.irregular.pending {
			if !yield(e) {
				return
			}
		}
	}
}

// goesOn reports whether a trace simply goes on with the events that a branch has of it: then it ends at the last of
// them, or not yet. It returns when the trace began.
func (o *open) goesOn(more *open) (begin int64, ok bool) {
	if o.reason != Valid || o.lost > 0 || o.irregular.awaits() {
		return 0, false
	}
	next, depth, first := o.next, int32(0), true
	for i := o.current; i >= 0; i = o.execs[i].Parent {
		depth++
	}
	if o.folded() {
		next, depth = int32(o.turn), int32(o.depth)
	}
	switch {
	case o.folded() && o.turn > 0:
		begin, first = o.begin, false
	case len(o.execs) > 0:
		begin, first = o.execs[0].In, false
	}
	for e := range more.events {
		if first {
			begin, first = e.time, false
		}
		if e.order < next || depth == 0 && e.order > 0 { // what was there, or behind the end
			return 0, false
		}
		switch e.kind {
		case roleBefore:
			depth++
		case roleAfter, roleFailed:
			depth--
		default:
		}
		if depth < 0 {
			return 0, false
		}
	}
	return classes.Unsigned(begin), true
}

// renumber gives a branch's classes the shard's numbers; false where their
// quantiles would take more memory than there is.
func (b *Branch) renumber(numbers classes.Adopted) bool {
	s, theirs := b.from, b.shard
	free := s.engine.sketchMemory.Load()
	for _, c := range theirs.classes.all {
		theirs.fold(c)
		for i := range c.Ops {
			c.Ops[i] = numbers.Op(c.Ops[i])
			c.rep.Execs[i].Op = c.Ops[i]
		}
		c.OneHost = numbers.Host(c.OneHost)
		c.hash = c.Shape.HashOnOneHost()
		own := s.classes.shaped(c.hash, &c.Shape)
		for i := range c.calls {
			if own == nil {
				free -= c.calls[i].Sketch.Bytes()
			} else {
				free -= own.calls[i].Sketch.Growth(&c.calls[i].Sketch)
			}
		}
	}
	return free >= 0
}
