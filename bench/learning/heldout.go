package main

import "math"

// suiteH are costs that were written down after the dictionary was finished,
// to see how far unseen families fall behind; their first result stands in
// docs/figures/learning.md.
var suiteH = []problem{
	{"graph search", "sum", []input{size("v.VALUE", 10, 5000), size("e.VALUE", 10, 40000)}, func(x []float64) float64 { return 3e-8*x[0] + 1.1e-8*x[1] }},
	{"shortest paths", "sum of products", []input{size("v.VALUE", 10, 5000), size("e.VALUE", 10, 40000)}, func(x []float64) float64 { return 2e-8 * (x[0] + x[1]) * lg(x[0]) }},
	{"merge of lists", "product", []input{size("n.VALUE", 100, 100000), size("lists.NUMBER_OF_ELEMENTS", 2, 64)}, func(x []float64) float64 { return 1e-6 + 9e-9*x[0]*lg(x[1]) }},
	{"knapsack", "product", []input{size("items.NUMBER_OF_ELEMENTS", 3, 300), size("capacity.VALUE", 10, 2000)}, func(x []float64) float64 { return 4e-6 + 1.3e-9*x[0]*x[1] }},
	{"chains in a hash table", "ratio", []input{size("n.VALUE", 100, 20000), size("buckets.VALUE", 16, 1024)}, func(x []float64) float64 { return 3e-8*x[0] + 2e-9*x[0]*x[0]/x[1] }},
	{"speed-up", "ratio", []input{size("work.VALUE", 1000, 100000), size("threads.VALUE", 1, 16)}, func(x []float64) float64 { return 1e-4 + 2e-7*x[0]/x[1] + 3e-5*x[1] }},
	{"window", "bound", []input{size("n.BYTESIZE", 100, 200000), size("window.VALUE", 16, 32768)}, func(x []float64) float64 { return 5e-9 * x[0] * lg(min(x[0], x[1])) }},
	{"search in rows", "product", []input{size("rows.VALUE", 5, 2000), size("columns.VALUE", 2, 500)}, func(x []float64) float64 { return 8e-8 * x[0] * lg(x[1]) }},
	{"two phases", "sum of products", []input{size("n.VALUE", 10, 10000), size("m.VALUE", 10, 300)}, func(x []float64) float64 { return 1.1e-8*x[0]*lg(x[0]) + 2.5e-8*x[1]*x[1] }},
	{"cubic plus copy", "polynomial", []input{size("n.VALUE", 4, 200)}, func(x []float64) float64 { return 2e-6 + 9e-8*x[0]*x[0] + 1.2e-9*x[0]*x[0]*x[0] }},
	{"half the triangle", "polynomial", []input{size("n.VALUE", 4, 2000)}, func(x []float64) float64 { return 5e-7 + 1.5e-9*x[0]*(x[0]-1)/2 }},
	{"scaling", "power", []input{size("n.VALUE", 10, 100000)}, func(x []float64) float64 { return 3e-7 * math.Pow(x[0], 0.8) }},
	{"matrix by Strassen", "power", []input{size("n.VALUE", 8, 512)}, func(x []float64) float64 { return 4e-9 * math.Pow(x[0], 2.807) }},
	{"sieve", "log", []input{size("n.VALUE", 100, 1000000)}, func(x []float64) float64 { return 2e-9 * x[0] * lg(lg(x[0])) }},
	{"cached", "switch", []input{{name: "cached.VALUE", flag: true}, size("s.BYTESIZE", 100, 1e6)}, func(x []float64) float64 { return choose(x[0] == 1, 4e-7, 2e-6+3e-9*x[1]) }},
	{"level of compression", "switch", []input{{name: "level.VALUE", levels: []string{"fast", "normal", "best"}}, size("s.BYTESIZE", 100, 1e6)}, func(x []float64) float64 {
		return 1e-5 + []float64{5e-9, 2e-8, 6e-8}[int(x[0])]*x[1]
	}},
	{"sort or scan", "switch", []input{{name: "sorted.VALUE", flag: true}, size("n.VALUE", 10, 20000)}, func(x []float64) float64 { return choose(x[0] == 1, 2e-9*x[1], 9e-9*x[1]*lg(x[1])) }},
	{"out of the cache", "threshold", []input{size("s.BYTESIZE", 1024, 1<<22)}, func(x []float64) float64 { return choose(x[0] < 262144, 3e-10*x[0], 3e-10*262144+1.2e-9*(x[0]-262144)) }},
	{"insertion below 50", "threshold", []input{size("n.VALUE", 4, 5000)}, func(x []float64) float64 {
		return choose(x[0] < 50, 2e-7+4e-9*x[0]*x[0], 3e-6+1.3e-8*x[0]*lg(x[0]))
	}},
	{"pages and rows", "steps", []input{size("rows.VALUE", 10, 400), size("k.VALUE", 1, 30)}, func(x []float64) float64 { return 4e-6*math.Ceil(x[0]/50) + 2e-7*x[1] }},
	{"subsets", "exponential", []input{size("n.VALUE", 3, 18)}, func(x []float64) float64 { return 1e-6 + 3e-9*math.Exp2(x[0]) }},
	{"permuted subsets", "exponential", []input{size("n.VALUE", 3, 16)}, func(x []float64) float64 { return 2e-9 * x[0] * math.Exp2(x[0]) }},
	{"diagonal band", "bound", []input{size("n.VALUE", 10, 3000), size("band.VALUE", 2, 400)}, func(x []float64) float64 { return 6e-9 * x[0] * min(x[0], x[1]) }},
	{"four sizes", "sum", []input{size("a.VALUE", 10, 1000), size("b.VALUE", 10, 1000), size("c.VALUE", 10, 1000), size("d.VALUE", 10, 1000)}, func(x []float64) float64 {
		return 1e-6 + 2e-8*x[0] + 5e-8*x[1] + 1e-8*x[2] + 7e-8*x[3]
	}},
}
