package main

import "math"

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
