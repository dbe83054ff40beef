package dot

import "golang.org/x/sys/cpu"

// wide tells that the processor adds four numbers at a time.
var wide = cpu.X86.HasAVX

// four puts the scalar products of the first n numbers at x with those at the others
// into products.
//
//go:noescape
func four(x *float64, n int, a, b, c, d *float64, products *[4]float64)
