package traces

import (
	"time"

	"beagle/traces/classes"
	"beagle/traces/kieker"
)

// A recorded log is decoded on two cores: while a shard is given one part of it, a branch is given the next one, as
// if nothing came before it. Traces that lie across its begin stay open on both sides. Join replays what the branch
// has of them in the shard, in the order in which the shard alone would have ended them, and adopts the branch's
// classes. The result is exactly that of one shard: where that is not certain, Join changes nothing and says so, and
// the shard is given that part, too.

// Branch is a handler for the part of a log that follows the one its shard is given; see kieker.Forker.
type Branch struct {
	shard  *Shard // of an engine of its own, so that nothing of it shows
	from   *Shard
	giveUp func() // stops the reading
	scale  int64  // of the timestamps where it begins
	began  time.Time
}

type branched struct {
	ended       []int64      // ids of complete traces, in order
	firstTraces []firstTrace // of each class
	stamps      int
	dependent   bool // something came that may depend on what came before the branch
}

type firstTrace struct {
	after      int // so many traces had ended
	components int // so many components were known with it
}

const (
	branchShare = 4       // a branch gets one part in so many of what its shard may take
	branchEnded = 1 << 20 // traces that it may end: 8 MiB of ids
)

// Fork begins a branch, which calls giveUp as soon as it knows that Join will be false; nil where traces may depend
// on each other, or are wanted one by one.
func (s *Shard) Fork(giveUp func()) kieker.Branch {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.engine.options
	if o.Repair || o.Distributed || o.Trace != nil || o.Invalid != nil || !s.ample() {
		return nil
	}
	o.Memory, o.MaxOpen = o.Memory/branchShare, max(1, o.MaxOpen/branchShare)
	o.Timeout, o.Intervals = 0, false
	b := &Branch{shard: newShard(NewEngine(o), s.source), from: s, giveUp: giveUp, scale: s.own.scale, began: time.Now()}
	b.shard.own.scale = b.scale
	b.shard.branched = &branched{}
	return b
}

// ample reports whether there was memory for everything so far, and is for a branch.
func (s *Shard) ample() bool {
	open := int64(s.engine.options.MaxOpen)
	return s.engine.hasRoom() && s.engine.level.Load() == 0 && s.counts.Open <= open-open/branchShare &&
		s.counts.Unsorted == 0 && s.counts.Reasons[TooMany] == 0
}

// Records is as that of a Shard.
func (b *Branch) Records(batch []kieker.Record) {
	b.shard.Records(batch)
	b.look()
}

// Run is as that of a Shard.
func (b *Branch) Run(data []byte, classes []*kieker.Class) (used, records int) {
	used, records = b.shard.Run(data, classes)
	b.look()
	return used, records
}

// Closed does nothing: Join takes everything over.
func (*Branch) Closed(kieker.Report) {}

func (b *Branch) look() {
	notes := b.shard.branched
	notes.dependent = notes.dependent || b.shard.counts.Invalid+b.shard.counts.Unsorted > 0 || len(notes.ended) > branchEnded || !b.from.engine.hasRoom()
	if notes.dependent {
		b.giveUp()
	}
}

func (b *branched) remember(id int64) {
	if b != nil {
		b.ended = append(b.ended, id)
	}
}

func (b *branched) bear(n *classes.Names) {
	if b != nil {
		b.firstTraces = append(b.firstTraces, firstTrace{len(b.ended), n.ComponentCount()})
	}
}

func (b *branched) stamp(o *open) {
	if b != nil {
		b.stamps++
		a := o.more()
		a.after, a.stamp = len(b.ended), b.stamps
	}
}

// Join takes over what the branch has, behind all that its shard was given;
// false, and nothing is changed, where the shard must be given it itself.
func (b *Branch) Join() bool {
	s, theirs := b.from, b.shard
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = time.Now().UnixNano()
	if limit := s.engine.options.Timeout; limit > 0 && time.Since(b.began) > limit/2 {
		return false // traces of the shard could have timed out meanwhile
	}
	if theirs.branched.dependent || theirs.counts.Invalid+theirs.counts.Unsorted > 0 || theirs.engine.level.Load() > 0 || !s.ample() || s.own.scale != b.scale {
		return false
	}
	rest, ok := b.incomplete()
	if !ok {
		return false
	}
	numbers, ok := s.engine.names.Adopt(theirs.engine.names)
	if !ok || !b.renumber(numbers) {
		return false
	}
	b.takeOver(rest, numbers)
	return true
}

func (b *Branch) takeOver(rest incomplete, numbers classes.Adopted) {
	s, theirs := b.from, b.shard
	notes := theirs.branched
	ended, crossing := 0, rest.crossing
	end := func(until int) {
		for ; ended < until; ended++ {
			id := notes.ended[ended]
			s.recent[uint64(id)%uint64(len(s.recent))] = id
		}
	}
	cross := func(until int) {
		for len(crossing) > 0 && crossing[0].irregular.after <= until {
			end(crossing[0].irregular.after)
			b.again(crossing[0], numbers)
			crossing = crossing[1:]
		}
	}
	for i, c := range theirs.classes.all {
		cross(notes.firstTraces[i].after)
		numbers.Name(s.engine.names, notes.firstTraces[i].components)
		b.adopt(c)
	}
	cross(len(notes.ended))
	end(len(notes.ended))
	for _, o := range rest.inside {
		b.again(o, numbers)
	}
	theirs.counts.Open = 0
	s.counts.Add(&theirs.counts)
	s.own.scale = theirs.own.scale
}

func (b *Branch) again(o *open, numbers classes.Adopted) {
	s := b.from
	own := s.find(o.id)
	own.heard = coarse(s.now)
	if o.flags&hasMetadata != 0 {
		own.flags |= hasMetadata
		own.flags &^= isLate
		own.host, own.session = numbers.Host(o.host), o.session
	}
	for e := range o.events {
		e.op = numbers.Op(e.op)
		s.irregular(s.find(o.id), e)
	}
}

func (b *Branch) adopt(c *class) {
	s := b.from
	own := s.classes.shaped(c.hash, &c.Shape)
	before := int64(0)
	if own == nil {
		c.memory, c.buffered, c.pattern = classBytes(len(c.Ops)), nil, nil
		s.engine.classMemory.Add(-c.memory)
		s.classes.put(c)
		own = c
	} else {
		s.fold(own)
		before = classes.CallBytes(own.calls)
		if own.count == 0 || c.repBegan < own.repBegan { // an interval took all there was
			own.repBegan, own.rep = c.repBegan, c.rep
		}
		own.count += c.count
		own.last = max(own.last, c.last)
		for i := range own.calls {
			own.calls[i].Merge(&c.calls[i])
		}
	}
	s.engine.sketchMemory.Add(before - classes.CallBytes(own.calls))
}
