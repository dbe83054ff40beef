package traces

import "math"

// CallStats are the durations of one execution of a class of traces: of one
// position in the call tree.
type CallStats struct {
	Min, Max int64 // ns
	Failed   uint64
	sum      wide
	squares  wide
	sketch   sketch
	coarse   bool // some durations found no bin: too many classes even for the coarsest quantiles
}

// Mean is the mean of n durations in ns.
func (c *CallStats) Mean(n uint64) float64 { return c.sum.float() / float64(max(n, 1)) }

// Total is the sum of the durations in ns.
func (c *CallStats) Total() float64 { return c.sum.float() }

// Deviation is the standard deviation of n durations in ns.
func (c *CallStats) Deviation(n uint64) float64 { return deviation(n, c.sum, c.squares) }

// Quantiles are the durations that at least the given shares of all durations
// do not exceed, in ns. Inexact tells how far they may be off, Exact whether
// they are of all durations.
func (c *CallStats) Quantiles(shares ...float64) []float64 {
	n := c.sketch.count()
	values := make([]float64, len(shares))
	for i, share := range shares {
		if n == 0 {
			values[i] = math.NaN()
			continue
		}
		value := c.sketch.at(uint64(max(0, math.Ceil(share*float64(n))-1)))
		values[i] = min(max(value, float64(c.Min)), float64(c.Max))
	}
	return values
}

// Exact reports whether quantiles are of all durations: there may be so many
// classes that even the coarsest bins did not fit.
func (c *CallStats) Exact() bool { return !c.coarse }

// FinestQuantiles is Inexact as long as there is memory for all classes.
const FinestQuantiles = 0.5 / binsPerOctave

// Inexact is how far a quantile may be off, as a share of it: FinestQuantiles,
// or more where there are so many classes that memory got short.
func (c *CallStats) Inexact() float64 { return c.sketch.inexact() }

func (c *CallStats) merge(o *CallStats) {
	c.Min = min(c.Min, o.Min)
	c.Max = max(c.Max, o.Max)
	c.Failed += o.Failed
	c.sum.merge(o.sum)
	c.squares.merge(o.squares)
	c.sketch.merge(&o.sketch)
	c.coarse = c.coarse || o.coarse
}

func (c *CallStats) clone() CallStats {
	copied := *c
	copied.sketch = c.sketch.clone()
	return copied
}

// shape is what makes two traces equal: the same operations, nested alike, on
// the same hosts.
type shape struct {
	ops     []int32 // operations in order of entry
	parents []int32 // position of each one's caller; -1: none
	host    int32   // of all executions
	hosts   []int32 // of each, where they differ
}

func (s *shape) hostAt(i int) int32 {
	if s.hosts != nil {
		return s.hosts[i]
	}
	return s.host
}

func (s *shape) equal(o *shape) bool {
	if len(s.ops) != len(o.ops) || s.host != o.host || len(s.hosts) != len(o.hosts) {
		return false
	}
	for i := range s.ops {
		if s.ops[i] != o.ops[i] || s.parents[i] != o.parents[i] {
			return false
		}
	}
	for i := range s.hosts {
		if s.hosts[i] != o.hosts[i] {
			return false
		}
	}
	return true
}

// class is an equivalence class of one shard.
type class struct {
	shape
	hash   uint64
	count  uint64
	last   int64 // ns of the wall clock when the last trace arrived
	calls  []CallStats
	rep    representative // the trace that began first
	memory int64          // taken from the memory for classes

	waiting []uint32 // durations that calls do not have yet, see fold
	pattern []word   // what the words of its traces are, see learn; nil: not known
	begun   int64    // when the representative began

	started starts
}

// Trace is a trace of its own, with its executions in order of entry.
type Trace struct {
	ID         int64       `json:"id"`
	Source     string      `json:"source,omitempty"`
	Session    string      `json:"session,omitempty"`
	Parent     int64       `json:"parent,omitempty"` // the trace that started it, where it is another
	Executions []Execution `json:"executions"`
}

// Execution is one execution of an operation within a trace.
type Execution struct {
	Op     int32 `json:"op"` // see Names
	Host   int32 `json:"host"`
	Parent int32 `json:"parent"` // position of the caller; -1: none
	Depth  int32 `json:"ess"`    // execution stack size
	In     int64 `json:"tin"`    // ns
	Out    int64 `json:"tout"`
	Failed bool  `json:"failed,omitempty"`
}

// Marks in an operation's number. They are part of it, so that they take part
// in equality.
const (
	// assumed marks an execution that was not observed but called: code without
	// probes.
	assumed = int32(1) << 30
	// inferred marks an execution whose caller is known by nesting only, as
	// no call event came before it.
	inferred = int32(1) << 29

	opMask = inferred - 1
)

// Inferred reports whether the caller of the execution is known by nesting only,
// or the execution itself by its call: what Kieker calls assumed.
func (e Execution) Inferred() bool { return e.Op&(assumed|inferred) != 0 }

// Assumed reports whether the execution was not observed but called.
func (e Execution) Assumed() bool { return e.Op&assumed != 0 }

// The hash of a shape follows the sequence of entries and exits, so that it is
// known as soon as the trace is complete.
const hashSeed = 0x9e3779b97f4a7c15

func hashEnter(h uint64, op int32) uint64 {
	h = (h ^ (uint64(uint32(op)) + 0x632be59bd9b4e019)) * 0xff51afd7ed558ccd
	return h ^ h>>29
}

func hashLeave(h uint64) uint64 {
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>31
}

// sum is the hash of a shape on one host, as that of its traces becomes.
func (s *shape) sum() uint64 {
	h := uint64(hashSeed)
	inOrder(len(s.ops), func(i int32) int32 { return s.parents[i] }, -1, func(call int32, exit bool) bool {
		if exit {
			h = hashLeave(h)
		} else {
			h = hashEnter(h, s.ops[call])
		}
		return true
	})
	return hashHost(h, s.host)
}

func hashHost(h uint64, host int32) uint64 { return hashEnter(hashLeave(h), ^host) }
