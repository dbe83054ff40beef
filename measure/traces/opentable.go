package traces

// openTable finds open traces by their ids: open addressing with linear
// probing and backward-shift deletion (Knuth, TAOCP 3, 6.4, algorithm R), so
// that it neither allocates per trace nor decays. The ids lie in the table, so
// that a probe that misses fetches no trace.
type openTable struct {
	slots []slot
	count int
}

// slot is empty where trace is nil.
type slot struct {
	id    int64
	trace *open
}

// minSlots is the size of an empty table.
const minSlots = 64

func newOpenTable() openTable { return openTable{slots: make([]slot, minSlots)} }

// home is where the search for an id begins. Trace ids are a random number in
// the high half and a counter in the low one.
func (t *openTable) home(id int64) int { return spread(id) & (len(t.slots) - 1) }

func spread(id int64) int { return int((uint64(id) * 0x9e3779b97f4a7c15) >> 40) }

func (t *openTable) get(id int64) *open {
	mask := len(t.slots) - 1
	for i := t.home(id); ; i++ {
		if at := &t.slots[i&mask]; at.id == id || at.trace == nil {
			return at.trace
		}
	}
}

// full reports whether the table must grow before the next put.
func (t *openTable) full() bool { return 2*t.count >= len(t.slots) }

// put adds a trace whose id is not in the table, by linear probing. The caller sees to it that there is
// room.
func (t *openTable) put(o *open) {
	t.count++
	mask := len(t.slots) - 1
	i := t.home(o.id)
	for t.slots[i].trace != nil {
		i = (i + 1) & mask
	}
	t.slots[i] = slot{o.id, o}
}

// resize moves everything to a table with so many slots, a power of two.
func (t *openTable) resize(slots int) {
	old := t.slots
	*t = openTable{slots: make([]slot, slots)}
	for i := range old {
		if old[i].trace != nil {
			t.put(old[i].trace)
		}
	}
}

// remove takes a trace out and closes the gap by moving later entries back (backward shift deletion; Knuth,
// The Art of Computer Programming 3, 6.4, algorithm R), so that no tombstones lengthen the search.
func (t *openTable) remove(id int64) {
	mask := len(t.slots) - 1
	i := t.home(id)
	for t.slots[i].trace != nil && t.slots[i].id != id {
		i = (i + 1) & mask
	}
	if t.slots[i].trace == nil {
		return
	}
	t.count--
	for j := i; ; {
		t.slots[i].trace = nil
		for {
			j = (j + 1) & mask
			if t.slots[j].trace == nil {
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
