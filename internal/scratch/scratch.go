// Package scratch lends memory for intermediate results: inner loops ask for the same few sizes thousands of times
// for a table, and new memory each time took a tenth of the time of a fit.
package scratch

import (
	"math/bits"
	"sync"
)

// Floats are numbers on loan.
type Floats struct {
	Values []float64 // hold whatever was left there
}

// lent are the sizes' pools: each lends capacities of a power of two.
var lent [bits.UintSize + 1]sync.Pool

// Take lends n numbers, which Give takes back.
func Take(n int) *Floats {
	size := bits.Len(uint(max(n, 1) - 1))
	if f, ok := lent[size].Get().(*Floats); ok {
		f.Values = f.Values[:n]
		return f
	}
	return &Floats{make([]float64, n, 1<<size)}
}

// Give ends the loan: the values must not be used any more.
func (f *Floats) Give() { lent[bits.Len(uint(cap(f.Values)-1))].Put(f) }
