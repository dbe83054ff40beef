package probe

import (
	"fmt"
	"hash/fnv"
)

// Kind is what a probe's records are about.
type Kind uint8

// The kinds of probes.
const (
	Section Kind = iota + 1 // demand, branch, loop
	Call                    // an external call: its arguments
	Service                 // an execution of a service: its parameters
)

// Probe is an entry of a probe table.
type Probe struct {
	Kind  Kind  // what its records say
	Index int32 // into the order's sections or services
	// Of says what the probe is for and where it stands, so that records of other
	// links or sources are not taken for this instrumentation's.
	Of string
}

// Table says what the numbers in records mean; it is indexed by them.
type Table []Probe

// Hash identifies the table, so that records of another instrumentation are not
// taken for this one's.
func (t Table) Hash() int64 {
	h := fnv.New64a()
	for _, p := range t {
		fmt.Fprintf(h, "%d %d %s;", p.Kind, p.Index, p.Of)
	}
	return int64(h.Sum64() >> 1)
}
