package traces

// openTable finds open traces by their ids.
type openTable struct {
	slots     []slot
	count     int
	displaced int // how many of them are not at the place of their id
	pool      *openPool
}

type slot struct {
	id    int64
	trace *progress
}

const slotSize = 16

const minSlots = 64

func newOpenTable(pool *openPool) openTable {
	return openTable{slots: make([]slot, minSlots), pool: pool}
}

func (t *openTable) place(id int64) int { return int(id) & (len(t.slots) - 1) }

// home is where the search for an id begins that is not at its place.
func (t *openTable) home(id int64) int { return spread(id) & (len(t.slots) - 1) }

// spread is a hash of a trace's id: the multiplier is 2^64 by the golden ratio (Knuth, TAOCP 3, 6.4).
func spread(id int64) int { return int((uint64(id) * 0x9e3779b97f4a7c15) >> 40) }

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

func (t *openTable) get(id int64) *open {
	at := t.find(id)
	if at < 0 {
		return nil
	}
	return t.pool.open(t.slots[at].trace.number)
}

func (t *openTable) full() bool { return 2*t.count >= len(t.slots) }

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

func (t *openTable) resize(slots int) {
	old := t.slots
	t.slots, t.count, t.displaced = make([]slot, slots), 0, 0
	for _, s := range old {
		if s.trace != nil {
			t.insert(s)
		}
	}
}

// remove takes a trace out.
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
