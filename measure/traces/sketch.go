package traces

import (
	"math"
	"sync/atomic"

	"github.com/DataDog/sketches-go/ddsketch"
	"github.com/DataDog/sketches-go/ddsketch/mapping"
	"github.com/DataDog/sketches-go/ddsketch/store"
)

// A sketch counts durations in bins whose width grows with the value: a
// DDSketch (Masson, Rim, Lee: DDSketch, VLDB 2019) with 64 bins per power of
// two, so that quantiles are right to 0.8 %. In the hot path it is bare
// counters; outside it becomes the library's sketch with the same bins.
type sketch struct {
	bins []uint32
	low  int32           // index of bins[0]
	over map[int32]int64 // carries of counters that overflowed
	zero uint64          // durations of 0
}

const (
	binsPerOctave = 64
	binShift      = 52 - 6 // of a float64's bits: exponent and 6 bits of the significand
	binBias       = 1023 * binsPerOctave
)

// sketchMapping is the library's mapping with exactly these bins.
var sketchMapping = func() mapping.IndexMapping {
	// One step below the power, so that rounding does not put powers of two
	// into the bin before theirs.
	gamma := math.Nextafter(math.Exp2(1.0/binsPerOctave), 1)
	m, err := mapping.NewLinearlyInterpolatedMappingWithGamma(gamma, 0)
	if err != nil {
		panic(err) // the constant is in range
	}
	return m
}()

// quick counts a duration whose bin is there; it reports false where it is not.
// It is small enough to be inlined.
func (s *sketch) quick(value int64) bool {
	at := int(math.Float64bits(float64(value))>>binShift) - binBias - int(s.low)
	if uint(at) >= uint(len(s.bins)) || s.bins[at] == math.MaxUint32 {
		return false
	}
	s.bins[at]++
	return true
}

// add counts a duration; it reports false where the memory for sketches is
// used up.
func (s *sketch) add(value int64, memory *atomic.Int64) bool {
	if value <= 0 {
		s.zero++
		return true
	}
	index := int32(math.Float64bits(float64(value))>>binShift) - binBias
	at := index - s.low
	if uint(at) >= uint(len(s.bins)) {
		if !s.reach(index, memory) {
			return false
		}
		at = index - s.low
	}
	s.bins[at]++
	if s.bins[at] == 0 {
		s.carry(index)
	}
	return true
}

func (s *sketch) carry(index int32) {
	if s.over == nil {
		s.over = map[int32]int64{}
	}
	s.over[index]++
}

// reach grows the bins to hold the index, and a little more on both sides.
func (s *sketch) reach(index int32, memory *atomic.Int64) bool {
	const step = 16
	low, high := index&^(step-1), index|(step-1)
	if len(s.bins) > 0 {
		low = min(low, s.low)
		high = max(high, s.low+int32(len(s.bins))-1)
	}
	grow := int64(high-low+1) - int64(len(s.bins))
	if memory != nil && memory.Add(-4*grow) < 0 {
		memory.Add(4 * grow)
		return false
	}
	bins := make([]uint32, high-low+1)
	if len(s.bins) > 0 {
		copy(bins[s.low-low:], s.bins)
	}
	s.bins, s.low = bins, low
	return true
}

// merge adds the counts of another sketch.
func (s *sketch) merge(o *sketch) {
	s.zero += o.zero
	if len(o.bins) > 0 {
		s.reach(o.low, nil)
		s.reach(o.low+int32(len(o.bins))-1, nil)
	}
	for i, count := range o.bins {
		at := o.low + int32(i) - s.low
		sum := s.bins[at] + count
		if sum < count {
			s.carry(o.low + int32(i))
		}
		s.bins[at] = sum
	}
	for index, carries := range o.over {
		if s.over == nil {
			s.over = map[int32]int64{}
		}
		s.over[index] += carries
	}
}

// clone is a copy that no longer changes.
func (s *sketch) clone() sketch {
	c := sketch{zero: s.zero}
	c.merge(&sketch{bins: s.bins, low: s.low, over: s.over})
	return c
}

// library is the sketch as the library's type.
func (s *sketch) library() *ddsketch.DDSketch {
	bins := store.NewDenseStore()
	for i, count := range s.bins {
		if count > 0 {
			bins.AddWithCount(int(s.low)+i, float64(count))
		}
	}
	for index, carries := range s.over {
		bins.AddWithCount(int(index), float64(carries)*(1<<32))
	}
	d := ddsketch.NewDDSketch(sketchMapping, bins, store.NewDenseStore())
	if s.zero > 0 {
		_ = d.AddWithCount(0, float64(s.zero)) // fails for values out of range only
	}
	return d
}

// bytes is the memory that the bins take.
func (s *sketch) bytes() int64 { return 4 * int64(len(s.bins)) }
