package main

import "math"

// suiteE are counts of loops as programs have them, by bounds, blocks, remainders and doublings of one to three
// inputs. They were thought up on 27 November 2026, before all small expressions were gone through for such
// (analysers/steps); the first result stands in docs/figures/learning.md. The last ones have no form that Beagle
// can say: of these it must say so.
var suiteE = []problem{
	{"larger part", "bound", []input{many, piece}, func(x []float64) float64 { return max(x[1], x[0]-x[1]) + 1 }},
	{"smaller part", "bound", []input{many, piece}, func(x []float64) float64 { return min(x[1], x[0]-x[1]) + 1 }},
	{"off the middle", "bound", []input{many, piece}, func(x []float64) float64 { return math.Abs(x[0] - 2*x[1]) }},
	{"overlap", "bound", []input{many, piece, third}, func(x []float64) float64 { return max(0, min(x[0], x[2])-x[1]) }},
	{"windows", "bound", []input{many, piece}, func(x []float64) float64 { return max(0, x[0]-x[1]+1) }},
	{"merged", "bound", []input{many, piece}, func(x []float64) float64 { return choose(x[0] > x[1], x[0]+x[1], 2*x[0]) }},
	{"middle of three", "bound", []input{many, piece, third}, func(x []float64) float64 {
		return x[0] + x[1] + x[2] - max(x[0], x[1], x[2]) - min(x[0], x[1], x[2])
	}},
	{"between", "bound", []input{many, piece}, func(x []float64) float64 { return min(max(x[0], 10), x[1]+50) }},
	{"at most a hundred each", "bound", []input{many, piece}, func(x []float64) float64 { return min(x[0], 100) * x[1] }},
	{"one at least", "blocks", []input{many, piece}, func(x []float64) float64 { return max(1, math.Floor(x[0]/x[1])) }},
	{"last block", "blocks", []input{many, piece}, func(x []float64) float64 { return math.Mod(x[0]-1, x[1]) + 1 }},
	{"full blocks", "blocks", []input{many, piece}, func(x []float64) float64 { return math.Floor(x[0] / (x[1] + 1)) }},
	{"remainder", "blocks", []input{many, piece}, func(x []float64) float64 { return math.Mod(x[0], x[1]+1) }},
	{"further lines", "blocks", []input{many, piece}, func(x []float64) float64 { return 1 + max(0, math.Ceil((x[0]-20)/x[1])) }},
	{"words of bits", "blocks", []input{many, piece}, func(x []float64) float64 { return math.Ceil(x[0] * x[1] / 64) }},
	{"half of both", "blocks", []input{many, piece}, func(x []float64) float64 { return math.Floor((x[0] + x[1]) / 2) }},
	{"blocks of rows", "blocks", []input{many, piece, third}, func(x []float64) float64 { return math.Ceil(x[0]/x[1]) * x[2] }},
	{"quads", "blocks", []input{many}, func(x []float64) float64 { return math.Ceil(x[0]/3) * 4 }},
	{"every second between", "blocks", []input{many, piece}, func(x []float64) float64 { return math.Ceil(max(0, x[0]-x[1]) / 2) }},
	{"rounded share", "blocks", []input{many, piece, third}, func(x []float64) float64 { return math.Floor(x[0]*x[1]/x[2] + 0.5) }},
	{"digits", "doubling", []input{many}, func(x []float64) float64 { return math.Floor(math.Log10(x[0])) + 1 }},
	{"next power of two", "doubling", []input{many}, func(x []float64) float64 { return math.Exp2(math.Ceil(lg(x[0]))) }},
	{"grown from 128", "doubling", []input{many}, func(x []float64) float64 { return max(0, math.Ceil(lg(x[0]/128))) }},
	{"bits of each", "doubling", []input{many}, func(x []float64) float64 { return x[0] * (math.Floor(lg(x[0])) + 1) }},
	{"root and one", "doubling", []input{many}, func(x []float64) float64 { return math.Floor(math.Sqrt(x[0])) + 1 }},
	{"border", "sum", []input{many, piece}, func(x []float64) float64 { return 2*(x[0]+x[1]) - 4 }},
	{"edges of a grid", "sum", []input{few, piece}, func(x []float64) float64 { return x[0]*(x[1]-1) + x[1]*(x[0]-1) }},
	{"pairs of both", "sum", []input{few, piece}, func(x []float64) float64 { return (x[0] + x[1]) * (x[0] + x[1] - 1) / 2 }},
	{"product or sum", "sum", []input{many, piece, flagged}, func(x []float64) float64 { return choose(x[2] == 1, x[0]*x[1], x[0]+x[1]) }},
	{"retries of small", "sum", []input{few, many}, func(x []float64) float64 { return choose(x[1] > 100, 1, 1+x[0]) }},
	{"levels of a tree", "unsayable", []input{many, piece}, func(x []float64) (levels float64) {
		for size := 1.0; size < x[0]; size *= x[1] + 1 {
			levels++
		}
		return levels
	}},
	{"rounds of a divisor", "unsayable", []input{many, piece}, func(x []float64) (rounds float64) {
		for n, m := x[0], x[1]; m > 0; rounds++ {
			n, m = m, math.Mod(n, m)
		}
		return rounds
	}},
	{"ones of a number", "unsayable", []input{many}, func(x []float64) (ones float64) {
		for n := x[0]; n > 0; n = math.Floor(n / 2) {
			ones += math.Mod(n, 2)
		}
		return ones
	}},
}

var (
	many  = size("n.VALUE", 1, 5000)
	piece = size("k.VALUE", 1, 40)
	third = size("p.VALUE", 1, 300)
	few   = size("s.VALUE", 1, 12)
)
