package simulation

import "math"

type series struct {
	n         int64
	mean, m2  float64   // Welford's recurrence
	histogram histogram // of times above 0
	zero      int64
	min, max  float64
	batch     [mostBatches]float64
	batches   int
	batchSize int64
	sum       float64 // of the batch under way
	inBatch   int64
}

const mostBatches = 64

func (s *series) restart() {
	h := s.histogram
	h.reset()
	*s = series{histogram: h, batchSize: 1, min: math.Inf(1), max: math.Inf(-1)}
}

// add takes in a response time: mean and variance by Welford's method ("Note on a method for calculating corrected
// sums of squares and products", 1962), quantiles by a histogram, and means of batches, from which the interval of
// the mean follows although response times depend on each other (batch means: Law, Simulation Modeling and
// Analysis). When all batches are full, neighbours are joined, so that memory stays the same however long a
// simulation runs.
func (s *series) add(x float64) {
	s.n++
	s.min, s.max = min(s.min, x), max(s.max, x)
	d := x - s.mean
	s.mean += d / float64(s.n)
	s.m2 += float64(d * (x - s.mean))
	if x > 0 {
		s.histogram.add(x)
	} else {
		s.zero++
	}
	s.sum += x
	s.inBatch++
	if s.inBatch < s.batchSize {
		return
	}
	s.batch[s.batches] = s.sum / float64(s.batchSize)
	s.batches++
	s.sum, s.inBatch = 0, 0
	if s.batches == mostBatches {
		for i := range mostBatches / 2 {
			s.batch[i] = (s.batch[2*i] + s.batch[2*i+1]) / 2
		}
		s.batches, s.batchSize = mostBatches/2, 2*s.batchSize
	}
}

func (s *series) deviation() float64 {
	if s.n < 2 {
		return 0
	}
	return math.Sqrt(s.m2 / float64(s.n-1))
}

// halfWidth is half the width of the 95 % interval of the mean by the method of batch means (Law and Kelton,
// Simulation Modeling and Analysis, 9.5.3), with 32 to 63 batches: Student's quantile is 2.04 to 2.00. It is
// infinite where there are too few.
func (s *series) halfWidth() float64 {
	if s.batches < mostBatches/2 {
		return math.Inf(1)
	}
	mean := 0.0
	for _, b := range s.batch[:s.batches] {
		mean += b
	}
	mean /= float64(s.batches)
	variance := 0.0
	for _, b := range s.batch[:s.batches] {
		variance += float64((b - mean) * (b - mean))
	}
	variance /= float64(s.batches - 1)
	return 2.04 * math.Sqrt(variance/float64(s.batches))
}

func (s *series) quantile(q float64) float64 {
	if s.n == 0 {
		return math.NaN()
	}
	at := q * float64(s.n-1)
	if at < float64(s.zero) {
		return 0
	}
	return min(max(s.histogram.quantile(at-float64(s.zero)), s.min), s.max) // a single value is exact
}

// binBits of the mantissa tell bins apart: each power of two has 2^binBits, so that quantiles are right within 0.4 %.
const binBits = 7

// histogram counts positive numbers in bins whose width is their number's relative to it. The bin is read off the
// number's bits, so that counting costs neither a logarithm nor memory but for powers of two that occur (Tene,
// HdrHistogram; without its limits of range).
type histogram struct {
	pages [2048]*[1 << binBits]int64 // by exponent
}

func (h *histogram) add(x float64) {
	bits := math.Float64bits(x)
	page := &h.pages[bits>>52&0x7ff]
	if *page == nil {
		*page = new([1 << binBits]int64)
	}
	(*page)[bits>>(52-binBits)&(1<<binBits-1)]++
}

// quantile is the middle of the bin that holds the number of a rank, from 0.
func (h *histogram) quantile(rank float64) float64 {
	seen := int64(0)
	for exponent, page := range h.pages[:] {
		if page == nil {
			continue
		}
		for bin, n := range page {
			seen += n
			if n > 0 && float64(seen) > rank {
				low := uint64(exponent)<<52 | uint64(bin)<<(52-binBits)
				return (math.Float64frombits(low) + math.Float64frombits(low+1<<(52-binBits))) / 2
			}
		}
	}
	return math.NaN()
}

func (h *histogram) reset() {
	for _, page := range h.pages {
		if page != nil {
			clear(page[:])
		}
	}
}
