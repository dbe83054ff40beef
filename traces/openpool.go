package traces

// openPool holds the open traces of a source, and those that ended and are used again, in slabs.
type openPool struct {
	opens  []*[slabTraces]open
	vacant []uint32 // slabs that were given back
	free   *open    // traces that are not open, linked by newer
	spare  int      // their number
	kept   int64    // bytes that they have beyond their places
	bare   int      // how many there were when drop had let go of all it could
}

const slabTraces = 64

// progress is what each entry and exit reads and writes of its trace: 64 bytes.
type progress struct {
	early  *earlyWords         // the words before the recent ones
	begin  int64               // time of the first word
	number uint32              // of the trace in the pool
	heard  coarseTime          // of its last record
	path   uint32              // hash of the words
	turn   uint16              // number of words, the order index of the next one; or unfolded
	depth  uint16              // entries without exits among the words
	recent [wordsTogether]word // the last words, from a position that they divide
}

type earlyWords [earlyCount + wordsTogether]word

// Sizes of a trace without what only some have, and of a slab.
const (
	openSize = 64 + (earlyCount+wordsTogether)*wordSize + 128
	slabSize = slabTraces * openSize
)

// coarseTime is the wall clock, in units of some ms.
type coarseTime uint32

const coarseBits = 20

func coarse(now int64) coarseTime { return coarseTime(now >> coarseBits) }

func (p *progress) quiet(now int64) int64 { return int64(coarse(now)-p.heard) << coarseBits }

func (p *openPool) open(number uint32) *open { return &p.opens[number/slabTraces][number%slabTraces] }

func (p *openPool) add() {
	lines, early, opens := &[slabTraces]progress{}, &[slabTraces]earlyWords{}, &[slabTraces]open{}
	slab := uint32(len(p.opens))
	if n := len(p.vacant); n > 0 {
		slab, p.vacant = p.vacant[n-1], p.vacant[:n-1]
		p.opens[slab] = opens
	} else {
		p.opens = append(p.opens, opens)
	}
	for i := slabTraces - 1; i >= 0; i-- { // those that lie side by side are used one after the other
		o := &opens[i]
		o.progress = &lines[i]
		o.early = &early[i]
		o.number = slab*slabTraces + uint32(i)
		o.turn = unfolded
		if o.number > 0 {
			p.release(o)
		}
	}
}

func (p *openPool) release(o *open) {
	o.newer, p.free = p.free, o
	p.spare++
	p.kept += o.extra()
}

func (p *openPool) take() *open {
	o := p.free
	p.free, o.newer = o.newer, nil
	p.spare--
	p.kept -= o.extra()
	return o
}

func (p *openPool) droppable() bool { return p.kept > 0 || p.spare >= 2*p.bare+4*slabTraces }

// drop lets go of what is not in use, and returns the bytes that became free.
func (p *openPool) drop() (freed int64) {
	idle := make([]uint8, len(p.opens))
	for o := p.free; o != nil; o = o.newer {
		freed += o.strip()
		idle[o.number/slabTraces]++
	}
	if len(idle) > 0 {
		idle[0]++ // there is no number 0
	}
	all := p.free
	p.free, p.spare, p.kept = nil, 0, 0
	for o := all; o != nil; {
		next := o.newer
		if idle[o.number/slabTraces] < slabTraces {
			p.release(o)
		}
		o = next
	}
	for slab, n := range idle {
		if n == slabTraces && p.opens[slab] != nil {
			p.opens[slab] = nil
			p.vacant = append(p.vacant, uint32(slab))
			freed += slabSize
		}
	}
	if len(p.vacant) == len(p.opens) {
		p.opens, p.vacant = nil, nil
	}
	p.bare = p.spare
	return freed
}
