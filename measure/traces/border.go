package traces

import (
	"cmp"
	"slices"
)

// border is what a branch has of traces that were not complete in it.
type border struct {
	crossing []*open // begun before the branch, in the order in which they went on
	begun    []*open // begun in the branch, the oldest first
}

// border finds the traces that lie across the border, or are still open; false
// where one of them could go another way than it would in one shard.
func (br *Branch) border() (b border, ok bool) {
	s, theirs := br.from, br.shard
	for _, id := range theirs.branched.ended { // its records would have joined a trace that was open
		if s.events.get(id) != nil || s.runs.get(id) != nil {
			return b, false
		}
	}
	begins := map[int64]bool{}
	for o := theirs.age.oldest; o != nil; o = o.newer {
		own, began := s.events.get(o.id), o.flags&hasMetadata != 0
		if !o.retold() || began == (own != nil) { // metadata twice, or never
			return b, false
		}
		if began {
			b.begun = append(b.begun, o)
			continue
		}
		begin, ok := own.goesOn(o)
		if !ok {
			return b, false
		}
		begins[begin] = true
		o.more()
		b.crossing = append(b.crossing, o)
	}
	slices.SortFunc(b.crossing, func(x, y *open) int { return cmp.Compare(x.aside.stamp, y.aside.stamp) })
	for _, c := range theirs.classes.all { // of traces that began at once the one that ends first stands for the class
		if begins[unsigned(c.begun)] || len(c.started) > 0 {
			return b, false
		}
	}
	return b, true
}

// retold reports whether events tells all records of the trace but its metadata.
func (o *open) retold() bool {
	if o.reason != Valid || o.lost > 0 || o.flags&(isExecutions|isShuffled) != 0 || o.parent() != 0 {
		return false
	}
	if o.turn >= 0 {
		return true
	}
	n, records := 0, int(o.next)
	if o.aside != nil {
		records += len(o.aside.pending)
	}
	for range o.events {
		n++
	}
	return n == records
}

// events are those that a trace was made of, in their order.
func (o *open) events(yield func(event) bool) {
	if o.turn >= 0 {
		for i, w := range o.words[:o.turn] {
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
	told := inOrder(len(o.execs), func(i int32) int32 { return o.execs[i].parent }, o.current, func(i int32, exit bool) bool {
		x := &o.execs[i]
		order++
		e := event{order: order, op: x.op &^ inferred, time: x.in, kind: roleBefore}
		if exit {
			e.time, e.kind = x.out&^failedBit, roleAfter
			if x.out < 0 {
				e.kind = roleFailed
			}
		}
		return yield(e)
	})
	if told && o.aside != nil {
		for _, e := range o.aside.pending {
			if !yield(e) {
				return
			}
		}
	}
}

// inOrder visits the entries and exits of executions in order of entry, as they
// came; current and its callers are not left. False where a visit was.
func inOrder(n int, parent func(int32) int32, current int32, visit func(call int32, exit bool) bool) bool {
	top := int32(-1)
	leave := func(until int32) bool {
		for ; top != until; top = parent(top) {
			if !visit(top, true) {
				return false
			}
		}
		return true
	}
	for i := range int32(n) {
		if !leave(parent(i)) || !visit(i, false) {
			return false
		}
		top = i
	}
	return leave(current)
}

// goesOn reports whether a trace simply goes on with the events that a branch
// has of it: then it ends at the last of them, or not yet. It returns when the
// trace began.
func (o *open) goesOn(more *open) (begin int64, ok bool) {
	if o.reason != Valid || o.lost > 0 || o.awaits() {
		return 0, false
	}
	next, depth, first := o.next, int32(0), true
	for i := o.current; i >= 0; i = o.execs[i].parent {
		depth++
	}
	if o.turn >= 0 {
		next, depth = o.turn, o.depth
	}
	switch {
	case o.turn > 0:
		begin, first = o.begin, false
	case len(o.execs) > 0:
		begin, first = o.execs[0].in, false
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
	return unsigned(begin), true
}

// adopted are the numbers that a shard has for the operations and hosts of a
// branch.
type adopted struct {
	ops, hosts []int32
	components []string // in the order of their numbers
	named      int      // of them
}

func (a *adopted) op(op int32) int32 { return a.ops[op&opMask] | op&^opMask }

func (a *adopted) host(host int32) int32 {
	if host < 0 {
		return host
	}
	return a.hosts[host]
}

// name gives the first so many components of the branch their numbers.
func (a *adopted) name(n *Names, until int) {
	for ; a.named < until; a.named++ {
		n.Component(a.components[a.named])
	}
}

// adopt gives numbers to the names of a branch, in the order in which it got to
// know them; false where there is no room, or components got their numbers
// otherwise than with their classes.
func (n *Names) adopt(theirs *Names) (a adopted, ok bool) {
	keys := make([][2]string, len(theirs.operations))
	for key, op := range theirs.byKey {
		if keys[op] = key; key[1] == "" {
			return a, false
		}
	}
	n.mu.RLock()
	room := max(len(n.operations)+len(theirs.operations), len(n.hosts)+len(theirs.hosts)) <= n.limit && n.bytes+theirs.bytes <= maxNameBytes
	n.mu.RUnlock()
	if !room {
		return a, false
	}
	for _, key := range keys {
		a.ops = append(a.ops, n.operation(key[0], key[1]))
	}
	for _, host := range theirs.hosts {
		a.hosts = append(a.hosts, n.host(host))
	}
	a.components = make([]string, len(theirs.components))
	for name, number := range theirs.components {
		a.components[number-1] = name
	}
	return a, true
}

// renumber gives a branch's classes the shard's numbers; false where their
// quantiles would take more memory than there is.
func (b *Branch) renumber(numbers adopted) bool {
	s, theirs := b.from, b.shard
	free := s.engine.sketchMemory.Load()
	for _, c := range theirs.classes.all {
		theirs.fold(c)
		for i := range c.ops {
			c.ops[i] = numbers.op(c.ops[i])
			c.rep.execs[i].op = c.ops[i]
		}
		c.host = numbers.host(c.host)
		c.hash = c.shape.sum()
		own := s.classes.shaped(c.hash, &c.shape)
		for i := range c.calls {
			if own == nil {
				free -= c.calls[i].sketch.bytes()
			} else {
				free -= own.calls[i].sketch.growth(&c.calls[i].sketch)
			}
		}
	}
	return free >= 0
}
