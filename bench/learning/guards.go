package main

import "math"

// suiteG are decisions: guards over one and several parameters, and choices that nothing explains.
var suiteG = []problem{
	{"above a size", "threshold", []input{b}, func(x []float64) float64 { return truth(x[0] > 65536) }},
	{"at least ten", "threshold", []input{n, m}, func(x []float64) float64 { return truth(x[0] >= 10) }},
	{"odd limit", "threshold", []input{n, k}, func(x []float64) float64 { return truth(x[0] > 347) }},
	{"a share", "threshold", []input{part("load.VALUE"), n}, func(x []float64) float64 { return truth(x[0] >= 0.8) }},
	{"rare error", "threshold", []input{n, m}, func(x []float64) float64 { return truth(x[0] > 900) }},
	{"office hours", "threshold", []input{whole("hour.VALUE", 0, 23), flagged}, func(x []float64) float64 { return truth(x[0] >= 9 && x[0] < 17) }},

	{"a flag", "equality", []input{flagged, n}, func(x []float64) float64 { return x[0] }},
	{"two flags", "equality", []input{boolean("a"), boolean("b"), n}, func(x []float64) float64 { return truth(x[0] == 1 && x[1] == 0) }},
	{"either flag", "equality", []input{boolean("a"), boolean("b"), boolean("c")}, func(x []float64) float64 { return truth(x[0] == 1 || x[1] == 1) }},
	{"exactly one flag", "equality", []input{boolean("a"), boolean("b"), n}, func(x []float64) float64 { return truth(x[0] != x[1]) }},
	{"one of the names", "equality", []input{mode, n}, func(x []float64) float64 { return truth(x[0] == 1) }},
	{"two of the names", "equality", []input{verb, m}, func(x []float64) float64 { return truth(x[0] <= 1) }},
	{"one status", "equality", []input{whole("status.VALUE", 0, 9), n}, func(x []float64) float64 { return truth(x[0] == 4) }},

	{"name and size", "several", []input{mode, b}, func(x []float64) float64 { return truth(x[0] == 2 && x[1] > 4096) }},
	{"flag or many", "several", []input{flagged, n}, func(x []float64) float64 { return truth(x[0] == 1 || x[1] >= 500) }},
	{"two limits", "several", []input{n, m}, func(x []float64) float64 { return truth(x[0] >= 50 && x[1] < 30) }},
	{"a box of three", "several", []input{n, m, k}, func(x []float64) float64 { return truth(x[0] > 20 && x[1] > 5 && x[2] <= 25) }},
	{"a limit by name", "several", []input{mode, n}, func(x []float64) float64 { return truth(x[1] > []float64{20, 100, 400}[int(x[0])]) }},
	{"large or urgent", "several", []input{boolean("urgent"), verb, n}, func(x []float64) float64 {
		return truth(x[0] == 1 && x[1] >= 2 || x[2] > 600)
	}},

	{"more than the other", "compared", []input{n, m}, func(x []float64) float64 { return truth(x[0] > x[1]) }},
	{"half full", "compared", []input{n, m}, func(x []float64) float64 { return truth(2*x[0] >= x[1]) }},
	{"fits no more", "compared", []input{size("used.VALUE", 1, 500), size("request.VALUE", 1, 100), size("capacity.VALUE", 50, 500)}, func(x []float64) float64 {
		return truth(x[0]+x[1] > x[2])
	}},
	{"an area", "compared", []input{m, size("height.VALUE", 1, 200)}, func(x []float64) float64 { return truth(x[0]*x[1] > 2000) }},
	{"ratio of sizes", "compared", []input{n, m}, func(x []float64) float64 { return truth(x[0]/x[1] > 8) }},
	{"far apart", "compared", []input{n, m}, func(x []float64) float64 { return truth(math.Abs(x[0]-x[1]) > 50) }},
	{"weighted", "compared", []input{n, m}, func(x []float64) float64 { return truth(2*x[0]+5*x[1] > 300) }},
	{"area of a page", "compared", []input{size("w.VALUE", 1, 100), size("h.VALUE", 1, 100), size("page.VALUE", 100, 5000)}, func(x []float64) float64 {
		return truth(x[0]*x[1] <= x[2])
	}},

	{"even", "remainder", []input{n}, func(x []float64) float64 { return truth(math.Mod(x[0], 2) == 0) }},
	{"every eighth", "remainder", []input{n, m}, func(x []float64) float64 { return truth(math.Mod(x[0], 8) == 0) }},
	{"third of four", "remainder", []input{n}, func(x []float64) float64 { return truth(math.Mod(x[0], 4) == 3) }},
	{"divides", "remainder", []input{n, k}, func(x []float64) float64 { return truth(math.Mod(x[0], x[1]) == 0) }},
	{"even and many", "remainder", []input{n, m}, func(x []float64) float64 { return truth(math.Mod(x[0], 2) == 0 && x[1] > 20) }},

	{"three sizes", "ways", []input{b}, func(x []float64) float64 { return truth(x[0] > 1024) + truth(x[0] > 131072) }},
	{"by name", "ways", []input{verb, n}, func(x []float64) float64 { return x[0] }},
	{"nested", "ways", []input{flagged, n, m}, func(x []float64) float64 {
		return choose(x[0] == 1, 2, truth(x[1] > 100))
	}},
	{"four ways", "ways", []input{n, m}, func(x []float64) float64 { return 2*truth(x[0] > 30) + truth(x[1] > 10) }},
	{"compared in ways", "ways", []input{n, m}, func(x []float64) float64 { return truth(x[0] > x[1]) + truth(x[0] > 10*x[1]) }},
	{"remainder of three", "ways", []input{n}, func(x []float64) float64 { return math.Mod(x[0], 3) }},

	{"three in ten", "chance", []input{n, m}, func([]float64) float64 { return 0.3 }},
	{"nearly even", "chance", []input{n, flagged, mode}, func([]float64) float64 { return 0.45 }},
	{"seldom", "chance", []input{n, m, k}, func([]float64) float64 { return 0.04 }},
	{"always", "chance", []input{n, m}, func([]float64) float64 { return 1 }},
}

var verb = input{name: "verb.VALUE", levels: []string{"get", "head", "post", "put"}}

func boolean(name string) input { return input{name: name + ".VALUE", flag: true} }

func part(name string) input { return input{name: name, high: 1, share: true} }

// whole is a number that does not grow, and is as often small as large.
func whole(name string, low, high float64) input {
	return input{name: name, low: low, high: high, fixed: true}
}

func truth(holds bool) float64 { return choose(holds, 1, 0) }
