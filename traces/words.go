package traces

import (
	"beagle/traces/classes"
)

// A word is an entry or an exit that came in its turn: above its operation and whether it is an exit, below its time
// in ns since the first of the trace. So an event costs one store, whatever it is, and a whole trace is compared with
// those of its class, and its durations taken, when it is complete. The words of a class have the number of their
// execution in place of the time.
type word uint64

const (
	wordSize = 8
	// wordsTogether is how many words wait beside what an event touches anyway, until
	// they are moved to the others together.
	wordsTogether = 4
	// earlyCount is how many others a trace has room for from the beginning: ten calls with the recent ones.
	earlyCount = 16
	// maxWords is how many words a trace has at most. A longer one is unfolded.
	maxWords = 1 << 14
	// unfolded is the turn of a trace that is no longer in words: beyond maxWords, and one at which words are moved,
	// so that it is looked for only then.
	unfolded = 1<<16 - wordsTogether
)

func (w word) op() int32 { return int32(w >> 33) }

func (w word) exit() bool { return w>>32&1 != 0 }

func (w word) below() uint32 { return uint32(w) }

func follow(path, code uint32) uint32 { return path*0x5bd1e995 + code + 1 }

func (p *progress) folded() bool { return p.turn != unfolded }

func (p *progress) entries() int { return int(p.turn+p.depth) / 2 }

func (p *progress) moved() int { return max(0, int(p.turn)-1) &^ (wordsTogether - 1) }

func (o *open) word(i int) word {
	switch moved := o.moved(); {
	case i >= moved:
		return o.recent[i-moved]
	case i < earlyCount:
		return o.early[i]
	default:
		return o.irregular.long[i]
	}
}

// move copies the recent words one by one: the processor hands a word that was just written to whoever reads that
// word, but makes wait who reads several at once.
func (p *progress) move(to *[wordsTogether]word) {
	to[0], to[1], to[2], to[3] = p.recent[0], p.recent[1], p.recent[2], p.recent[3]
}

func (o *open) words() []word {
	moved, all := o.moved(), o.early[:]
	if moved > earlyCount {
		all = o.irregular.long // there is room: see lengthen
		copy(all, o.early[:earlyCount])
	}
	o.move((*[wordsTogether]word)(all[moved:]))
	return all[:o.turn]
}

// lengthen makes room to move the recent words of a trace to the others, and for as many again.
func (s *openTraces) lengthen(o *open) bool {
	a := o.more()
	size := max(4*earlyCount, 2*len(a.long))
	if size > maxWords || !s.reserve(o, int64(size-len(a.long))*wordSize) {
		return false
	}
	a.long = append(make([]word, 0, size), a.long...)[:size]
	return true
}

// unfold makes executions of a trace's words.
func (s *eventTraces) unfold(o *open) bool {
	if !o.folded() {
		return true
	}
	if o.turn > 0 && !s.enlarge(o, o.entries()) {
		return false
	}
	s.replay(o)
	return true
}

func (s *eventTraces) replay(o *open) {
	n := int(o.turn)
	for i := range n {
		w := o.word(i)
		o.next = int32(i) + 1
		if at := o.begin + int64(w.below()); w.exit() {
			o.leave(w.op(), at, false, false)
		} else {
			o.enter(w.op(), classes.Inferred, at, s.engine.options.MaxExecutions)
		}
	}
	o.turn = unfolded
}

func (s *eventTraces) complete(o *open) {
	known := o.flags&hasMetadata != 0 && s.engine.options.Trace == nil
	if !known || len(s.classes.all) < manyClasses && s.counts.Open < s.crowded {
		s.finish()
		if known {
			if c := s.classes.patterns.find(patternKey(o.path, o.host)); c != nil && s.count(c, o) {
				s.release(o)
				return
			}
		}
		s.settleWords(o)
		return
	}
	s.done[s.waiting] = done{o, o.turn}
	o.turn = unfolded // an event that follows is late
	if s.waiting++; s.waiting == len(s.done) {
		s.finish()
	}
}

// manyClasses is with how many classes the next trace's class is hardly ever in the processor's nearer caches.
const manyClasses = 512

type done struct {
	trace *open
	turn  uint16
}

// finish ends the traces that are complete. With many classes, or many open traces, what that needs is in none of the
// processor's caches, and one thing tells where the next one is: so each step is done for all of them before the next
// one. Until then they are found like open traces, and nothing but new traces may come in between.
func (s *eventTraces) finish() {
	if s.waiting == 0 {
		return
	}
	var (
		all      = s.done[:s.waiting]
		found    [len(s.done)]*class
		patterns [len(s.done)]*place
		words    [3 * len(s.done)]*word
		rows     [2 * len(s.done)]*uint32
		ops      [len(s.done)]*int32
		lists    [len(s.done)]*[]int32
	)
	s.waiting = 0
	for i := range all {
		o := all[i].trace
		o.turn = all[i].turn
		found[i] = s.classes.patterns.find(patternKey(o.path, o.host))
		words[3*i], words[3*i+1], words[3*i+2] = &o.early[0], &o.early[earlyCount/2], &o.early[earlyCount]
		if c := found[i]; c != nil { // a class has three lines
			lists[i], ops[i] = &c.Ops, &c.OneHost
		}
	}
	prefetch(found[:len(all)])
	prefetch(lists[:len(all)])
	prefetch(ops[:len(all)])
	prefetch(words[:3*len(all)])
	for i, c := range found[:len(all)] {
		if c == nil {
			continue
		}
		if len(c.pattern) > 0 {
			patterns[i] = &c.pattern[0]
		}
		ops[i] = &c.Ops[0]
		if from, to := len(c.buffered), len(c.buffered)+len(c.calls); to <= cap(c.buffered) {
			row := c.buffered[from:to]
			rows[2*i], rows[2*i+1] = &row[0], &row[len(row)-1]
		}
	}
	prefetch(patterns[:len(all)])
	prefetch(ops[:len(all)])
	prefetch(rows[:2*len(all)])
	for i := range all {
		o := all[i].trace
		switch c := found[i]; {
		case !o.folded(): // given up, because one before it needed memory
		case c != nil && s.count(c, o):
			s.release(o)
		default:
			s.settleWords(o)
		}
	}
}

func (s *eventTraces) settleWords(o *open) {
	if s.unfold(o) {
		s.settle(o)
	}
}

// count counts a trace in words that is of the class; false, and nothing is counted, where it is not, or needs a
// closer look.
func (s *eventTraces) count(c *class, o *open) bool {
	n, width := len(c.buffered), len(c.calls)
	if 2*len(c.pattern) != int(o.turn) || c.OneHost != o.host || c.count == 0 {
		return false
	}
	row := s.row
	waits := n+width <= cap(c.buffered) || s.grantBuffer(c)
	if waits {
		row = c.buffered[n : n+width]
	} else if len(row) < width {
		row = make([]uint32, width)
		s.row = row
	}
	row = row[:width]
	words, ops := o.words(), c.Ops[:width]
	var other uint32    // not 0 in its lower bits: words that are not of the class
	var backward uint64 // not 0 above: executions end before they begin
	for call, p := range c.pattern[:width] {
		entry, exit, code := words[p.entry], words[p.exit], uint32(ops[call])<<1
		other |= uint32(entry>>32) ^ code | uint32(exit>>32) ^ (code | 1)
		took := uint64(exit.below()) - uint64(entry.below())
		backward |= took
		row[call] = uint32(took)
	}
	if other&codeMask|uint32(backward>>32) != 0 {
		return false
	}
	s.counts.Valid++
	s.counts.ValidRecords += int64(o.turn) + 1 // with its metadata
	c.count++
	c.last = s.now
	if o.parent() != 0 {
		s.started(c, o)
	}
	if o.begin < c.repBegan {
		c.repBegan = o.begin
		c.representWords(o)
	}
	switch {
	case !waits:
		s.addRows(c, row)
	default:
		if c.buffered = c.buffered[:n+width]; n+2*width > cap(c.buffered) {
			s.fold(c)
		}
	}
	return true
}

func (c *class) representWords(o *open) {
	r, words := &c.rep, o.words()
	for call, p := range c.pattern {
		e := &r.Execs[call]
		e.In, e.Out = o.begin+int64(words[p.entry].below()), o.begin+int64(words[p.exit].below())
	}
	r.ID, r.Parent, r.Session = o.id, o.parent(), short(o.session)
}

// A place says where among the words of a trace an execution begins and ends.
type place struct{ entry, exit uint16 }

const (
	placeSize = 4
	// codeMask are the bits of a word's upper half, which is its code.
	codeMask = uint32(2*classes.OpMask + 1)
)

func codeOf(op int32, exit bool) uint32 { return uint32(op&classes.OpMask)<<1 | bit(exit) }

// learn finds the words of a class's traces, so that the next ones are known by them.
func (s *classSet) learn(c *class) {
	n := int64(len(c.Ops))
	bytes := 2*patternSize + 64 + n*(placeSize+2)
	if len(c.Hosts) > 0 || len(c.Ops) > maxWords/2 || s.engine.classMemory.Add(-bytes) < 0 {
		s.engine.classMemory.Add(bytes)
		return
	}
	pattern := make([]place, len(c.Ops))
	path := uint32(0)
	key := make([]byte, 0, 2*len(c.Ops))
	classes.InOrder(len(c.Ops), func(i int32) int32 { return c.Parents[i] }, -1, func(call int32, exit bool) bool {
		if at := uint16(len(key)); exit {
			pattern[call].exit = at
		} else {
			pattern[call].entry = at
		}
		key = append(key, byte(bit(exit)))
		path = follow(path, codeOf(c.Ops[call], exit))
		return true
	})
	if known, ok := s.classes.nestings[string(key)]; ok {
		c.pattern = known
		s.engine.classMemory.Add(bytes - 2*patternSize)
		bytes = 2 * patternSize
	} else {
		c.pattern = pattern
		s.classes.nestings[string(key)] = pattern
	}
	c.memory += bytes
	s.classes.patterns.put(patternKey(path, c.OneHost), c)
}

type patternTable struct {
	slots []patternSlot
	count int
}

type patternSlot struct {
	key   uint64
	class *class // nil: empty
}

const patternSize = 16

func newPatternTable() patternTable { return patternTable{slots: make([]patternSlot, 64)} }

func patternKey(path uint32, host int32) uint64 {
	key := (uint64(path) | uint64(uint32(host))<<32) * 0xff51afd7ed558ccd
	return key ^ key>>32
}

// find is the class that the key was put for last, or nil: that of the same words, as good as always.
func (t *patternTable) find(key uint64) *class {
	mask := uint64(len(t.slots) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		if at := &t.slots[i]; at.key == key || at.class == nil {
			return at.class
		}
	}
}

func (t *patternTable) put(key uint64, c *class) {
	if t.count++; 2*t.count > len(t.slots) {
		old := t.slots
		t.slots = make([]patternSlot, 2*len(old))
		for _, slot := range old {
			if slot.class != nil {
				t.insert(slot)
			}
		}
	}
	t.insert(patternSlot{key, c})
}

func (t *patternTable) insert(slot patternSlot) {
	mask := uint64(len(t.slots) - 1)
	i := slot.key & mask
	for t.slots[i].class != nil && t.slots[i].key != slot.key {
		i = (i + 1) & mask
	}
	t.slots[i] = slot
}
