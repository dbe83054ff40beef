package traces

import (
	"math/bits"
	"sync/atomic"
)

// Programs repeat themselves. Once a source has sent a class of traces twice,
// the entries and exits of that class are known as bytes, and those of the next
// trace need only be compared with them: what they mean was found out before.
// A trace is on a path as long as its events are those of traces that were
// valid. Only their times are kept then; where it leaves the path, the rest is
// made up for (stray), and its events take the way that FuzzReconstruct
// compares with this one.

// paths is a tree of the events of a source's classes.
type paths struct {
	steps  []step   // steps[0] is no step, steps[1] the beginning of all
	forks  []uint32 // steps with siblings, by hash: open addressing
	forked int
	route  []uint32 // scratch of stray
	resets int
	off    bool // no longer worth it
	memory *atomic.Int64
}

// step is one event, after those above it. head and tail are its bytes but for
// its times and its trace: order index and signature, class and component.
type step struct {
	head, tail uint64
	next       uint32 // the step that came after it the last time
	up         uint32 // the step before
	slot       uint32 // position of the execution, and what happens to it
	what       uint32 // of an entry its operation, of the end its class
}

// Marks in a step's slot, below the position.
const (
	stepExit = 1 << iota
	stepEnd  // of the outermost execution

	slotShift = 2
)

const (
	beginning = 1
	minForks  = 64
	stepSize  = 32
	// A source that gives ids new meanings again and again has no paths.
	maxResets = 16
)

// follow is the step that follows another one with these bytes; 0: none.
func (p *paths) follow(at uint32, head, tail uint64) uint32 {
	if len(p.forks) == 0 {
		return 0
	}
	mask := len(p.forks) - 1
	for i := forkHome(at, head, tail); ; i++ {
		next := p.forks[i&mask]
		if next == 0 {
			return 0
		}
		if s := &p.steps[next]; s.up == at && s.head == head && s.tail == tail {
			p.steps[at].next = next
			return next
		}
	}
}

func forkHome(at uint32, head, tail uint64) int {
	h := (head ^ uint64(at)<<32 ^ bits.RotateLeft64(tail, 17)) * 0x9e3779b97f4a7c15
	return int(h >> 33)
}

// add makes a step after another one; 0 where there is no memory for it.
func (p *paths) add(at uint32, s step) uint32 {
	if next := p.steps[at].next; next != 0 {
		if first := &p.steps[next]; first.head == s.head && first.tail == s.tail {
			return next
		}
		if known := p.follow(at, s.head, s.tail); known != 0 {
			return known
		}
		if !p.fork(next) { // siblings are found by hash from now on
			return 0
		}
	}
	if !p.grow() {
		return 0
	}
	next := uint32(len(p.steps))
	s.up = at
	p.steps = append(p.steps, s)
	if p.steps[at].next != 0 && !p.fork(next) {
		p.steps = p.steps[:next]
		return 0
	}
	p.steps[at].next = next
	return next
}

// grow makes room for one more step.
func (p *paths) grow() bool {
	if len(p.steps) < cap(p.steps) {
		return true
	}
	more := max(62, cap(p.steps)/2)
	if !p.take(stepSize * int64(more)) {
		return false
	}
	p.steps = append(make([]step, 0, cap(p.steps)+more), p.steps...)
	return true
}

func (p *paths) take(bytes int64) bool {
	if p.memory.Add(-bytes) >= 0 {
		return true
	}
	p.memory.Add(bytes)
	return false
}

// fork puts a step among those that are found by hash.
func (p *paths) fork(next uint32) bool {
	s := &p.steps[next]
	if p.follow(s.up, s.head, s.tail) == next {
		return true
	}
	if 2*p.forked >= len(p.forks) {
		size := max(minForks, 2*len(p.forks))
		if !p.take(4 * int64(size-len(p.forks))) {
			return false
		}
		old := p.forks
		p.forks, p.forked = make([]uint32, size), 0
		for _, known := range old {
			if known != 0 {
				p.place(known)
			}
		}
	}
	p.place(next)
	return true
}

func (p *paths) place(next uint32) {
	s, mask := &p.steps[next], len(p.forks)-1
	i := forkHome(s.up, s.head, s.tail)
	for p.forks[i&mask] != 0 {
		i++
	}
	p.forks[i&mask] = next
	p.forked++
}

// release gives the memory back; there are no paths then.
func (p *paths) release() {
	p.memory.Add(stepSize*int64(cap(p.steps)) + 4*int64(len(p.forks)))
	*p = paths{memory: p.memory, resets: p.resets + 1, off: p.resets >= maxResets}
}

// learn makes a path of a class whose traces come again. Their events must be
// plain, and say with the ids of the source's strings what the class is made of.
func (s *Shard) learn(c *class) {
	p, v := &s.paths, s.view
	c.path = true
	if p.off || v != &s.own || v.entry == noClass || v.exit == noClass || len(c.hosts) > 0 || !c.plain() || len(c.ops) >= 1<<(31-slotShift) {
		return
	}
	if len(p.steps) == 0 {
		if !p.grow() {
			return
		}
		p.steps = append(p.steps, step{tail: noTail}, step{tail: noTail})
	}
	at, order := uint32(beginning), uint32(0)
	move := func(class uint32, exec int32, slot, what uint32) bool {
		op := c.ops[exec] & opMask
		if int(op) >= len(v.ids) || v.ids[op].class == 0 {
			return false
		}
		signature, component := uint32(v.ids[op].signature-1), uint32(v.ids[op].class-1)
		at = p.add(at, step{
			head: uint64(bits.ReverseBytes32(order)) | uint64(bits.ReverseBytes32(signature))<<32,
			tail: uint64(class) | uint64(bits.ReverseBytes32(component))<<32,
			slot: uint32(exec)<<slotShift | slot, what: what,
		})
		order++
		return at != 0
	}
	current := int32(-1)
	for i := range c.ops {
		for ; current != c.parents[i]; current = c.parents[current] {
			if !move(v.exit, current, stepExit, 0) {
				return
			}
		}
		if current = int32(i); !move(v.entry, current, 0, uint32(c.ops[i])) {
			return
		}
	}
	for ; current > 0; current = c.parents[current] {
		if !move(v.exit, current, stepExit, 0) {
			return
		}
	}
	move(v.exit, 0, stepExit|stepEnd, uint32(c.index))
}

// noTail is no record's: class ids are not negative.
const noTail = 1<<64 - 1

// plain reports whether entries and exits alone make a trace of the class, and
// no earlier than with its last event.
func (c *class) plain() bool {
	for i, op := range c.ops {
		if op&assumed != 0 || (op&inferred != 0) != (i > 0) || (c.parents[i] >= 0) != (i > 0) {
			return false
		}
	}
	return true
}

// stray takes a trace off its path: what its events meant is made up for.
func (s *Shard) stray(o *open) {
	at := o.path
	o.path = 0
	o.execs = o.execs[:0]
	route := s.paths.route[:0]
	for ; at > beginning; at = s.paths.steps[at].up {
		route = append(route, at)
	}
	s.paths.route = route
	for i := len(route) - 1; i >= 0; i-- {
		o.next++
		step := &s.paths.steps[route[i]]
		if step.slot&stepExit != 0 {
			o.current = o.execs[o.current].parent
			o.hash = hashLeave(o.hash)
			continue
		}
		n := len(o.execs)
		o.execs = o.execs[:n+1]
		e := &o.execs[n]
		e.op, e.parent = int32(step.what), o.current
		o.current = int32(n)
		o.hash = hashEnter(o.hash, e.op)
	}
}

// forgetPaths takes all traces off their paths, which are no longer true.
func (s *Shard) forgetPaths() {
	if len(s.paths.steps) == 0 {
		return
	}
	for o := s.age.oldest; o != nil; o = o.newer {
		if o.path != 0 {
			s.stray(o)
		}
	}
	s.paths.release()
}
