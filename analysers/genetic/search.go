package genetic

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/leastsquares"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// individual is a tree, scaled to the data.
type individual struct {
	tree  expression.Node // a * core + b, simplified
	error float64         // loss in nats; +Inf: unusable
	size  int
	rank  int     // 0: on the front
	crowd float64 // distance to the neighbours on the same rank
}

// search is one run of genetic programming.
type search struct {
	data    *dataset.Data
	noise   *regression.Noise
	weight  []float64
	seeds   []expression.Node
	grammar *grammar
	seed    uint64
	allow   bool // negative values
}

// newSearch weighs errors by the noise of the best expression that is known, so that all
// generations are measured alike.
func newSearch(d *dataset.Data, seeds []expression.Node, known *selection.Comparison, negative bool, seed uint64) *search {
	return &search{
		data: d, noise: known.Noise, weight: known.Noise.LeastSquares(d), seeds: seeds,
		grammar: newGrammar(d), seed: seed, allow: negative || !d.Relative(),
	}
}

// random is the source of one individual: it depends on the seed, the generation and the
// place alone, so that it does not matter which core makes it.
func (s *search) random(generation, index int) *rand.Rand {
	return rand.New(rand.NewPCG(s.seed^uint64(generation)<<32, uint64(index)*0x9e3779b97f4a7c15+1))
}

// run returns the expressions of the last front, each as it is and with its numbers
// fitted, and the number of generations. It ends after the last generation, where the
// best description has not become shorter by half a nat for some time, or with the
// context.
func (s *search) run(ctx context.Context) ([]expression.Node, int) {
	// The first generation: what was proposed, at most a quarter, and drawn trees of
	// growing depth.
	parents := s.parallel(population, func(i int) individual {
		if i < len(s.seeds) && i < population/4 {
			return s.judge(s.seeds[i], false)
		}
		return s.judge(s.grammar.tree(s.random(0, i), 2+i%4), false)
	})
	parents = survivors(parents, population)
	best, since, done := math.Inf(1), 0, 0
	for g := 1; g <= generations && ctx.Err() == nil && since < stagnation; g++ {
		// Parents by tournament, offspring on all cores; of every eighth the numbers are
		// fitted as well.
		children := s.parallel(population, func(i int) individual {
			r := s.random(g, i)
			tree := s.grammar.offspring(r, tournament(r, parents).tree, tournament(r, parents).tree)
			return s.judge(tree, i%8 == 0)
		})
		parents = survivors(append(parents, children...), population)
		since++
		for _, p := range parents {
			if length := p.error + codelength.Length(p.tree, len(s.data.Columns), s.data.Points()); p.rank == 0 && length < best-0.5 {
				best, since = length, 0
			}
		}
		done = g
	}
	var found []expression.Node
	for _, p := range parents {
		if p.rank > 0 || math.IsInf(p.error, 1) {
			continue
		}
		tuned := expression.Simplify(regression.Tune(s.data, p.tree, s.noise, 20))
		found = append(found, p.tree, tuned)
	}
	return found, done
}

// parallel makes n individuals on all cores, eight at a time. create must depend on
// nothing but the place.
func (s *search) parallel(n int, create func(int) individual) []individual {
	out := make([]individual, n)
	var next sync.Mutex
	at := 0
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for {
				next.Lock()
				from := at
				at += 8
				next.Unlock()
				if from >= n {
					return
				}
				for i := from; i < min(from+8, n); i++ {
					out[i] = create(i)
				}
			}
		})
	}
	wait.Wait()
	return out
}

// judge scales a tree to the data and measures it.
func (s *search) judge(tree expression.Node, tune bool) individual {
	bad := individual{tree: tree, error: math.Inf(1), size: expression.Size(tree)}
	if bad.size > maxSize {
		return bad
	}
	f, err := s.data.Evaluate(tree)
	if err != nil {
		return bad
	}
	one := make([]float64, len(f))
	varies := false
	for i, x := range f {
		if math.IsNaN(x) || math.Abs(x) > 1e100 {
			return bad
		}
		one[i] = 1
		varies = varies || x != f[0]
	}
	// Linear scaling: only the shape of a tree has to be found, factor and summand follow
	// by least squares.
	if varies {
		coef, rss := leastsquares.Solve([][]float64{f, one}, s.data.Y, s.weight)
		alone, rssAlone := leastsquares.Solve([][]float64{f}, s.data.Y, s.weight)
		switch {
		case coef == nil && alone == nil:
			return bad
		case coef == nil || rssAlone <= rss*(1+4/float64(len(f))): // the constant is not worth it
			tree = regression.Scaled(alone[0], tree)
		default:
			tree = regression.Sum(coef, []expression.Node{tree, expression.Constant(1)})
		}
		tree = expression.Simplify(tree)
	}
	if tune {
		tree = expression.Simplify(regression.Tune(s.data, tree, s.noise, 4))
	}
	f, err = s.data.Evaluate(tree)
	if err != nil || selection.Refuse(s.data, tree, f, s.allow) != "" {
		return bad
	}
	loss := s.noise.Loss(s.data.Y, f)
	if math.IsNaN(loss) {
		loss = math.Inf(1)
	}
	return individual{tree: tree, error: loss, size: expression.Size(tree)}
}

// tournament draws two and takes the better one: of the lower rank, of equals the one in
// the less crowded place.
func tournament(r *rand.Rand, from []individual) individual {
	a, b := from[r.IntN(len(from))], from[r.IntN(len(from))]
	if b.rank < a.rank || b.rank == a.rank && b.crowd > a.crowd {
		return b
	}
	return a
}

// survivors keeps the best by rank, and of the last rank those in the least crowded
// places. Equal trees survive once. It is the environmental selection of NSGA-II; with
// two goals, a front is found by one pass over the individuals in the order of their
// size.
func survivors(all []individual, count int) []individual {
	seen := map[expression.Node]bool{}
	all = slices.DeleteFunc(all, func(i individual) bool {
		if seen[i.tree] {
			return true
		}
		seen[i.tree] = true
		return false
	})
	slices.SortStableFunc(all, func(a, b individual) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.error, b.error))
	})
	var out []individual
	for rank := 0; len(all) > 0 && len(out) < count; rank++ {
		var front, rest []individual
		lowest := math.Inf(1)
		for _, i := range all { // sorted by size: on the front is who errs less than all smaller
			if i.error < lowest || len(front) == 0 {
				lowest = i.error
				i.rank = rank
				front = append(front, i)
			} else {
				rest = append(rest, i)
			}
		}
		crowding(front)
		if len(out)+len(front) > count {
			slices.SortStableFunc(front, func(a, b individual) int { return cmp.Compare(b.crowd, a.crowd) })
			front = front[:count-len(out)]
		}
		out = append(out, front...)
		all = rest
	}
	return out
}

// crowding is how far the neighbours on a front are, which is sorted by size: in size as
// a share of the largest, and in the logarithm of the error. Those at the ends have
// infinite distance, so that they survive.
func crowding(front []individual) {
	for i := range front {
		if i == 0 || i == len(front)-1 {
			front[i].crowd = math.Inf(1)
			continue
		}
		left, right := front[i-1], front[i+1]
		front[i].crowd = float64(right.size-left.size)/maxSize + math.Log1p(math.Abs(left.error-right.error))/20
	}
}
