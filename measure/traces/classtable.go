package traces

// classTable finds a shard's classes by their hash; equal hashes are told apart
// by the whole shape.
type classTable struct {
	slots []*class
	all   []*class
	last  *class // of the last trace: programs repeat themselves

	patterns patternTable
}

func newClassTable() classTable {
	return classTable{slots: make([]*class, 64), patterns: newPatternTable()}
}

// find is the class of a trace, or nil.
func (t *classTable) find(hash uint64, o *open, hosts []int32) *class {
	if c := t.last; c != nil && c.hash == hash && c.matches(o, hosts) {
		return c
	}
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		c := t.slots[i]
		if c == nil {
			return nil
		}
		if c.hash == hash && c.matches(o, hosts) {
			t.last = c
			return c
		}
	}
}

// shaped is the class with the shape, or nil.
func (t *classTable) shaped(hash uint64, s *shape) *class {
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if c := t.slots[i]; c == nil || c.hash == hash && c.shape.equal(s) {
			return c
		}
	}
}

func (t *classTable) put(c *class) {
	t.all = append(t.all, c)
	if 2*len(t.all) > len(t.slots) {
		t.slots = make([]*class, 2*len(t.slots))
		for _, known := range t.all[:len(t.all)-1] {
			t.insert(known)
		}
	}
	t.insert(c)
	t.last = c
}

func (t *classTable) insert(c *class) {
	mask := uint64(len(t.slots) - 1)
	i := c.hash & mask
	for t.slots[i] != nil {
		i = (i + 1) & mask
	}
	t.slots[i] = c
}

// matches reports whether the trace is of the class.
func (c *class) matches(o *open, hosts []int32) bool {
	if len(c.ops) != len(o.execs) || len(c.hosts) != len(hosts) || len(hosts) == 0 && c.host != o.host {
		return false
	}
	ops, parents := c.ops, c.parents[:len(c.ops)]
	for i := range o.execs {
		if e := &o.execs[i]; e.op != ops[i] || e.parent != parents[i] {
			return false
		}
	}
	for i := range hosts {
		if hosts[i] != c.hosts[i] {
			return false
		}
	}
	return true
}
