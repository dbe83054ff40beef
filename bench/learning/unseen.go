package main

import "math"

// suiteU and suiteV are demands and counts of services, storage and loops that somebody thought up who had read
// neither the terms of the search nor the other suites.
var suiteU = []problem{
	{"join by strategy", "switch", []input{size("left.VALUE", 10, 2000), size("right.VALUE", 10, 2000), flagged}, func(x []float64) float64 {
		return choose(x[2] == 1, 2e-9*x[0]*x[1], 3e-8*(x[0]+x[1]))
	}},
	{"bytes by format", "switch", []input{size("s.BYTESIZE", 100, 1e6), {name: "format.VALUE", levels: []string{"json", "xml", "csv"}}}, func(x []float64) float64 {
		return []float64{3e-8, 9e-8, 1e-8}[int(x[1])] * x[0]
	}},
	{"statement", "switch", []input{{name: "statement.VALUE", levels: []string{"select", "insert", "update", "delete"}}}, func(x []float64) float64 {
		return []float64{1e-4, 3.2e-4, 4.5e-4, 2e-4}[int(x[0])]
	}},
	{"two languages of five", "switch", []input{size("chars.VALUE", 10, 1e5), {name: "language.VALUE", levels: []string{"en", "de", "fr", "ja", "zh"}}}, func(x []float64) float64 {
		return 1e-6 + choose(x[1] >= 3, 4e-8, 1e-8)*x[0]
	}},
	{"sign and encrypt", "switch", []input{size("s.BYTESIZE", 100, 1e5), {name: "sign.VALUE", flag: true}, {name: "encrypt.VALUE", flag: true}}, func(x []float64) float64 {
		return 1e-6 + 1e-9*x[0] + 3e-9*x[0]*x[1] + 5e-4*x[2]
	}},
	{"filter by kind", "switch", []input{size("w.VALUE", 20, 300), size("h.VALUE", 20, 300), {name: "filter.VALUE", levels: []string{"blur", "edge", "plain"}}}, func(x []float64) float64 {
		return 1e-6 + []float64{9e-9, 4e-9, 0}[int(x[2])]*x[0]*x[1]
	}},
	{"validation", "guard", []input{size("n.VALUE", 4, 2000), flagged}, func(x []float64) float64 { return 1e-6 + 2e-8*x[0] + 4e-9*x[0]*x[0]*x[1] }},
	{"exact or not", "guard", []input{size("n.VALUE", 3, 120), flagged}, func(x []float64) float64 {
		return choose(x[1] == 1, 2e-9*x[0]*x[0]*x[0], 5e-8*x[0]*x[0])
	}},
	{"large amounts", "guard", []input{size("amount.VALUE", 1, 5000), size("orders.VALUE", 1, 100)}, func(x []float64) float64 {
		return 1e-5*x[1] + choose(x[0] >= 1000, 4e-3, 0)
	}},
	{"insertion below 47", "threshold", []input{size("n.VALUE", 4, 3000)}, func(x []float64) float64 {
		return choose(x[0] <= 47, 3e-9*x[0]*x[0], 1.4e-8*x[0]*lg(x[0]))
	}},
	{"working set", "threshold", []input{size("s.BYTESIZE", 1000, 1e6), size("accesses.VALUE", 100, 1e4)}, func(x []float64) float64 {
		return choose(x[0] <= 32768, 1.2e-9, 5e-9) * x[1]
	}},
	{"three caches", "threshold", []input{size("s.BYTESIZE", 1000, 1e7)}, func(x []float64) float64 {
		return choose(x[0] <= 32768, 1e-9, choose(x[0] <= 1<<20, 2.5e-9, 8e-9)) * x[0]
	}},
	{"penalty", "threshold", []input{size("s.BYTESIZE", 1000, 1e6)}, func(x []float64) float64 { return 2e-9*x[0] + choose(x[0] > 65536, 1e-3, 0) }},
	{"inline or not", "threshold", []input{size("s.BYTESIZE", 100, 1e6)}, func(x []float64) float64 {
		return choose(x[0] <= 1024, 2e-6, 2e-5+6e-9*x[0])
	}},
	{"overdrawn", "threshold", []input{size("used.VALUE", 1, 200), size("quota.VALUE", 50, 150)}, func(x []float64) float64 {
		return 1e-4*min(x[0], x[1]) + 8e-4*max(0, x[0]-x[1])
	}},
	{"hits and misses", "share", []input{size("requests.VALUE", 10, 2000), {name: "hits.VALUE", high: 1, share: true}}, func(x []float64) float64 {
		return x[0] * (x[1]*1e-6 + (1-x[1])*2e-5)
	}},
	{"retried until it works", "share", []input{{name: "errors.VALUE", high: 0.9, share: true}}, func(x []float64) float64 { return 1e-3 / (1 - x[0]) }},
	{"selected rows", "share", []input{size("rows.VALUE", 100, 1e6), {name: "selected.VALUE", low: 0.001, high: 0.2, share: true}}, func(x []float64) float64 {
		return 2e-7*lg(x[0]) + 4e-8*x[0]*x[1]
	}},
	{"serial part", "ratio", []input{size("work.VALUE", 10, 1000), size("threads.VALUE", 1, 32)}, func(x []float64) float64 { return 1e-4 * x[0] * (0.1 + 0.9/x[1]) }},
	{"parallel sort", "ratio", []input{size("n.VALUE", 1000, 1e6), size("cores.VALUE", 1, 8)}, func(x []float64) float64 { return 1.2e-8 * x[0] * lg(x[0]) / x[1] }},
	{"scaled picture", "ratio", []input{size("pixels.VALUE", 1e4, 4e6), size("scale.VALUE", 1, 4)}, func(x []float64) float64 { return 3e-9*x[0] + 6e-9*x[0]/x[1]/x[1] }},
	{"flushed buffers", "ratio", []input{size("n.VALUE", 10, 1e5), size("buffer.VALUE", 64, 1024)}, func(x []float64) float64 { return 4e-9*x[0] + 3e-6*x[0]/x[1] }},
	{"pages", "steps", []input{size("s.BYTESIZE", 500, 1e5)}, func(x []float64) float64 { return 1e-5 + 4e-5*math.Ceil(x[0]/4096) }},
	{"batches of 500", "steps", []input{size("rows.VALUE", 1, 5000)}, func(x []float64) float64 { return 2e-3*math.Ceil(x[0]/500) + 1e-6*x[0] }},
	{"height of an index", "steps", []input{size("lookups.VALUE", 1, 200), size("keys.VALUE", 100, 1e7)}, func(x []float64) float64 {
		return 3e-6 * x[0] * math.Ceil(math.Log(x[1])/math.Log(128))
	}},
	{"doubled capacity", "steps", []input{size("n.VALUE", 16, 1e5)}, func(x []float64) float64 { return 1e-8*x[0] + 3e-8*math.Exp2(math.Ceil(lg(x[0]))) }},
	{"uploaded chunks", "steps", []input{size("kilobytes.VALUE", 100, 50000), size("chunk.VALUE", 1000, 10000)}, func(x []float64) float64 {
		return 0.15*math.Ceil(x[0]/x[1]) + 8e-5*x[0]
	}},
	{"windows in flight", "steps", []input{size("s.BYTESIZE", 1000, 1e6)}, func(x []float64) float64 { return 2e-2 * (1 + math.Floor(lg(1+x[0]/14600))) }},
	{"slower of two", "bound", []input{size("a.VALUE", 1, 1000), size("b.VALUE", 1, 1000)}, func(x []float64) float64 { return max(2e-6*x[0], 5e-6*x[1]) }},
	{"wait for both", "bound", []input{size("fast.VALUE", 1, 100), size("slow.VALUE", 1, 100)}, func(x []float64) float64 { return 1e-3 * max(x[0], 2*x[1]) }},
	{"gives up", "bound", []input{size("retries.VALUE", 1, 20)}, func(x []float64) float64 { return 1e-3 + 1e-2*min(x[0], 5) }},
	{"smaller in larger", "bound", []input{size("a.VALUE", 10, 1e4), size("b.VALUE", 10, 1e4)}, func(x []float64) float64 {
		return 2e-8 * min(x[0], x[1]) * lg(max(x[0], x[1]))
	}},
	{"overflow", "bound", []input{size("n.VALUE", 10, 5000), size("capacity.VALUE", 100, 1000)}, func(x []float64) float64 { return 1e-7*x[0] + 5e-6*max(0, x[0]-x[1]) }},
	{"first few and rest", "sum", []input{size("n.VALUE", 100, 1e5), size("k.VALUE", 4, 1000)}, func(x []float64) float64 { return 2e-9*x[0] + 3e-8*x[1]*lg(x[1]) }},
	{"words by length", "sum", []input{size("words.VALUE", 10, 3000), size("length.VALUE", 3, 40)}, func(x []float64) float64 {
		return 7e-9*x[0]*lg(x[0]) + 1e-9*x[0]*x[1]
	}},
	{"retried calls", "product", []input{size("failures.VALUE", 1, 8), size("s.BYTESIZE", 100, 1e5)}, func(x []float64) float64 { return (1 + x[0]) * (2e-3 + 1e-8*x[1]) }},
	{"groups, members, rights", "product", []input{size("groups.VALUE", 1, 20), size("members.VALUE", 1, 30), size("rights.VALUE", 1, 15)}, func(x []float64) float64 {
		return 1e-5 + 3e-7*x[0] + 5e-8*x[0]*x[1]*x[2]
	}},
	{"masks", "product", []input{size("w.VALUE", 10, 200), size("h.VALUE", 10, 200), size("kernel.VALUE", 3, 11)}, func(x []float64) float64 {
		return 1e-9 * x[0] * x[1] * x[2] * x[2]
	}},
	{"suffixes", "log", []input{size("n.VALUE", 10, 1e5)}, func(x []float64) float64 { return 4e-9 * x[0] * lg(x[0]) * lg(x[0]) }},
	{"compared texts", "log", []input{size("n.VALUE", 10, 1e4), size("length.VALUE", 4, 100)}, func(x []float64) float64 { return 1e-9 * x[0] * lg(x[0]) * x[1] }},
	{"neighbours", "power", []input{size("points.VALUE", 100, 1e6), size("hits.VALUE", 1, 1000)}, func(x []float64) float64 { return 3e-8*math.Sqrt(x[0]) + 1e-7*x[1] }},
	{"divisors", "power", []input{size("n.VALUE", 10, 1e5)}, func(x []float64) float64 { return 2e-9 * x[0] * math.Sqrt(x[0]) }},
	{"rabbits", "exponential", []input{size("n.VALUE", 8, 24)}, func(x []float64) float64 { return 6e-9 * math.Pow(1.618, x[0]) }},
	{"password", "exponential", []input{size("rounds.VALUE", 4, 12)}, func(x []float64) float64 { return 5e-5 * math.Exp2(x[0]) }},
	{"leaves of a tree", "exponential", []input{size("fanout.VALUE", 2, 4), size("depth.VALUE", 1, 5)}, func(x []float64) float64 { return 1e-7 * math.Pow(x[0], x[1]) }},
}

var suiteV = []problem{
	{"pairs", "combinatorial", []input{size("n.VALUE", 1, 60)}, func(x []float64) float64 { return x[0] * (x[0] - 1) / 2 }},
	{"inner cells", "combinatorial", []input{size("rows.VALUE", 1, 40), size("columns.VALUE", 1, 40)}, func(x []float64) float64 { return (x[0] - 1) * (x[1] - 1) }},
	{"directed or not", "combinatorial", []input{size("nodes.VALUE", 1, 50), flagged}, func(x []float64) float64 { return x[0] * (x[0] - 1) / (2 - x[1]) }},
	{"inner nodes", "exponential", []input{size("depth.VALUE", 1, 10)}, func(x []float64) float64 { return math.Exp2(x[0]) - 1 }},
	{"batches", "steps", []input{size("items.VALUE", 1, 400), size("batch.VALUE", 1, 40)}, func(x []float64) float64 { return math.Ceil(x[0] / x[1]) }},
	{"every seventh", "steps", []input{size("n.VALUE", 1, 500)}, func(x []float64) float64 { return math.Floor(x[0]/7) + 1 }},
	{"padded to eight", "steps", []input{size("length.VALUE", 1, 300)}, func(x []float64) float64 { return 8 * math.Ceil(x[0]/8) }},
	{"passes of merging", "steps", []input{size("runs.VALUE", 2, 600)}, func(x []float64) float64 { return math.Ceil(lg(x[0])) }},
	{"overlapping windows", "steps", []input{size("length.VALUE", 20, 400), size("step.VALUE", 1, 20)}, func(x []float64) float64 { return math.Floor((x[0]-10)/x[1]) + 1 }},
	{"tiles", "steps", []input{size("w.VALUE", 1, 200), size("h.VALUE", 1, 200)}, func(x []float64) float64 { return math.Ceil(x[0]/16) * math.Ceil(x[1]/16) }},
	{"rest", "steps", []input{size("n.VALUE", 1, 500)}, func(x []float64) float64 { return math.Mod(x[0], 16) }},
	{"beyond ten", "bound", []input{size("n.VALUE", 1, 60)}, func(x []float64) float64 { return max(0, x[0]-10) }},
	{"page of results", "bound", []input{size("total.VALUE", 1, 500), size("page.VALUE", 1, 9)}, func(x []float64) float64 { return max(0, min(50, x[0]-50*(x[1]-1))) }},
	{"after the offset", "bound", []input{size("rows.VALUE", 1, 300), size("offset.VALUE", 1, 100)}, func(x []float64) float64 { return max(0, x[0]-x[1]) }},
	{"distance", "bound", []input{size("a.VALUE", 1, 100), size("b.VALUE", 1, 100)}, func(x []float64) float64 { return math.Abs(x[0] - x[1]) }},
	{"plan", "switch", []input{{name: "plan.VALUE", levels: []string{"free", "pro", "team", "enterprise"}}}, func(x []float64) float64 {
		return []float64{1, 5, 20, 100}[int(x[0])]
	}},
	{"deep", "switch", []input{flagged, size("n.VALUE", 1, 40), size("m.VALUE", 1, 40)}, func(x []float64) float64 { return choose(x[0] == 1, x[1]*x[2], x[1]) }},
	{"both flags", "switch", []input{{name: "a.VALUE", flag: true}, {name: "b.VALUE", flag: true}, size("n.VALUE", 1, 30)}, func(x []float64) float64 {
		return choose(x[0] == 1 && x[1] == 1, x[2], 1)
	}},
}
