package traces

import (
	"math"

	"beagle/measure/traces/classes"
)

// A word is an entry or an exit that came in its turn: above its operation and
// whether it is an exit, below its time in ns since the first of the trace. So
// an event costs one store, whatever it is, and a whole trace is compared with
// those of its class, and its durations taken, when it is complete. The words of
// a class have the number of their execution in place of the time.
type word uint64

const (
	wordSize = 8
	// inlineWords is how many words a trace has room for from the beginning: ten
	// calls. With them an open is five lines of the cache.
	inlineWords = 20
	// unfolded is the turn of a trace that is no longer in words.
	unfolded = -1
)

func (w word) op() int32     { return int32(w >> 33) }
func (w word) exit() bool    { return w>>32&1 != 0 }
func (w word) below() uint32 { return uint32(w) }

// follow is the hash of a sequence of words that goes on with one more.
func follow(trail, code uint64) uint64 { return trail*0x5bd1e995 + code + 1 }

// entries is the number of entries among the trace's words.
func (o *open) entries() int { return int(o.turn+o.depth) / 2 }

// lengthen makes room for more words; false where the trace is too long for
// words or had to be given up for want of memory.
func (s *openTraces) lengthen(o *open) bool {
	size := min(2*len(o.words), 2*s.engine.options.MaxExecutions)
	if size <= len(o.words) || !s.reserve(o, int64(size)*wordSize) {
		return false
	}
	if len(o.words) > inlineWords {
		s.engine.openMemory.Add(int64(len(o.words)) * wordSize)
	}
	o.words = append(make([]word, 0, size), o.words...)[:size]
	return true
}

// unfold makes executions of a trace's words; false where the trace had to be
// given up for want of memory. From then on it is no longer in words.
func (s *eventTraces) unfold(o *open) bool {
	if o.turn < 0 {
		return true
	}
	if o.turn > 0 && !s.enlarge(o, o.entries()) {
		return false
	}
	s.replay(o)
	return true
}

// replay processes a trace's words like the events that they were; there is
// room for their executions.
func (s *eventTraces) replay(o *open) {
	words := o.words[:o.turn]
	o.turn = unfolded
	for i, w := range words {
		o.next = int32(i) + 1
		if at := o.begin + int64(w.below()); w.exit() {
			o.leave(w.op(), at, false, false)
		} else {
			o.enter(w.op(), classes.Inferred, at, s.engine.options.MaxExecutions)
		}
	}
}

// complete ends a trace in words whose outermost operation was left.
func (s *eventTraces) complete(o *open) {
	if o.flags&hasMetadata != 0 && s.engine.options.Trace == nil {
		if c := s.classes.patterns.find(patternKey(o.trail, o.host)); c != nil && s.count(c, o) {
			s.release(o)
			return
		}
	}
	if s.unfold(o) {
		s.settle(o)
	}
}

// count counts a trace in words that is of the class; false, and nothing is
// counted, where it is not, or needs a closer look.
func (s *eventTraces) count(c *class, o *open) bool {
	n, width := len(c.buffered), len(c.calls)
	if len(c.pattern) != int(o.turn) || c.OneHost != o.host || c.count == 0 {
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
	pattern := c.pattern
	words := o.words[:len(pattern)]
	var other word      // not 0 above: words that are not of the class
	var backward uint64 // not 0: executions end before they begin
	for i, w := range words {
		p := pattern[i]
		other |= w ^ p
		at, call := w.below(), p.below()
		if uint(call) >= uint(len(row)) {
			return false
		}
		in := row[call] & -uint32(w>>32&1)
		backward |= uint64(at) - uint64(in)
		row[call] = at - in
	}
	if other>>32|word(backward>>32) != 0 {
		return false
	}
	s.counts.Valid++
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

// representWords is represent for a trace in words that is of the class.
func (c *class) representWords(o *open) {
	r := &c.rep
	for i, w := range o.words[:len(c.pattern)] {
		e := &r.Execs[c.pattern[i].below()]
		if at := o.begin + int64(w.below()); w.exit() {
			e.Out = at
		} else {
			e.In = at
		}
	}
	r.ID, r.Parent, r.Session = o.id, o.parent(), short(o.session)
}

// learn finds the words of a class's traces, so that the next ones are known by
// them; it does nothing where memory is short, and for classes of which more is
// known than entries and exits.
func (s *classSet) learn(c *class) {
	bytes := int64(2*wordSize*len(c.Ops)) + 2*patternSize
	if len(c.Hosts) > 0 || len(c.Ops) > math.MaxInt32/2 || s.engine.classMemory.Add(-bytes) < 0 {
		s.engine.classMemory.Add(bytes)
		return
	}
	pattern := make([]word, 0, 2*len(c.Ops))
	trail := uint64(0)
	classes.InOrder(len(c.Ops), func(i int32) int32 { return c.Parents[i] }, -1, func(call int32, exit bool) bool {
		code := uint64(c.Ops[call]&classes.OpMask) << 1
		if exit {
			code |= 1
		}
		pattern = append(pattern, word(code<<32|uint64(call)))
		trail = follow(trail, code)
		return true
	})
	c.memory += bytes
	c.pattern = pattern
	s.classes.patterns.put(patternKey(trail, c.OneHost), c)
}

// patternTable finds classes by the words of their traces.
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

func patternKey(trail uint64, host int32) uint64 {
	key := (trail ^ uint64(uint32(host))) * 0xff51afd7ed558ccd
	return key ^ key>>32
}

// find is the class that the key was put for last, or nil: that of the same
// words, as good as always.
func (t *patternTable) find(key uint64) *class {
	mask := uint64(len(t.slots) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		if at := &t.slots[i]; at.key == key || at.class == nil {
			return at.class
		}
	}
}

// put adds a class; see classTable.put.
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
