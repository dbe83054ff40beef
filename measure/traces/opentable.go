package traces

// openTable finds open traces by their ids: open addressing with linear
// probing and backward-shift deletion (Knuth, TAOCP 3, 6.4, algorithm R), so
// that it neither allocates per trace nor decays.
type openTable struct {
	slots []*open
	shift uint // 64 - log2(len(slots))
	count int
}

func newOpenTable() openTable { return openTable{slots: make([]*open, 64), shift: 64 - 6} }

// Trace ids are a random number in the high half and a counter in the low one.
func (t *openTable) home(id int64) int {
	return int((uint64(id) * 0x9e3779b97f4a7c15) >> t.shift)
}

func (t *openTable) get(id int64) *open {
	mask := len(t.slots) - 1
	for i := t.home(id); ; i = (i + 1) & mask {
		if o := t.slots[i&mask]; o == nil || o.id == id {
			return o
		}
	}
}

func (t *openTable) put(o *open) {
	if 4*t.count >= 3*len(t.slots) {
		t.grow()
	}
	t.count++
	t.insert(o)
}

func (t *openTable) insert(o *open) {
	mask := len(t.slots) - 1
	i := t.home(o.id)
	for t.slots[i] != nil {
		i = (i + 1) & mask
	}
	t.slots[i] = o
}

func (t *openTable) grow() {
	old := t.slots
	t.slots = make([]*open, 2*len(old))
	t.shift--
	for _, o := range old {
		if o != nil {
			t.insert(o)
		}
	}
}

func (t *openTable) remove(id int64) {
	mask := len(t.slots) - 1
	i := t.home(id)
	for t.slots[i] != nil && t.slots[i].id != id {
		i = (i + 1) & mask
	}
	if t.slots[i] == nil {
		return
	}
	t.count--
	for j := i; ; {
		t.slots[i] = nil
		for {
			j = (j + 1) & mask
			o := t.slots[j]
			if o == nil {
				return
			}
			// The entry at j may move to i unless its home lies cyclically in (i, j].
			if home := t.home(o.id); (j-home)&mask >= (j-i)&mask {
				t.slots[i] = o
				i = j
				break
			}
		}
	}
}
