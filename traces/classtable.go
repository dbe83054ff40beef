package traces

import (
	"beagle/traces/classes"
)

type class struct {
	pattern  []place  // of its executions in a trace's words, see learn; nil: not known
	buffered []uint32 // durations that calls do not have yet, see fold
	calls    []classes.CallStats
	count    uint64
	last     int64 // ns of the wall clock when the last trace arrived
	repBegan int64 // when the representative began

	classes.Shape
	hash    uint64
	memory  int64                  // taken from the memory for classes
	rep     classes.Representative // the trace that began first
	started classes.Starts
}

// classTable finds a shard's classes by their hash; equal hashes are told apart by the whole shape.
type classTable struct {
	slots []*class
	all   []*class
	last  *class // of the last trace: programs repeat themselves

	patterns patternTable
	nestings map[string][]place // patterns by the callers of the executions
}

func newClassTable() classTable {
	return classTable{slots: make([]*class, 64), patterns: newPatternTable(), nestings: map[string][]place{}}
}

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

func (t *classTable) shaped(hash uint64, s *classes.Shape) *class {
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if c := t.slots[i]; c == nil || c.hash == hash && c.Shape.Equal(s) {
			return c
		}
	}
}

// put adds a class; the table doubles when it is half full, so that probing stays short (open addressing).
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

// insert puts a class into a table that has room for it (open addressing, linear probing; Knuth, TAOCP 3, 6.4).
func (t *classTable) insert(c *class) {
	mask := uint64(len(t.slots) - 1)
	i := c.hash & mask
	for t.slots[i] != nil {
		i = (i + 1) & mask
	}
	t.slots[i] = c
}

func (c *class) matches(o *open, hosts []int32) bool {
	if len(c.Ops) != len(o.execs) || len(c.Hosts) != len(hosts) || len(hosts) == 0 && c.OneHost != o.host {
		return false
	}
	ops, parents := c.Ops, c.Parents[:len(c.Ops)]
	for i := range o.execs {
		if e := &o.execs[i]; e.Op != ops[i] || e.Parent != parents[i] {
			return false
		}
	}
	for i := range hosts {
		if hosts[i] != c.Hosts[i] {
			return false
		}
	}
	return true
}
