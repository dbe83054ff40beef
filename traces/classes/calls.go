package classes

import (
	"math"
)

// CallStats are the durations of one execution of a class of traces: of one position in the call tree.
type CallStats struct {
	Min, Max int64  // ns
	Failed   uint64 // executions that ended with an exception
	Sum      Wide   // of the durations, ns
	Squares  Wide   // of the durations, ns²
	Sketch   Sketch // of the durations, for quantiles
	Coarse   bool   // some durations found no bin: too many classes even for the coarsest quantiles
}

// Mean is the mean of n durations in ns.
func (c *CallStats) Mean(n uint64) float64 { return c.Sum.float() / float64(max(n, 1)) }

// Total is the sum of the durations in ns.
func (c *CallStats) Total() float64 { return c.Sum.float() }

// Deviation is the standard deviation of n durations in ns.
func (c *CallStats) Deviation(n uint64) float64 { return deviation(n, c.Sum, c.Squares) }

// Quantiles are the durations that at least the given shares of all durations do not exceed, in ns. Inexact tells how
// far they may be off, Exact whether they are of all durations.
func (c *CallStats) Quantiles(shares ...float64) []float64 {
	n := c.Sketch.Count()
	values := make([]float64, len(shares))
	for i, share := range shares {
		if n == 0 {
			values[i] = math.NaN()
			continue
		}
		value := c.Sketch.at(uint64(max(0, math.Ceil(share*float64(n))-1)))
		values[i] = min(max(value, float64(c.Min)), float64(c.Max))
	}
	return values
}

// Exact reports whether quantiles are of all durations.
func (c *CallStats) Exact() bool { return !c.Coarse }

// Inexact is how far a quantile may be off, as a share of it.
func (c *CallStats) Inexact() float64 { return c.Sketch.inexact() }

// Merge adds the durations of others; the counts are exact in any order.
func (c *CallStats) Merge(o *CallStats) {
	c.Min = min(c.Min, o.Min)
	c.Max = max(c.Max, o.Max)
	c.Failed += o.Failed
	c.Sum.merge(o.Sum)
	c.Squares.merge(o.Squares)
	c.Sketch.merge(&o.Sketch)
	c.Coarse = c.Coarse || o.Coarse
}

func (c *CallStats) clone() CallStats {
	copied := *c
	copied.Sketch = c.Sketch.clone()
	return copied
}

// FinestQuantiles is Inexact as long as there is memory for all classes.
const FinestQuantiles = 0.5 / binsPerOctave

// CallBytes is the memory that the quantiles of calls take.
func CallBytes(calls []CallStats) (bytes int64) {
	for i := range calls {
		bytes += calls[i].Sketch.Bytes()
	}
	return bytes
}

// Collapse makes all sketches as coarse as the level, and returns the bytes that became free.
func Collapse(calls []CallStats, level uint8) (freed int64) {
	for i := range calls {
		freed += calls[i].Sketch.collapse(level)
	}
	return freed
}

// NewCalls have no durations yet.
func NewCalls(n int) []CallStats {
	calls := make([]CallStats, n)
	for i := range calls {
		calls[i].Min = math.MaxInt64
	}
	return calls
}
