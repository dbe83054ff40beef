package main

import "math"

type input struct {
	name      string
	low, high float64
	float     bool     // not rounded to integers
	share     bool     // a part of a whole, which does not grow
	fixed     bool     // a whole number that does not grow
	flag      bool     // a boolean
	levels    []string // an enumeration; the value is an index
}

func size(name string, low, high float64) input { return input{name: name, low: low, high: high} }

var (
	flagged = input{name: "flag.VALUE", flag: true}
	mode    = input{name: "mode.VALUE", levels: []string{"fast", "normal", "best"}}
	n       = size("n.VALUE", 1, 1000)
	m       = size("m.NUMBER_OF_ELEMENTS", 1, 200)
	k       = size("k.VALUE", 1, 40)
	b       = size("b.BYTESIZE", 64, 1<<20)
)

// problem is one function to be found.
type problem struct {
	name   string
	family string
	inputs []input
	truth  func(x []float64) float64
}

func lg(x float64) float64 { return math.Log2(x) }

// suiteA are counts and arguments: no noise, to be found exactly.
var suiteA = []problem{
	{"identity", "linear", []input{n}, func(x []float64) float64 { return x[0] }},
	{"affine", "linear", []input{n}, func(x []float64) float64 { return 3*x[0] + 7 }},
	{"minus one", "linear", []input{n}, func(x []float64) float64 { return x[0] - 1 }},
	{"half", "linear", []input{n}, func(x []float64) float64 { return x[0] / 2 }},
	{"sum", "linear", []input{n, m}, func(x []float64) float64 { return x[0] + x[1] }},
	{"weighted sum", "linear", []input{n, m, k}, func(x []float64) float64 { return 2*x[0] + 5*x[1] + 12*x[2] + 16 }},
	{"difference", "linear", []input{n, k}, func(x []float64) float64 { return 40 + x[0] - x[1] }},
	{"triangular", "polynomial", []input{n}, func(x []float64) float64 { return x[0] * (x[0] - 1) / 2 }},
	{"square", "polynomial", []input{n}, func(x []float64) float64 { return x[0] * x[0] }},
	{"cube", "polynomial", []input{k}, func(x []float64) float64 { return x[0] * x[0] * x[0] }},
	{"tetrahedral", "polynomial", []input{k}, func(x []float64) float64 { return x[0] * (x[0] + 1) * (x[0] + 2) / 6 }},
	{"product", "product", []input{n, m}, func(x []float64) float64 { return x[0] * x[1] }},
	{"product and line", "product", []input{n, m}, func(x []float64) float64 { return x[0]*x[1] + 3*x[0] }},
	{"matrix", "product", []input{m, k, n}, func(x []float64) float64 { return x[0] * x[1] * x[2] }},
	{"table with border", "product", []input{n, m}, func(x []float64) float64 { return (x[0] + 1) * (x[1] + 1) }},
	{"square and line", "polynomial", []input{n, m}, func(x []float64) float64 { return x[0]*x[0] + x[1] }},
	{"pairs per row", "product", []input{m, k}, func(x []float64) float64 { return x[0] * x[1] * (x[1] - 1) / 2 }},
	{"pages", "steps", []input{n}, func(x []float64) float64 { return math.Ceil(x[0] / 16) }},
	{"blocks", "steps", []input{b}, func(x []float64) float64 { return math.Floor(x[0] / 4096) }},
	{"blocks up", "steps", []input{b}, func(x []float64) float64 { return math.Ceil(x[0] / 8192) }},
	{"halving", "steps", []input{n}, func(x []float64) float64 { return math.Floor(lg(x[0])) }},
	{"bits", "steps", []input{n}, func(x []float64) float64 { return math.Floor(lg(x[0])) + 1 }},
	{"levels", "steps", []input{n}, func(x []float64) float64 { return math.Ceil(lg(x[0])) }},
	{"root", "steps", []input{n}, func(x []float64) float64 { return math.Floor(math.Sqrt(x[0])) }},
	{"pages per row", "steps", []input{n, k}, func(x []float64) float64 { return math.Ceil(x[0]/16) * x[1] }},
	{"pages and two", "steps", []input{n}, func(x []float64) float64 { return 3*math.Ceil(x[0]/10) + 2 }},
	{"chunks of k", "steps", []input{n, k}, func(x []float64) float64 { return math.Ceil(x[0] / x[1]) }},
	{"remainder", "steps", []input{n}, func(x []float64) float64 { return math.Mod(x[0], 8) }},
	{"at most", "saturation", []input{n}, func(x []float64) float64 { return min(x[0], 100) }},
	{"at least", "saturation", []input{n}, func(x []float64) float64 { return max(x[0], 64) }},
	{"smaller", "saturation", []input{n, m}, func(x []float64) float64 { return min(x[0], x[1]) }},
	{"larger", "saturation", []input{n, m}, func(x []float64) float64 { return max(x[0], x[1]) }},
	{"beyond", "saturation", []input{n}, func(x []float64) float64 { return max(0, x[0]-50) }},
	{"retries", "saturation", []input{n, k}, func(x []float64) float64 { return min(x[0], 10) * x[1] }},
	{"flag", "switch", []input{flagged, n}, func(x []float64) float64 { return x[0]*x[1] + 1 }},
	{"flag doubles", "switch", []input{flagged, n}, func(x []float64) float64 { return (1 + x[0]) * x[1] }},
	{"enumeration", "switch", []input{mode}, func(x []float64) float64 { return []float64{1, 6, 9}[int(x[0])] }},
	{"passes by mode", "switch", []input{mode, n}, func(x []float64) float64 { return []float64{1, 2, 5}[int(x[0])] * x[1] }},
	{"mode decides form", "switch", []input{mode, n}, func(x []float64) float64 {
		return []float64{1, x[1], x[1] * x[1]}[int(x[0])]
	}},
	{"threshold", "threshold", []input{n}, func(x []float64) float64 { return choose(x[0] > 100, 20, 5) }},
	{"threshold form", "threshold", []input{n}, func(x []float64) float64 { return choose(x[0] < 64, x[0], 2*x[0]+10) }},
	{"insertion or merge", "threshold", []input{n}, func(x []float64) float64 { return choose(x[0] < 50, x[0]*x[0], 8*x[0]) }},
	{"constant", "constant", []input{n, m}, func([]float64) float64 { return 42 }},
	{"zero", "constant", []input{n}, func([]float64) float64 { return 0 }},
	{"with distractors", "linear", []input{n, m, k, flagged}, func(x []float64) float64 { return 4 * x[1] }},
}

// suiteB are demands in seconds, with noise.
var suiteB = []problem{
	{"constant", "constant", []input{n, m}, func([]float64) float64 { return 2e-5 }},
	{"linear", "linear", []input{n}, func(x []float64) float64 { return 3e-6 + 2e-8*x[0] }},
	{"bytes", "linear", []input{b}, func(x []float64) float64 { return 1e-5 + 1.5e-9*x[0] }},
	{"two sizes", "linear", []input{n, m}, func(x []float64) float64 { return 1e-6 + 4e-8*x[0] + 3e-7*x[1] }},
	{"proportional", "linear", []input{n, k}, func(x []float64) float64 { return 7e-8 * x[0] }},
	{"sort", "log", []input{n}, func(x []float64) float64 { return 1e-6 + 1.2e-8*x[0]*lg(x[0]+1) }},
	{"sort only", "log", []input{b, k}, func(x []float64) float64 { return 2e-9 * x[0] * lg(x[0]) }},
	{"search", "log", []input{b}, func(x []float64) float64 { return 5e-7 + 9e-8*lg(x[0]) }},
	{"lookups", "log", []input{n, m}, func(x []float64) float64 { return 4e-8 * x[0] * lg(x[1]+1) }},
	{"square", "polynomial", []input{n}, func(x []float64) float64 { return 2e-6 + 4e-9*x[0]*x[0] }},
	{"square and line", "polynomial", []input{n}, func(x []float64) float64 { return 1e-6 + 8e-7*x[0] + 3e-9*x[0]*x[0] }},
	{"cube", "polynomial", []input{k}, func(x []float64) float64 { return 1e-6 + 6e-9*x[0]*x[0]*x[0] }},
	{"edit distance", "product", []input{n, m}, func(x []float64) float64 { return 5e-9 * x[0] * x[1] }},
	{"table and rows", "product", []input{n, m}, func(x []float64) float64 { return 2e-6 + 3e-9*x[0]*x[1] + 5e-8*x[0] }},
	{"matrix", "product", []input{k, m, n}, func(x []float64) float64 { return 1e-9 * x[0] * x[1] * x[2] }},
	{"root", "power", []input{b}, func(x []float64) float64 { return 1e-6 + 4e-8*math.Sqrt(x[0]) }},
	{"power 1.5", "power", []input{n}, func(x []float64) float64 { return 1e-6 + 5e-9*math.Pow(x[0], 1.5) }},
	{"ratio", "power", []input{b, k}, func(x []float64) float64 { return 2e-6 + 3e-9*x[0]/x[1] }},
	{"both logs", "log", []input{n, m}, func(x []float64) float64 { return 1e-6 + 2e-8*(x[0]+x[1])*lg(x[0]+x[1]) }},
	{"flag pays", "switch", []input{flagged, b}, func(x []float64) float64 { return 1e-5 + (1+3*x[0])*1e-9*x[1] }},
	{"flag adds", "switch", []input{flagged, n}, func(x []float64) float64 { return 1e-6 + 4e-8*x[1] + 2e-5*x[0] }},
	{"mode pays", "switch", []input{mode, b}, func(x []float64) float64 { return []float64{1e-9, 3e-9, 8e-9}[int(x[0])] * x[1] }},
	{"mode constant", "switch", []input{mode, n}, func(x []float64) float64 { return []float64{2e-5, 3e-5, 9e-5}[int(x[0])] }},
	{"capped", "saturation", []input{n}, func(x []float64) float64 { return 1e-6 + 5e-8*min(x[0], 200) }},
	{"free until", "saturation", []input{n}, func(x []float64) float64 { return 4e-6 + 9e-8*max(0, x[0]-150) }},
	{"slower beyond", "threshold", []input{b}, func(x []float64) float64 { return choose(x[0] > 32768, 4e-9, 1e-9) * x[0] }},
	{"larger of two", "saturation", []input{n, m}, func(x []float64) float64 { return 1e-6 + 3e-8*max(x[0], x[1]) }},
	{"pages", "steps", []input{size("s.BYTESIZE", 100, 60000)}, func(x []float64) float64 { return 1e-6 + 8e-6*math.Ceil(x[0]/8192) }},
}

func choose(cond bool, a, b float64) float64 {
	if cond {
		return a
	}
	return b
}

// suiteD are problems that the literature on symbolic regression uses, without sine.
var suiteD = []problem{
	{"nguyen 1", "nguyen", []input{decimalOf("x", -1, 1)}, func(x []float64) float64 { return poly(x[0], 3) }},
	{"nguyen 2 (koza 1)", "nguyen", []input{decimalOf("x", -1, 1)}, func(x []float64) float64 { return poly(x[0], 4) }},
	{"nguyen 3", "nguyen", []input{decimalOf("x", -1, 1)}, func(x []float64) float64 { return poly(x[0], 5) }},
	{"nguyen 4", "nguyen", []input{decimalOf("x", -1, 1)}, func(x []float64) float64 { return poly(x[0], 6) }},
	{"nguyen 7", "nguyen", []input{decimalOf("x", 0, 2)}, func(x []float64) float64 { return math.Log(x[0]+1) + math.Log(x[0]*x[0]+1) }},
	{"nguyen 8", "nguyen", []input{decimalOf("x", 0, 4)}, func(x []float64) float64 { return math.Sqrt(x[0]) }},
	{"nguyen 11", "nguyen", []input{decimalOf("x", 0.01, 1), decimalOf("y", 0.01, 1)}, func(x []float64) float64 { return math.Pow(x[0], x[1]) }},
	{"nguyen 12", "nguyen", []input{decimalOf("x", 0, 1), decimalOf("y", 0, 1)}, func(x []float64) float64 {
		return math.Pow(x[0], 4) - x[0]*x[0]*x[0] + x[1]*x[1]/2 - x[1]
	}},
	{"koza 2", "koza", []input{decimalOf("x", -1, 1)}, func(x []float64) float64 {
		return math.Pow(x[0], 5) - 2*x[0]*x[0]*x[0] + x[0]
	}},
	{"koza 3", "koza", []input{decimalOf("x", -1, 1)}, func(x []float64) float64 {
		return math.Pow(x[0], 6) - 2*math.Pow(x[0], 4) + x[0]*x[0]
	}},
	{"keijzer 6", "keijzer", []input{size("x.VALUE", 1, 50)}, func(x []float64) float64 {
		sum := 0.0
		for i := 1.0; i <= x[0]; i++ {
			sum += 1 / i
		}
		return sum
	}},
	{"keijzer 7", "keijzer", []input{decimalOf("x", 1, 100)}, func(x []float64) float64 { return math.Log(x[0]) }},
	{"keijzer 8", "keijzer", []input{decimalOf("x", 0, 100)}, func(x []float64) float64 { return math.Sqrt(x[0]) }},
	{"keijzer 10", "keijzer", []input{decimalOf("x", 0.01, 1), decimalOf("y", 0.01, 1)}, func(x []float64) float64 { return math.Pow(x[0], x[1]) }},
	{"keijzer 14", "keijzer", []input{decimalOf("x", -3, 3), decimalOf("y", -3, 3)}, func(x []float64) float64 {
		return 8 / (2 + x[0]*x[0] + x[1]*x[1])
	}},
	{"keijzer 15", "keijzer", []input{decimalOf("x", -3, 3), decimalOf("y", -3, 3)}, func(x []float64) float64 {
		return x[0]*x[0]*x[0]/5 + x[1]*x[1]*x[1]/2 - x[1] - x[0]
	}},
	{"korns 1", "korns", []input{decimalOf("x", -50, 50)}, func(x []float64) float64 { return 1.57 + 24.3*x[0] }},
	{"korns 2", "korns", []input{decimalOf("x", -50, 50), decimalOf("y", -50, 50), decimalOf("z", 1, 50)}, func(x []float64) float64 {
		return 0.23 + 14.2*(x[0]+x[1])/(3*x[2])
	}},
	{"korns 6", "korns", []input{decimalOf("x", 0, 50)}, func(x []float64) float64 { return 1.3 + 0.13*math.Sqrt(x[0]) }},
}

func decimalOf(name string, low, high float64) input {
	return input{name: name + ".VALUE", low: low, high: high, float: true}
}

func poly(x float64, degree int) float64 {
	sum, power := 0.0, 1.0
	for range degree {
		power *= x
		sum += power
	}
	return sum
}

// suiteH are costs that were written down after the terms of the search were finished.
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

// suiteN are demands that no sum of few usual terms says, for what searches freely: sums below a fraction's line,
// sums and smaller-of in logarithms, powers and steps of sums.
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

// suiteW are forms that earlier versions could not say: jumps at a product, remainders by a number, sums of three
// products and products of four and more parameters, and programs with a dozen switches.
var suiteW = []problem{
	{"matrix beyond the cache", "product jump", []input{size("rows.VALUE", 10, 2000), size("cols.VALUE", 10, 2000)}, func(x []float64) float64 {
		return 1e-3 + choose(x[0]*x[1] > 100000, 4e-3, 0)
	}},
	{"slower when large", "product jump", []input{size("rows.VALUE", 10, 2000), size("cols.VALUE", 10, 2000)}, func(x []float64) float64 {
		return x[0] * x[1] * choose(x[0]*x[1] > 65536, 3e-8, 1e-8)
	}},
	{"spilled batch", "product jump", []input{size("records.NUMBER_OF_ELEMENTS", 10, 5000), size("record.BYTESIZE", 16, 4096)}, func(x []float64) float64 {
		return 2e-6*x[0] + choose(x[0]*x[1] > 1048576, 8e-3, 0)
	}},
	{"parallel from so many", "product jump", []input{size("w.VALUE", 16, 3000), size("h.VALUE", 16, 3000), size("k.VALUE", 1, 40)}, func(x []float64) float64 {
		return choose(x[0]*x[1] >= 250000, 1e-3+2e-9*x[0]*x[1], 8e-9*x[0]*x[1])
	}},
	{"position in a page", "remainder", []input{size("n.VALUE", 1, 5000)}, func(x []float64) float64 { return 1e-3 + 2e-5*math.Mod(x[0], 100) }},
	{"every tenth flushes", "remainder", []input{size("n.VALUE", 1, 5000)}, func(x []float64) float64 {
		return choose(math.Mod(x[0], 10) == 0, 6e-3, 1e-3)
	}},
	{"odd and even", "remainder", []input{size("n.VALUE", 1, 5000), size("m.VALUE", 1, 500)}, func(x []float64) float64 {
		return 1e-5*x[1] + choose(math.Mod(x[0], 2) == 1, 3e-3, 0)
	}},
	{"every seventh, by size", "remainder", []input{size("n.VALUE", 1, 5000), size("m.VALUE", 1, 500)}, func(x []float64) float64 {
		return 2e-5 * x[1] * choose(math.Mod(x[0], 7) == 0, 4, 1)
	}},
	{"three products", "many products", []input{size("a.VALUE", 1, 300), size("b.VALUE", 1, 300), size("c.VALUE", 1, 300)}, func(x []float64) float64 {
		return 1e-7 * (3*x[0]*x[1] + 5*x[1]*x[2] + 2*x[0]*x[2])
	}},
	{"three pairs", "many products", []input{size("a.VALUE", 1, 200), size("b.VALUE", 1, 200), size("c.VALUE", 1, 200), size("d.VALUE", 1, 200), size("e.VALUE", 1, 200), size("f.VALUE", 1, 200)}, func(x []float64) float64 {
		return 1e-7 * (2*x[0]*x[1] + 3*x[2]*x[3] + 7*x[4]*x[5])
	}},
	{"five factors", "monomial", []input{size("a.VALUE", 1, 50), size("b.VALUE", 1, 50), size("c.VALUE", 1, 50), size("d.VALUE", 1, 50), size("e.VALUE", 1, 50)}, func(x []float64) float64 {
		return 1e-9 * x[0] * x[1] * x[2] * x[3] * x[4]
	}},
	{"powers of four", "monomial", []input{size("a.VALUE", 1, 100), size("b.VALUE", 1, 100), size("c.VALUE", 1, 100), size("d.VALUE", 1, 100)}, func(x []float64) float64 {
		return 1e-9 * x[0] * x[0] * x[1] * math.Sqrt(x[2]) / x[3]
	}},
	{"a root over five", "monomial", []input{size("a.VALUE", 1, 100), size("b.VALUE", 1, 100), size("c.VALUE", 1, 100), size("d.VALUE", 1, 100), size("e.VALUE", 1, 100)}, func(x []float64) float64 {
		return 1e-6 * x[0] * x[1] * x[2] / (x[3] * math.Sqrt(x[4]))
	}},
	{"pairs of switches", "switches", switches(12), func(x []float64) float64 {
		return 1e-3 * (5 + 3*x[0] + 2*x[1] + 1.5*x[2] + x[3] + 4*x[0]*x[4] + 2*x[5]*x[6] - 1.2*x[2]*x[7])
	}},
	{"factors of switches", "switches", switches(12), func(x []float64) float64 {
		return 2e-3 * math.Pow(1.8, x[0]) * math.Pow(1.4, x[1]) * math.Pow(0.7, x[2]) * math.Pow(1.25, x[3]) * math.Pow(1.6, x[4]*x[5])
	}},
	{"switches and a size", "switches", append(switches(11), size("n.VALUE", 10, 1000)), func(x []float64) float64 {
		return 1e-5 * x[11] * (1 + 0.8*x[0] + 0.5*x[1] + 0.4*x[2]*x[3] + 0.3*x[4]) * (1 + 0.5*x[5])
	}},
	{"three together", "switches", switches(13), func(x []float64) float64 {
		return 1e-3 * (4 + 2*x[0] + x[1] + 0.8*x[2] + 0.6*x[3] + 0.5*x[4] + 3*x[5]*x[6] + 2.5*x[7]*x[8]*x[9])
	}},
	{"modes and switches", "switches", append(switches(9), mode), func(x []float64) float64 {
		return 1e-3 * []float64{2, 5, 11}[int(x[9])] * (1 + 0.5*x[0]) * (1 + 0.3*x[1]) * (1 + 0.6*x[2]*x[3])
	}},
}

func switches(count int) (all []input) {
	for i := range count {
		all = append(all, input{name: string(rune('a'+i)) + "On.VALUE", flag: true})
	}
	return all
}
