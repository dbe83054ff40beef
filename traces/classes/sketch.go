package classes

import (
	"math"
	"sync/atomic"
)

// Sketch counts durations in bins whose width grows with the value: a DDSketch (Masson, Rim, Lee: DDSketch, VLDB
// 2019) with 64 bins per power of two, so that quantiles are right to 0.8 %. Where memory runs out, pairs of
// neighbouring bins become one (uniform collapse: Epicoco et al., UDDSketch, IEEE Access 2020), so that it tells of
// all durations, but less exactly.
type Sketch struct {
	Bins      []uint32        // how many durations fell into each, the lowest first
	low       int32           // index of bins[0]
	Collapsed uint8           // how often pairs of bins became one
	over      map[int32]int64 // carries of counters that overflowed
	zero      uint64          // durations of 0
}

const (
	binsPerOctave = 64
	binShift      = 52 - 6 // of a float64's bits: exponent and 6 bits of the significand
	binBias       = 1023 * binsPerOctave
	// MaxCollapsed is how often pairs of bins become one at most, for want of memory.
	MaxCollapsed = 5 // two bins per power of two: right to 25 %
)

// inexact is how far a quantile may be off, as a share of it: half a bin where bins are widest.
func (s *Sketch) inexact() float64 { return 0.5 / float64(int(binsPerOctave)>>s.Collapsed) }

func (s *Sketch) bin(value int64) int {
	return (int(math.Float64bits(float64(value))>>binShift) - binBias) >> (s.Collapsed & 7)
}

// value stands for all durations of a bin: its lower end, and half of the ratio of neighbouring bins above.
func (s *Sketch) value(bin int) float64 {
	perOctave := int(binsPerOctave) >> s.Collapsed
	octave := bin >> (6 - s.Collapsed)
	low := math.Ldexp(1+float64(bin-octave*perOctave)/float64(perOctave), octave)
	return low * (1 + math.Tanh(0.5/float64(perOctave)))
}

// Quick counts a duration whose bin is there; it reports false where it is not. It is small enough to be inlined.
func (s *Sketch) Quick(value int64) bool {
	at := s.bin(value) - int(s.low)
	if uint(at) >= uint(len(s.Bins)) || s.Bins[at] == math.MaxUint32 {
		return false
	}
	s.Bins[at]++
	return true
}

// Add counts a duration; it reports false where the memory for sketches is used up.
func (s *Sketch) Add(value int64, memory *atomic.Int64) bool {
	if value <= 0 {
		s.zero++
		return true
	}
	index := int32(s.bin(value))
	at := index - s.low
	if uint(at) >= uint(len(s.Bins)) {
		if !s.reach(index, memory) {
			return false
		}
		at = index - s.low
	}
	s.increase(int(at), 1)
	return true
}

func (s *Sketch) increase(at int, count uint32) {
	s.Bins[at] += count
	if s.Bins[at] < count {
		if s.over == nil {
			s.over = map[int32]int64{}
		}
		s.over[s.low+int32(at)]++
	}
}

func (s *Sketch) reach(index int32, memory *atomic.Int64) bool {
	step := max(1, int32(16)>>s.Collapsed)
	low, high := index&^(step-1), index|(step-1)
	if len(s.Bins) > 0 {
		low = min(low, s.low)
		high = max(high, s.low+int32(len(s.Bins))-1)
	}
	grow := int64(high-low+1) - int64(len(s.Bins))
	if memory != nil && memory.Add(-4*grow) < 0 {
		memory.Add(4 * grow)
		return false
	}
	bins := make([]uint32, high-low+1)
	if len(s.Bins) > 0 {
		copy(bins[s.low-low:], s.Bins)
	}
	s.Bins, s.low = bins, low
	return true
}

// collapse makes pairs of bins one until they were collapsed so often, and returns the bytes that became free.
func (s *Sketch) collapse(collapsed uint8) (freed int64) {
	if s.Collapsed >= collapsed {
		return 0
	}
	coarser := Sketch{Collapsed: collapsed, zero: s.zero}
	coarser.merge(&Sketch{Bins: s.Bins, low: s.low, Collapsed: s.Collapsed, over: s.over})
	freed = s.Bytes() - coarser.Bytes()
	*s = coarser
	return freed
}

func (s *Sketch) merge(o *Sketch) {
	s.collapse(o.Collapsed)
	s.zero += o.zero
	by := s.Collapsed - o.Collapsed
	if len(o.Bins) > 0 {
		s.reach(o.low>>by, nil)
		s.reach((o.low+int32(len(o.Bins))-1)>>by, nil)
	}
	for i, count := range o.Bins {
		s.increase(int((o.low+int32(i))>>by-s.low), count)
	}
	for index, carries := range o.over {
		if s.over == nil {
			s.over = map[int32]int64{}
		}
		s.over[index>>by] += carries
	}
}

// Growth is how many bytes more the bins take once another sketch, as fine as this one, is merged.
func (s *Sketch) Growth(o *Sketch) int64 {
	if len(s.Bins) == 0 || len(o.Bins) == 0 {
		return o.Bytes()
	}
	low := min(s.low, o.low)
	high := max(s.low+int32(len(s.Bins)), o.low+int32(len(o.Bins)))
	return 4*int64(high-low) - s.Bytes()
}

func (s *Sketch) clone() Sketch {
	c := Sketch{zero: s.zero, Collapsed: s.Collapsed}
	c.merge(&Sketch{Bins: s.Bins, low: s.low, Collapsed: s.Collapsed, over: s.over})
	return c
}

func (s *Sketch) in(bin int) uint64 {
	n := uint64(s.Bins[bin])
	if s.over != nil {
		n += uint64(s.over[s.low+int32(bin)]) << 32
	}
	return n
}

// Count is the number of durations.
func (s *Sketch) Count() uint64 {
	n := s.zero
	for i := range s.Bins {
		n += s.in(i)
	}
	return n
}

// at is the value that stands for the bin of the duration with the rank; the smallest has 0.
func (s *Sketch) at(rank uint64) float64 {
	if rank < s.zero {
		return 0
	}
	seen, last := s.zero, 0
	for i := range s.Bins {
		if n := s.in(i); n > 0 {
			seen, last = seen+n, i
			if seen > rank {
				break
			}
		}
	}
	return s.value(int(s.low) + last)
}

// Bytes is the memory that the bins take.
func (s *Sketch) Bytes() int64 { return 4 * int64(len(s.Bins)) }
