package simulation

import (
	"math"
)

// binBits of the mantissa tell bins apart: each power of two has 2^binBits, so
// that quantiles are right within 0.4 %, half the width of a bin.
const binBits = 7

// histogram counts positive numbers in bins whose width is their number's
// relative to it. The bin is read off the number's bits, so that counting costs
// neither a logarithm nor memory but for powers of two that occur (Tene,
// HdrHistogram; without its limits of range).
type histogram struct {
	pages [2048]*[1 << binBits]int64 // by exponent
}

// add counts an observation, in the bin of its leading bits: relative errors of quantiles
// are bounded.
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

// reset forgets all numbers and keeps the pages.
func (h *histogram) reset() {
	for _, page := range h.pages {
		if page != nil {
			clear(page[:])
		}
	}
}
