package classes

// Shape is what makes two traces equal: the same operations, nested alike, on the same hosts.
type Shape struct {
	Ops     []int32 // operations in order of entry
	Parents []int32 // position of each one's caller; -1: none
	OneHost int32   // of all executions
	Hosts   []int32 // of each, where they differ
}

// HostAt is the number of the host of the i-th execution; NoHost where it is not known.
func (s *Shape) HostAt(i int) int32 {
	if s.Hosts != nil {
		return s.Hosts[i]
	}
	return s.OneHost
}

// Equal reports whether traces of both shapes are of one class.
func (s *Shape) Equal(o *Shape) bool {
	if len(s.Ops) != len(o.Ops) || s.OneHost != o.OneHost || len(s.Hosts) != len(o.Hosts) {
		return false
	}
	for i := range s.Ops {
		if s.Ops[i] != o.Ops[i] || s.Parents[i] != o.Parents[i] {
			return false
		}
	}
	for i := range s.Hosts {
		if s.Hosts[i] != o.Hosts[i] {
			return false
		}
	}
	return true
}

// HashSeed begins the hash of a shape, which follows the sequence of entries and exits.
const HashSeed = 0x9e3779b97f4a7c15

// HashEnter goes on with an entry.
func HashEnter(h uint64, op int32) uint64 {
	h = (h ^ (uint64(uint32(op)) + 0x632be59bd9b4e019)) * 0xff51afd7ed558ccd
	return h ^ h>>29
}

// HashLeave goes on with an exit.
func HashLeave(h uint64) uint64 {
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>31
}

// HashOnOneHost is the hash of a shape on one host, as that of its traces becomes.
func (s *Shape) HashOnOneHost() uint64 {
	h := uint64(HashSeed)
	InOrder(len(s.Ops), func(i int32) int32 { return s.Parents[i] }, -1, func(call int32, exit bool) bool {
		if exit {
			h = HashLeave(h)
		} else {
			h = HashEnter(h, s.Ops[call])
		}
		return true
	})
	return HashHost(h, s.OneHost)
}

// HashHost goes on with a host, after all entries and exits.
func HashHost(h uint64, host int32) uint64 { return HashEnter(HashLeave(h), ^host) }

// InOrder visits the entries and exits of executions in order of entry, as they came; current and its callers are not
// left.
func InOrder(n int, parent func(int32) int32, current int32, visit func(call int32, exit bool) bool) bool {
	top := int32(-1)
	leave := func(until int32) bool {
		for ; top != until; top = parent(top) {
			if !visit(top, true) {
				return false
			}
		}
		return true
	}
	for i := range int32(n) {
		if !leave(parent(i)) || !visit(i, false) {
			return false
		}
		top = i
	}
	return leave(current)
}

// NoHost stands for a host that is not known, or not the same for all executions.
const NoHost = -1
