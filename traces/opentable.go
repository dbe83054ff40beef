package traces

// openTable finds open traces by their ids. Kieker numbers the traces of a program one after the other, so an id's
// own lower bits are where its trace is put, and traces that began one after the other lie side by side. Where
// another trace has that place already (ids of several programs, or that have gaps), it is put where open addressing
// by a hash of its id leads to: linear probing with backward-shift deletion (Knuth, TAOCP 3, 6.4, algorithm R). So
// nothing is allocated for a trace, and the table does not decay. The ids lie in the table, so that a probe that
// misses fetches no trace.
type openTable struct {
	slots     []slot
	count     int
	displaced int // how many of them are not at the place of their id
	pool      *openPool
}

// slot is empty where trace is nil.
type slot struct {
	id    int64
	trace *progress
}

const slotSize = 16

// minSlots is the size of an empty table.
const minSlots = 64

func newOpenTable(pool *openPool) openTable {
	return openTable{slots: make([]slot, minSlots), pool: pool}
}

func (t *openTable) place(id int64) int { return int(id) & (len(t.slots) - 1) }

// home is where the search for an id begins that is not at its place.
func (t *openTable) home(id int64) int { return spread(id) & (len(t.slots) - 1) }

// spread is a hash of a trace's id: the multiplier is 2^64 by the golden ratio (Knuth, TAOCP 3, 6.4).
func spread(id int64) int { return int((uint64(id) * 0x9e3779b97f4a7c15) >> 40) }

// find is where the trace with the id is; -1: it is not in the table.
func (t *openTable) find(id int64) int {
	if at := t.place(id); t.slots[at].id == id && t.slots[at].trace != nil {
		return at
	}
	if t.displaced == 0 {
		return -1
	}
	mask := len(t.slots) - 1
	for i := t.home(id); t.slots[i].trace != nil; i = (i + 1) & mask {
		if t.slots[i].id == id {
			return i
		}
	}
	return -1
}

// get is the open trace with the id, or nil.
func (t *openTable) get(id int64) *open {
	at := t.find(id)
	if at < 0 {
		return nil
	}
	return t.pool.open(t.slots[at].trace.number)
}

// full reports whether the table must grow before the next put.
func (t *openTable) full() bool { return 2*t.count >= len(t.slots) }

// put adds a trace whose id is not in the table. The caller sees to it that there is room.
func (t *openTable) put(o *open) { t.insert(slot{o.id, o.progress}) }

func (t *openTable) insert(s slot) {
	t.count++
	at := t.place(s.id)
	if t.slots[at].trace != nil {
		t.displaced++
		mask := len(t.slots) - 1
		for at = t.home(s.id); t.slots[at].trace != nil; {
			at = (at + 1) & mask
		}
	}
	t.slots[at] = s
}

// resize moves everything to a table with so many slots, a power of two.
func (t *openTable) resize(slots int) {
	old := t.slots
	t.slots, t.count, t.displaced = make([]slot, slots), 0, 0
	for _, s := range old {
		if s.trace != nil {
			t.insert(s)
		}
	}
}

// remove takes a trace out. The search for one that is not at its place ends at the first empty slot, so those behind
// the gap move into it where the search for them passes it (backward shift deletion), and no tombstones are needed.
func (t *openTable) remove(id int64) {
	gap := t.find(id)
	if gap < 0 {
		return
	}
	t.count--
	if gap != t.place(id) {
		t.displaced--
	}
	t.slots[gap].trace = nil
	if t.displaced == 0 {
		return
	}
	mask := len(t.slots) - 1
	for i := (gap + 1) & mask; t.slots[i].trace != nil; i = (i + 1) & mask {
		other := t.slots[i].id
		// Who stands at the place of its id is not searched for. Another may move unless
		// its home lies cyclically behind the gap.
		if i == t.place(other) || (i-t.home(other))&mask < (i-gap)&mask {
			continue
		}
		if gap == t.place(other) {
			t.displaced--
		}
		t.slots[gap] = t.slots[i]
		t.slots[i].trace = nil
		gap = i
	}
}
