package main

import "math"

// suiteN are demands that no sum of few usual terms says, for what searches
// freely: sums below a fraction's line, sums and smaller-of in logarithms, powers
// and steps of sums. They were written down before anything was tried on them.
var suiteN = []problem{
	{"two links", "reciprocal", []input{size("a.VALUE", 10, 1000), size("b.VALUE", 10, 1000)}, func(x []float64) float64 { return 40 / (x[0] + x[1]) }},
	{"pool and spare", "reciprocal", []input{size("work.VALUE", 10, 5000), size("threads.VALUE", 1, 32)}, func(x []float64) float64 {
		return 2e-5 * x[0] / (3 + x[1])
	}},
	{"rates in a row", "reciprocal", []input{size("s.BYTESIZE", 100, 1e6), size("disk.VALUE", 50, 500), size("net.VALUE", 10, 1000)}, func(x []float64) float64 {
		return 1e-6 * x[0] * (x[1] + x[2]) / (x[1] * x[2])
	}},
	{"three servers", "reciprocal", []input{size("jobs.VALUE", 1, 500), size("fast.VALUE", 1, 20), size("slow.VALUE", 1, 20)}, func(x []float64) float64 {
		return 3e-3 * x[0] / (3*x[1] + x[2])
	}},
	{"warm cache", "reciprocal", []input{size("cache.VALUE", 10, 4000), size("keys.VALUE", 10, 4000)}, func(x []float64) float64 {
		return 5e-3 * x[1] / (x[0] + x[1])
	}},
	{"merge of both", "sum inside", []input{n, m, k}, func(x []float64) float64 { return 2e-8 * (x[0] + x[1]) * lg(1+x[2]) }},
	{"group by two", "sum inside", []input{n, m}, func(x []float64) float64 { return 3e-8 * (2*x[0] + 5*x[1]) * lg(2*x[0]+5*x[1]) }},
	{"grid with border", "power of a sum", []input{n}, func(x []float64) float64 { return 4e-9 * (x[0] + 12) * (x[0] + 12) }},
	{"diagonal", "power of a sum", []input{n, m}, func(x []float64) float64 { return 6e-8 * math.Sqrt(x[0]*x[0]+x[1]*x[1]) }},
	{"batches of both", "step of a sum", []input{n, m}, func(x []float64) float64 { return 2e-6 * math.Ceil((x[0]+3*x[1])/64) }},
	{"longest of chains", "bound", []input{n, m, k}, func(x []float64) float64 { return 1e-7 * max(3*x[0], 10*x[1]+x[2]) }},
	{"bounded queue", "bound", []input{n, m, k}, func(x []float64) float64 { return 4e-8 * min(x[0]+x[1], 20*x[2]) }},
	{"levels of shards", "logarithm", []input{n, k}, func(x []float64) float64 { return 5e-6 * lg(1+x[0]/x[1]) }},
	{"scaled work", "power", []input{n, m}, func(x []float64) float64 { return 3e-8 * math.Pow(x[0]*x[1], 0.7) }},
}
