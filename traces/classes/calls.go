package classes

import (
	"math"
	"math/bits"
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

// Wide is a sum of non-negative integers in 128 bits: exact, so that merging in any order gives the same result.
type Wide struct{ hi, lo uint64 }

// Add adds a value.
func (w *Wide) Add(x uint64) {
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, x, 0)
	w.hi += carry
}

// AddSquare adds the square of a value.
func (w *Wide) AddSquare(x uint64) {
	hi, lo := bits.Mul64(x, x)
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, lo, 0)
	w.hi, _ = bits.Add64(w.hi, hi, carry)
}

func (w *Wide) merge(o Wide) {
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, o.lo, 0)
	w.hi, _ = bits.Add64(w.hi, o.hi, carry)
}

func (w Wide) float() float64 { return math.Ldexp(float64(w.hi), 64) + float64(w.lo) }

// deviation is the standard deviation of n values from their exact sum and sum of squares: sqrt(n*sq - sum^2)/n, with
// the difference taken in integers where it fits, because there it cancels.
func deviation(n uint64, sum, squares Wide) float64 {
	if n < 2 {
		return 0
	}
	if sum.hi == 0 {
		// n*squares and sum^2 in 192 and 128 bits.
		h0, l0 := bits.Mul64(squares.lo, n)
		h1, l1 := bits.Mul64(squares.hi, n)
		mid, carry := bits.Add64(h0, l1, 0)
		top := h1 + carry
		sh, sl := bits.Mul64(sum.lo, sum.lo)
		lo, borrow := bits.Sub64(l0, sl, 0)
		mid, borrow = bits.Sub64(mid, sh, borrow)
		top -= borrow
		return math.Sqrt(math.Ldexp(float64(top), 128)+math.Ldexp(float64(mid), 64)+float64(lo)) / float64(n)
	}
	mean := sum.float() / float64(n)
	return math.Sqrt(max(0, squares.float()/float64(n)-mean*mean))
}
