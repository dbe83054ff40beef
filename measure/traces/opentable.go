package traces

// openTable finds open traces by their ids: open addressing with linear
// probing and backward-shift deletion (Knuth, TAOCP 3, 6.4, algorithm R), so
// that it neither allocates per trace nor decays. The ids lie in the table, so
// that a probe that misses fetches no trace.
type openTable struct {
	slots []slot
	count int
	pool  *openPool
}

// slot is empty where hot is nil.
type slot struct {
	id  int64
	hot *hot // of the trace
}

const slotSize = 16

// minSlots is the size of an empty table.
const minSlots = 64

// newOpenTable is an empty table of open traces.
func newOpenTable(pool *openPool) openTable {
	return openTable{slots: make([]slot, minSlots), pool: pool}
}

// home is where the search for an id begins. Trace ids are a random number in
// the high half and a counter in the low one.
func (t *openTable) home(id int64) int { return spread(id) & (len(t.slots) - 1) }

// spread is a hash of a trace's id: the multiplier is 2^64 by the golden ratio (Knuth,
// TAOCP 3, 6.4).
func spread(id int64) int { return int((uint64(id) * 0x9e3779b97f4a7c15) >> 40) }

// get is the open trace with the id, or nil.
func (t *openTable) get(id int64) *open {
	mask := len(t.slots) - 1
	for i := t.home(id); ; i++ {
		switch at := &t.slots[i&mask]; {
		case at.hot == nil:
			return nil
		case at.id == id:
			return t.pool.open(at.hot.number)
		}
	}
}

// full reports whether the table must grow before the next put.
func (t *openTable) full() bool { return 2*t.count >= len(t.slots) }

// put adds a trace whose id is not in the table, by linear probing. The caller sees to it that there is
// room.
func (t *openTable) put(o *open) { t.insert(slot{o.id, o.hot}) }

// insert puts a trace into a table that has room for it.
func (t *openTable) insert(s slot) {
	t.count++
	mask := len(t.slots) - 1
	i := t.home(s.id)
	for t.slots[i].hot != nil {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}

// resize moves everything to a table with so many slots, a power of two.
func (t *openTable) resize(slots int) {
	old := t.slots
	t.slots, t.count = make([]slot, slots), 0
	for _, s := range old {
		if s.hot != nil {
			t.insert(s)
		}
	}
}

// remove takes a trace out and closes the gap by moving later entries back (backward shift deletion; Knuth,
// The Art of Computer Programming 3, 6.4, algorithm R), so that no tombstones lengthen the search.
func (t *openTable) remove(id int64) {
	mask := len(t.slots) - 1
	i := t.home(id)
	for t.slots[i].hot != nil && t.slots[i].id != id {
		i = (i + 1) & mask
	}
	if t.slots[i].hot == nil {
		return
	}
	t.count--
	for j := i; ; {
		t.slots[i].hot = nil
		for {
			j = (j + 1) & mask
			if t.slots[j].hot == nil {
				return
			}
			// The entry at j may move to i unless its home lies cyclically in (i, j].
			if home := t.home(t.slots[j].id); (j-home)&mask >= (j-i)&mask {
				t.slots[i] = t.slots[j]
				i = j
				break
			}
		}
	}
}
