package learn_test

import "math"

// cost is what a program takes for its inputs. The list was written by thinking
// of programs, not of what the learner knows; see TestCostsOfProgramsAreLearnt.
type cost struct {
	name   string
	inputs []input
	truth  func(x []float64) float64
}

// input is a parameter: a number between low and high, or one of levels.
type input struct {
	name      string
	low, high float64
	levels    []string
}

func number(name string, low, high float64) input { return input{name: name, low: low, high: high} }
func oneOf(name string, levels ...string) input   { return input{name: name, levels: levels} }
func lg(x float64) float64                        { return math.Log2(x) }

func when(condition bool, then, otherwise float64) float64 {
	if condition {
		return then
	}
	return otherwise
}

// demands are times in seconds.
var demands = []cost{
	{"hash join", []input{number("left", 100, 50000), number("right", 100, 50000), number("keys", 50, 5000)}, func(x []float64) float64 {
		return 4e-8*x[0] + 2.5e-8*x[1] + 6e-9*x[0]*x[1]/x[2]
	}},
	{"nested loop join", []input{number("left", 10, 3000), number("right", 10, 3000)}, func(x []float64) float64 { return 2e-5 + 1.7e-9*x[0]*x[1] }},
	{"insertion sort", []input{number("n", 5, 5000)}, func(x []float64) float64 { return 8e-9*x[0] + 0.7e-9*x[0]*x[0]/4 }},
	{"counting sort", []input{number("n", 100, 100000), number("keys", 100, 100000)}, func(x []float64) float64 { return 3e-9*x[0] + 1.1e-9*x[1] }},
	{"radix sort", []input{number("n", 100, 100000), number("bits", 1, 64)}, func(x []float64) float64 { return 1e-6 + 2e-9*x[0]*math.Ceil(x[1]/8) }},
	{"quicksort", []input{number("n", 10, 200000)}, func(x []float64) float64 { return 2.1e-9*1.386*x[0]*lg(x[0]) + 5e-9*x[0] }},
	{"largest k by a heap", []input{number("n", 100, 200000), number("k", 2, 500)}, func(x []float64) float64 { return 3e-9*x[0] + 8e-10*x[0]*lg(x[1]) }},
	{"edit distance", []input{number("a", 5, 2000), number("b", 5, 2000)}, func(x []float64) float64 { return 1.4e-9*x[0]*x[1] + 4e-9*(x[0]+x[1]) + 3e-7 }},
	{"rectangular matrices", []input{number("rows", 4, 300), number("inner", 4, 300), number("columns", 4, 300)}, func(x []float64) float64 {
		return 9e-10*x[0]*x[1]*x[2] + 2e-9*x[0]*x[2]
	}},
	{"breadth first search", []input{number("vertices", 10, 20000), number("edges", 10, 100000)}, func(x []float64) float64 { return 1.2e-8*x[0] + 3e-9*x[1] }},
	{"Dijkstra", []input{number("vertices", 10, 20000), number("edges", 10, 100000)}, func(x []float64) float64 { return 9e-9 * (x[0] + x[1]) * lg(x[0]) }},
	{"all shortest paths", []input{number("vertices", 4, 400)}, func(x []float64) float64 { return 1.3e-9 * x[0] * x[0] * x[0] }},
	{"compression by level", []input{number("bytes", 200, 1e6), oneOf("level", "store", "fast", "best")}, func(x []float64) float64 {
		return 2e-6 + x[0]*[]float64{1e-10, 6e-9, 4e-8}[int(x[1])]
	}},
	{"backtracking", []input{number("n", 2, 22)}, func(x []float64) float64 { return 4e-7 + 5e-9*math.Exp2(x[0]) }},
	{"read in pages", []input{number("bytes", 100, 60000)}, func(x []float64) float64 { return 1.5e-5*math.Ceil(x[0]/4096) + 2e-10*x[0] }},
	{"batches over the network", []input{number("items", 1, 1000), number("batch", 1, 200)}, func(x []float64) float64 { return 4e-4*math.Ceil(x[0]/x[1]) + 6e-6*x[0] }},
	{"cache of 5000 entries", []input{number("n", 10, 40000)}, func(x []float64) float64 { return 2e-8*x[0] + 9e-8*max(0, x[0]-5000) }},
	{"text built by appending", []input{number("parts", 10, 3000), number("length", 2, 60)}, func(x []float64) float64 { return 2e-8*x[0] + 6e-11*x[0]*x[0]*x[1] }},
	{"binary searches", []input{number("n", 10, 1e6), number("lookups", 1, 5000)}, func(x []float64) float64 { return 3e-7 + 4e-9*x[1]*lg(x[0]) }},
	{"pagination", []input{number("offset", 1, 100000), number("limit", 10, 1000)}, func(x []float64) float64 { return 2e-4 + 1.1e-8*x[0] + 2e-6*x[1] }},
	{"text or binary", []input{oneOf("type", "TEXT", "BINARY"), number("n", 10, 50000)}, func(x []float64) float64 {
		return when(x[0] == 0, 4e-6+3e-9*x[1], 1.1e-9*x[1]*lg(x[1]))
	}},
	{"merge of files", []input{number("n", 100, 100000), number("files", 2, 100)}, func(x []float64) float64 { return 5e-9*x[0]*lg(x[1]) + 4e-5*x[1] }},
	{"thread pool", []input{number("work", 100, 20000), number("threads", 1, 32)}, func(x []float64) float64 { return 5e-7*x[0]/x[1] + 2e-5*x[1] }},
	{"memory hierarchy", []input{number("bytes", 1024, 1<<24)}, func(x []float64) float64 { return when(x[0] <= 1<<20, 2.5e-10*x[0], 1e-9*x[0]) }},
	{"Karatsuba", []input{number("digits", 32, 20000)}, func(x []float64) float64 { return 3e-8 * math.Pow(x[0], 1.585) }},
	{"sublinear", []input{number("n", 10, 100000)}, func(x []float64) float64 { return 5e-6 + 2e-7*math.Pow(x[0], 0.7) }},
	{"naive Fibonacci", []input{number("n", 5, 30)}, func(x []float64) float64 { return 2e-9 * math.Pow(1.618, x[0]) }},
	{"trial division", []input{number("n", 100, 1e8)}, func(x []float64) float64 { return 1e-7 + 2e-9*math.Sqrt(x[0]) }},
	{"request with a time limit", []input{number("n", 10, 20000)}, func(x []float64) float64 { return min(4e-7*x[0], 2e-3) }},
	{"validation if asked for", []input{oneOf("validate", "true", "false"), number("fields", 1, 400)}, func(x []float64) float64 {
		return 3e-6 + 2e-7*x[1] + when(x[0] == 0, 4e-9*x[1]*x[1], 0)
	}},
	{"report", []input{number("customers", 2, 400), number("orders", 2, 5000), number("items", 2, 100)}, func(x []float64) float64 {
		return 1e-5 + 3e-8*x[0]*x[2] + 5e-8*x[1]
	}},
	{"index lookups", []input{number("rows", 100, 1e7), number("hits", 1, 2000)}, func(x []float64) float64 { return 2e-6*lg(x[0]) + 7e-7*x[1] }},
	{"image filter", []input{number("width", 16, 400), number("height", 16, 400), number("radius", 1, 9)}, func(x []float64) float64 {
		return 8e-10 * x[0] * x[1] * x[2] * x[2]
	}},
	{"collisions", []input{number("n", 50, 5000), number("buckets", 16, 4096)}, func(x []float64) float64 { return 2e-8*x[0] + 3e-9*x[0]*x[0]/x[1] }},
	{"large start-up", []input{number("bytes", 10, 20000)}, func(x []float64) float64 { return 3e-3 + 4e-8*x[0] }},
	{"nothing matters", []input{number("a", 1, 1000), number("b", 1, 30), oneOf("c", "x", "y", "z"), number("d", 1, 1e6)}, func([]float64) float64 { return 7e-6 }},
	{"k-means", []input{number("points", 20, 5000), number("clusters", 2, 30), number("dimensions", 1, 20), number("rounds", 1, 20)}, func(x []float64) float64 {
		return 1e-9 * x[0] * x[1] * x[2] * x[3]
	}},
	{"three formats", []input{oneOf("format", "CSV", "JSON", "XML"), number("rows", 5, 5000), number("columns", 1, 40)}, func(x []float64) float64 {
		return []float64{1e-6, 2e-6, 3e-5}[int(x[0])] + []float64{8e-9, 2e-8, 6e-8}[int(x[0])]*x[1]*x[2]
	}},
	{"longest common subsequence, banded", []input{number("n", 20, 5000), number("band", 2, 300)}, func(x []float64) float64 { return 1.5e-9*x[0]*x[1] + 6e-9*x[0] }},
	{"tree of depth", []input{number("depth", 1, 14), number("payload", 1, 1000)}, func(x []float64) float64 { return 6e-9*math.Exp2(x[0]) + 3e-9*x[1] }},
	{"sort, small ones by insertion", []input{number("n", 4, 20000)}, func(x []float64) float64 { return when(x[0] <= 47, 1.4e-9*x[0]*x[0], 4e-9*x[0]*lg(x[0])) }},
	{"saturating", []input{number("n", 1, 2000)}, func(x []float64) float64 { return 4e-4 * x[0] / (x[0] + 150) }},
	{"polynomial evaluation", []input{number("degree", 1, 60), number("points", 10, 5000)}, func(x []float64) float64 { return 2e-9 * (x[0] + 1) * x[1] }},
	{"n log squared", []input{number("n", 10, 50000)}, func(x []float64) float64 { return 4e-10 * x[0] * lg(x[0]) * lg(x[0]) }},
	{"two sorts", []input{number("n", 10, 50000), number("m", 10, 50000)}, func(x []float64) float64 { return 3e-9*x[0]*lg(x[0]) + 3e-9*x[1]*lg(x[1]) }},
	{"encryption and key", []input{oneOf("key", "128", "192", "256"), number("bytes", 16, 1e6)}, func(x []float64) float64 {
		return 2e-6 + x[1]*(1e-9+2e-10*x[0])
	}},
}

// counts are loop counts and arguments: exact.
var counts = []cost{
	{"pages of a size", []input{number("items", 1, 1000), number("page", 5, 100)}, func(x []float64) float64 { return math.Ceil(x[0] / x[1]) }},
	{"gaps times rows", []input{number("n", 1, 300), number("rows", 1, 60)}, func(x []float64) float64 { return (x[0] - 1) * x[1] }},
	{"pairs in groups", []input{number("n", 1, 100), number("groups", 1, 20)}, func(x []float64) float64 { return x[1] * x[0] * (x[0] - 1) / 2 }},
	{"rest of a list", []input{number("n", 1, 300), number("from", 1, 300)}, func(x []float64) float64 { return max(0, x[0]-x[1]) }},
	{"at most a limit", []input{number("n", 1, 1000), number("limit", 1, 200)}, func(x []float64) float64 { return min(x[0], x[1]) }},
	{"levels of a tree", []input{number("n", 1, 1e6)}, func(x []float64) float64 { return math.Floor(lg(x[0])) + 1 }},
	{"strides", []input{number("from", 1, 100), number("to", 100, 1000), number("step", 1, 20)}, func(x []float64) float64 { return math.Ceil((x[1] - x[0]) / x[2]) }},
	{"two and tenths", []input{number("n", 1, 300), number("m", 1, 300)}, func(x []float64) float64 { return 2*x[0] + math.Ceil(x[1]/10) }},
	{"verbose", []input{oneOf("verbose", "true", "false"), number("n", 1, 300)}, func(x []float64) float64 { return when(x[0] == 0, 3*x[1]+2, x[1]) }},
	{"by kind", []input{oneOf("kind", "row", "column", "cell"), number("r", 1, 60), number("c", 1, 60)}, func(x []float64) float64 {
		return []float64{x[1], x[2], x[1] * x[2]}[int(x[0])]
	}},
	{"base 64", []input{number("bytes", 1, 5000)}, func(x []float64) float64 { return 4 * math.Ceil(x[0]/3) }},
	{"retries", []input{number("n", 1, 60), number("tries", 1, 6)}, func(x []float64) float64 { return x[0]*x[1] + x[0] }},
	{"blocks and header", []input{number("bytes", 1, 100000)}, func(x []float64) float64 { return math.Floor(x[0]/512) + 2 }},
	{"border", []input{number("w", 2, 300), number("h", 2, 300)}, func(x []float64) float64 { return 2*x[0] + 2*x[1] - 4 }},
	{"upper triangle and sum", []input{number("n", 1, 100), number("m", 1, 100)}, func(x []float64) float64 { return x[0]*(x[0]+1)/2 + x[1] }},
	{"nodes of a tree", []input{number("depth", 0, 14)}, func(x []float64) float64 { return math.Exp2(x[0]+1) - 1 }},
	{"every third", []input{number("n", 1, 300)}, func(x []float64) float64 { return math.Floor((x[0] + 2) / 3) }},
	{"small ones in full", []input{number("n", 1, 300)}, func(x []float64) float64 { return when(x[0] <= 20, x[0]*x[0], 20*x[0]) }},
}
