package main

import "math"

// suiteK are demands out of textbooks on algorithms, databases, networks and operating systems.
var suiteK = []problem{
	// Algorithms (Cormen, Leiserson, Rivest, Stein).
	{"knapsack table", "dynamic programming", []input{size("items.VALUE", 5, 200), size("capacity.VALUE", 50, 5000)}, func(x []float64) float64 {
		return 1.2e-6 + 1.1e-9*(x[0]+1)*(x[1]+1)
	}},
	{"subsequence with borders", "dynamic programming", []input{size("left.BYTESIZE", 10, 2000), size("right.BYTESIZE", 10, 2000)}, func(x []float64) float64 {
		return 2.1e-9*x[0]*x[1] + 6e-9*(x[0]+x[1])
	}},
	{"cutoff distance", "dynamic programming", []input{size("left.BYTESIZE", 20, 2000), size("right.BYTESIZE", 20, 2000), size("limit.VALUE", 1, 200)}, func(x []float64) float64 {
		return 5e-7 + 2.4e-9*x[0]*min(x[1], 2*x[2]+1)
	}},
	{"matrix chain", "dynamic programming", []input{size("n.VALUE", 3, 150)}, func(x []float64) float64 {
		return 1e-6 + 1.6e-9*(x[0]*x[0]*x[0]-x[0])/6
	}},
	{"all pairs", "graph", []input{size("v.VALUE", 5, 250), size("e.VALUE", 10, 2000)}, func(x []float64) float64 { return 9e-10*x[0]*x[0]*x[0] + 3e-9*x[1] }},
	{"relaxing every edge", "graph", []input{size("v.VALUE", 10, 1000), size("e.VALUE", 20, 8000)}, func(x []float64) float64 { return 1.4e-9 * (x[0] - 1) * x[1] }},
	{"dense tree", "graph", []input{size("v.VALUE", 10, 2000), size("e.VALUE", 20, 20000)}, func(x []float64) float64 { return 1.7e-9*x[0]*x[0] + 5e-9*x[1] }},
	{"tree by sorted edges", "graph", []input{size("v.VALUE", 10, 5000), size("e.VALUE", 20, 50000)}, func(x []float64) float64 { return 6e-9*x[1]*lg(x[1]) + 1.5e-8*x[0] }},
	{"ranking by links", "graph", []input{size("rounds.VALUE", 5, 60), size("pages.VALUE", 50, 5000), size("links.VALUE", 100, 50000)}, func(x []float64) float64 {
		return x[0] * (4e-9*x[1] + 2.2e-9*x[2])
	}},
	{"best few", "sorting", []input{size("n.VALUE", 100, 100000), size("best.VALUE", 2, 100)}, func(x []float64) float64 { return 3e-9*x[0] + 4e-8*x[1]*lg(x[1]) }},
	{"digits", "sorting", []input{size("n.VALUE", 50, 50000), size("digits.VALUE", 1, 8), size("radix.VALUE", 2, 4096)}, func(x []float64) float64 {
		return x[1] * (4e-9*x[0] + 2e-9*x[2])
	}},
	{"nearly sorted", "sorting", []input{size("n.VALUE", 10, 5000), size("displaced.VALUE", 1, 100)}, func(x []float64) float64 { return 5e-9*x[0] + 3e-9*x[0]*x[1] }},
	{"transform of padded signal", "sorting", []input{size("n.VALUE", 16, 8192)}, func(x []float64) float64 {
		p := math.Exp2(math.Ceil(lg(x[0])))
		return 2e-6 + 4e-9*p*lg(p)
	}},
	{"neighbours in a tree", "search", []input{size("points.VALUE", 50, 100000), size("k.VALUE", 1, 50)}, func(x []float64) float64 { return 7e-8 * x[1] * lg(x[0]) }},
	{"many searches", "search", []input{size("queries.VALUE", 1, 500), size("n.VALUE", 16, 1e6)}, func(x []float64) float64 { return 4e-7 + 1.1e-8*x[0]*lg(x[1]) }},
	{"naive matching", "search", []input{size("text.BYTESIZE", 200, 20000), size("pattern.BYTESIZE", 2, 100)}, func(x []float64) float64 { return 8e-10 * (x[0] - x[1] + 1) * x[1] }},
	{"prefix matching", "search", []input{size("text.BYTESIZE", 200, 20000), size("pattern.BYTESIZE", 2, 1000)}, func(x []float64) float64 { return 2.6e-9*x[0] + 7e-9*x[1] }},
	{"word tree", "search", []input{size("word.BYTESIZE", 2, 60), size("words.VALUE", 100, 100000)}, func(x []float64) float64 { return 3e-8 + 1.3e-8*x[0] }},
	{"filter", "search", []input{size("keys.VALUE", 10, 10000), size("hashes.VALUE", 1, 16), size("bits.VALUE", 1024, 1<<22)}, func(x []float64) float64 { return 2.3e-8 * x[0] * x[1] }},
	{"convolution", "numeric", []input{size("width.VALUE", 16, 400), size("height.VALUE", 16, 400), size("kernel.VALUE", 1, 11)}, func(x []float64) float64 {
		return 1.1e-9 * x[0] * x[1] * x[2] * x[2]
	}},
	{"kernel matrix", "numeric", []input{size("rows.VALUE", 10, 600), size("features.VALUE", 2, 100)}, func(x []float64) float64 { return 3e-6 + 1.5e-9*x[0]*x[0]*x[1]/2 }},
	{"modular power", "numeric", []input{size("bits.VALUE", 64, 4096)}, func(x []float64) float64 { return 4e-6 + 2e-12*x[0]*x[0]*x[0] }},
	// Databases (Ramakrishnan and Gehrke), in CPU time.
	{"nested loop by blocks", "database", []input{size("outer.VALUE", 10, 2000), size("inner.VALUE", 10, 1000), size("buffers.VALUE", 3, 100)}, func(x []float64) float64 {
		return 2e-7*x[0] + 2e-7*x[1]*math.Ceil(x[0]/x[2])
	}},
	{"lookups in an index", "database", []input{size("outer.VALUE", 10, 5000), size("rows.VALUE", 100, 1e6)}, func(x []float64) float64 { return 1e-7*x[0] + 3e-8*x[0]*math.Ceil(math.Log(x[1])/math.Log(100)) }},
	{"build and probe", "database", []input{size("build.VALUE", 10, 20000), size("probe.VALUE", 10, 50000), size("matches.VALUE", 1, 10000)}, func(x []float64) float64 {
		return 5e-6 + 6e-8*x[0] + 2.2e-8*x[1] + 4e-8*x[2]
	}},
	{"spilling join", "database", []input{size("pages.VALUE", 10, 2000), size("memory.VALUE", 20, 800)}, func(x []float64) float64 { return choose(x[0] <= x[1], 1e-6, 3e-6) * x[0] }},
	{"external sort", "database", []input{size("pages.VALUE", 8, 4000), size("buffers.VALUE", 3, 20)}, func(x []float64) float64 {
		return 4e-7 * x[0] * (1 + math.Ceil(math.Log(math.Ceil(x[0]/x[1]))/math.Log(x[1]-1)))
	}},
	{"batched inserts", "database", []input{size("rows.VALUE", 10, 5000), size("batch.VALUE", 1, 500)}, func(x []float64) float64 { return 8e-7*x[0] + 3e-4*math.Ceil(x[0]/x[1]) }},
	{"page by offset", "database", []input{size("offset.VALUE", 1, 50000), size("limit.VALUE", 10, 500)}, func(x []float64) float64 { return 2e-5 + 4e-8*(x[0]+x[1]) + 1.5e-6*x[1] }},
	{"plan by isolation", "database", []input{{name: "isolation.VALUE", levels: []string{"NONE", "READ", "SERIAL"}}, size("rows.VALUE", 1, 5000)}, func(x []float64) float64 {
		return 3e-5 + []float64{1e-7, 3e-7, 3e-7}[int(x[0])]*x[1] + choose(x[0] == 2, 2e-4, 0)
	}},
	// Networks and systems (Kurose and Ross; Tanenbaum).
	{"latency and bandwidth", "network", []input{size("message.BYTESIZE", 100, 1e6), size("bandwidth.VALUE", 10, 1000)}, func(x []float64) float64 { return 4e-4 + 8e-6*x[0]/x[1]/8 }},
	{"packets", "network", []input{size("message.BYTESIZE", 100, 30000)}, func(x []float64) float64 { return 2e-6 + 3e-6*math.Ceil(x[0]/1460) }},
	{"slow start", "network", []input{size("message.BYTESIZE", 1000, 1e6)}, func(x []float64) float64 { return 2e-3*math.Ceil(lg(x[0]/14600+1)) + 8e-9*x[0] }},
	{"back-off", "network", []input{size("retries.VALUE", 1, 9)}, func(x []float64) float64 { return 1e-3 * (math.Exp2(x[0]) - 1) }},
	{"cipher in blocks", "network", []input{size("message.BYTESIZE", 16, 4000), {name: "hardware.VALUE", flag: true}}, func(x []float64) float64 {
		return 1.5e-6 + choose(x[1] == 1, 2e-9, 1.8e-8)*16*math.Ceil(x[0]/16)
	}},
	{"working set", "system", []input{size("set.VALUE", 16, 4000), size("cache.VALUE", 64, 1024)}, func(x []float64) float64 { return 2e-8*x[0] + 3e-7*max(0, x[0]-x[1]) }},
	{"parallel share", "system", []input{size("work.VALUE", 1000, 1e6), size("threads.VALUE", 1, 32)}, func(x []float64) float64 { return x[0] * (5e-9 + 4.5e-8/x[1]) }},
	{"universal scaling", "system", []input{size("clients.VALUE", 1, 64)}, func(x []float64) float64 { return 1e-4 * (1 + 0.04*(x[0]-1) + 0.002*x[0]*(x[0]-1)) }},
	{"near saturation", "system", []input{{name: "utilisation.VALUE", high: 0.95, share: true}}, func(x []float64) float64 { return 1e-3 / (1 - x[0]) }},
	{"waves of tasks", "system", []input{size("tasks.VALUE", 1, 200), size("threads.VALUE", 1, 16)}, func(x []float64) float64 { return 5e-4 * math.Ceil(x[0]/x[1]) }},
	{"marking what lives", "system", []input{size("live.VALUE", 1000, 1e6), size("allocated.VALUE", 1000, 1e7), size("heap.VALUE", 1e6, 1e7)}, func(x []float64) float64 {
		return 2e-9 * x[0] * x[1] / x[2]
	}},
	{"log lines", "system", []input{{name: "debug.VALUE", flag: true}, size("requests.VALUE", 1, 3000), size("fields.VALUE", 1, 40)}, func(x []float64) float64 {
		return 2e-6*x[1] + x[0]*3e-7*x[1]*x[2]
	}},
}

// suiteC are counts from the same books, to be found exactly.
var suiteC = []problem{
	{"edges of a clique", "combinatorial", []input{size("v.VALUE", 2, 500)}, func(x []float64) float64 { return x[0] * (x[0] - 1) / 2 }},
	{"clique with loops", "combinatorial", []input{size("v.VALUE", 2, 500)}, func(x []float64) float64 { return x[0] * (x[0] + 1) / 2 }},
	{"cells of the table", "combinatorial", []input{size("left.BYTESIZE", 1, 300), size("right.BYTESIZE", 1, 300)}, func(x []float64) float64 { return (x[0] + 1) * (x[1] + 1) }},
	{"moves of Hanoi", "combinatorial", []input{size("n.VALUE", 1, 16)}, func(x []float64) float64 { return math.Exp2(x[0]) - 1 }},
	{"inner products", "combinatorial", []input{size("rows.VALUE", 1, 60), size("columns.VALUE", 1, 60), size("inner.VALUE", 1, 60)}, func(x []float64) float64 { return x[0] * x[1] * (2*x[2] - 1) }},
	{"alignments", "combinatorial", []input{size("text.BYTESIZE", 100, 5000), size("pattern.BYTESIZE", 1, 80)}, func(x []float64) float64 { return x[0] - x[1] + 1 }},
	{"comparisons of naive matching", "combinatorial", []input{size("text.BYTESIZE", 100, 5000), size("pattern.BYTESIZE", 1, 80)}, func(x []float64) float64 { return (x[0] - x[1] + 1) * x[1] }},
	{"characters of base64", "steps", []input{size("b.BYTESIZE", 1, 5000)}, func(x []float64) float64 { return 4 * math.Ceil(x[0]/3) }},
	{"packets", "steps", []input{size("b.BYTESIZE", 1, 50000)}, func(x []float64) float64 { return math.Ceil(x[0] / 1460) }},
	{"padded blocks", "steps", []input{size("b.BYTESIZE", 1, 5000)}, func(x []float64) float64 { return math.Floor(x[0]/16) + 1 }},
	{"pages read by a join", "steps", []input{size("outer.VALUE", 1, 500), size("inner.VALUE", 1, 300), size("buffers.VALUE", 2, 50)}, func(x []float64) float64 {
		return x[0] + math.Ceil(x[0]/x[2])*x[1]
	}},
	{"height of a heap", "steps", []input{size("n.VALUE", 1, 5000)}, func(x []float64) float64 { return math.Floor(lg(x[0])) }},
	{"capacity doubled", "steps", []input{size("n.VALUE", 1, 5000)}, func(x []float64) float64 { return math.Exp2(math.Ceil(lg(x[0]))) }},
	{"last page", "steps", []input{size("rows.VALUE", 1, 3000), size("page.VALUE", 5, 50)}, func(x []float64) float64 { return math.Mod(x[0], x[1]) }},
	{"items on this page", "bound", []input{size("rows.VALUE", 1, 3000), size("offset.VALUE", 1, 3000)}, func(x []float64) float64 { return max(0, min(20, x[0]-x[1])) }},
	{"band of a matrix", "bound", []input{size("n.VALUE", 50, 500), size("k.VALUE", 1, 40)}, func(x []float64) float64 { return x[0]*(2*x[1]+1) - x[1]*(x[1]+1) }},
	{"retries by mode", "switch", []input{mode, size("n.VALUE", 1, 50)}, func(x []float64) float64 { return []float64{0, 3, x[1]}[int(x[0])] }},
	{"header and rows", "switch", []input{flagged, size("rows.VALUE", 1, 500), size("columns.VALUE", 1, 20)}, func(x []float64) float64 { return (x[1] + x[0]) * x[2] }},
}
