package learn_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"beagle/judge"

	"beagle/internal/need"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/robust"
)

// world is how a program is measured.
type world struct {
	name string
	draw func(r *rand.Rand, inputs []input) [][]float64
	// noisy turns true times, in order of measurement, into measured ones.
	noisy func(r *rand.Rand, y []float64, launch []int32)
	// missed is how many costs may not be found.
	missed int
}

var worlds = []world{
	{"random", scattered(200), factors(0.1), 1},
	{"grid", grid(5, 5), factors(0.08), 6},
	{"few points", scattered(25), factors(0.05), 3},
	{"five percent", scattered(100), factors(0.05), 2},
	{"outliers", scattered(300), outliers, 2},
	{"coarse clock", scattered(300), clock, 5},
	{"launches", scattered(300), slowLaunches, 3},
	{"thirty percent", scattered(300), factors(0.3), 3},
}

func scattered(rows int) func(*rand.Rand, []input) [][]float64 {
	return func(r *rand.Rand, inputs []input) [][]float64 {
		out := make([][]float64, rows)
		for i := range out {
			out[i] = draw(r, inputs, 1)
		}
		return out
	}
}

func draw(r *rand.Rand, inputs []input, grow float64) []float64 {
	x := make([]float64, len(inputs))
	for j, in := range inputs {
		if in.levels != nil {
			x[j] = float64(r.IntN(len(in.levels)))
			continue
		}
		low, high := max(in.low, 1), in.high*grow
		if in.high <= 32 && grow > 1 { // exponents: four times would be another world
			high = in.high * 1.3
		}
		x[j] = math.Round(math.Exp(math.Log(low) + r.Float64()*math.Log(high/low)))
	}
	return x
}

// grid measures each combination of a few values several times, in random order.
func grid(values, repeats int) func(*rand.Rand, []input) [][]float64 {
	return func(r *rand.Rand, inputs []input) [][]float64 {
		values, repeats := values, repeats
		if len(inputs) > 2 {
			values, repeats = 4, 3
		}
		points := [][]float64{{}}
		for _, in := range inputs {
			var next [][]float64
			many := values
			if in.levels != nil {
				many = len(in.levels)
			}
			for _, p := range points {
				for v := range many {
					x := float64(v)
					if in.levels == nil {
						x = math.Round(max(in.low, 1) * math.Pow(in.high/max(in.low, 1), float64(v)/float64(many-1)))
					}
					next = append(next, append(slices.Clone(p), x))
				}
			}
			points = next
		}
		var out [][]float64
		for range repeats {
			out = append(out, points...)
		}
		r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
		return out
	}
}

func factors(sigma float64) func(*rand.Rand, []float64, []int32) {
	return func(r *rand.Rand, y []float64, _ []int32) {
		for i := range y {
			y[i] *= math.Exp(sigma * r.NormFloat64())
		}
	}
}

// outliers are pauses of the collector and of the machine, with heavy tails.
func outliers(r *rand.Rand, y []float64, _ []int32) {
	level := slices.Clone(y)
	slices.Sort(level)
	for i := range y {
		y[i] *= math.Exp(0.05 * r.NormFloat64())
		switch {
		case r.IntN(25) == 0:
			y[i] *= 1 + 0.5*math.Pow(r.Float64(), -0.7)
		case r.IntN(60) == 0:
			y[i] += 20 * level[len(level)/2]
		}
	}
}

// clock has ticks as large as a fifth of the typical time: many small values are
// zero or one tick.
func clock(r *rand.Rand, y []float64, _ []int32) {
	level := slices.Clone(y)
	slices.Sort(level)
	tick := level[len(level)/2] / 5
	for i := range y {
		y[i] = tick * math.Floor(y[i]*math.Exp(0.05*r.NormFloat64())/tick+r.Float64())
	}
}

// launches are twelve, and every third compiles the code to something slower:
// 1.4 times, around a common level of one.
func slowLaunches(r *rand.Rand, y []float64, launch []int32) {
	for i := range y {
		launch[i] = int32(i * 12 / len(y))
		y[i] /= 1.1
		if launch[i]%3 == 1 {
			y[i] *= 1.4
		}
		y[i] *= math.Exp(0.04 * r.NormFloat64())
	}
}

func random(seed uint64, words ...string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprint(h, words)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

func columnsOf(inputs []input, points [][]float64) []model.Column {
	var out []model.Column
	for j, in := range inputs {
		c := model.Column{Variable: model.Variable{Name: in.name, Char: model.ValueOf}, Kind: model.Number, Levels: in.levels}
		switch {
		case len(in.levels) == 2 && in.levels[0] == "true":
			c.Kind, c.Levels = model.Bool, nil
		case in.levels != nil:
			c.Kind = model.Text
		}
		for _, x := range points {
			v := x[j]
			if c.Kind == model.Bool {
				v = 1 - v
			}
			c.Num = append(c.Num, v)
		}
		out = append(out, c)
	}
	return out
}

func (c cost) table(w world, seed uint64) *model.Table {
	r := random(seed, c.name, w.name)
	points := w.draw(r, c.inputs)
	t := &model.Table{Columns: columnsOf(c.inputs, points), Target: model.Column{Kind: model.Number}, Launch: make([]int32, len(points))}
	for _, x := range points {
		t.Target.Num = append(t.Target.Num, c.truth(x))
	}
	if w.noisy != nil {
		w.noisy(r, t.Target.Num, t.Launch)
	}
	for i := range points {
		t.Seq = append(t.Seq, int64(i))
	}
	if w.name != "launches" {
		t.Launch = nil
	}
	return t
}

// score is how far an expression is from the truth: the median and the ninth
// decile of relative errors on new points inside and beyond the measured range.
type score struct{ inside, beyond, worst float64 }

func (c cost) score(n expression.Node, seed uint64) score {
	r := random(seed, c.name, "new")
	errors := func(grow float64) []float64 {
		var points [][]float64
		for range 200 {
			points = append(points, draw(r, c.inputs, grow))
		}
		f, err := dataset.Evaluate(n, columnsOf(c.inputs, points))
		out := make([]float64, len(points))
		for i, x := range points {
			if out[i] = math.Inf(1); err == nil {
				y := c.truth(x)
				out[i] = math.Abs(f[min(i, len(f)-1)]-y) / max(math.Abs(y), 1e-12)
			}
		}
		slices.Sort(out)
		return out
	}
	inside, beyond := errors(1), errors(4)
	return score{robust.Quantile(inside, 0.5), robust.Quantile(beyond, 0.5), robust.Quantile(beyond, 0.9)}
}

// good tells whether an expression is near enough to the truth to plan with: its
// shape inside and beyond the range, whatever the launches' common factor.
func (s score) good() bool { return s.inside <= 0.1 && s.beyond <= 0.15 && s.worst <= 0.4 }

// TestCostsOfProgramsAreLearnt counts how many expressions predict what the
// program takes on inputs up to four times as large. The full list of worlds
// takes minutes: BEAGLE_LONG=1.
func TestCostsOfProgramsAreLearnt(t *testing.T) {
	for i, w := range worlds {
		t.Run(w.name, func(t *testing.T) {
			every := 7
			switch {
			case need.Long():
				every = 1
			case i > 2:
				t.Skip("only with BEAGLE_LONG=1")
			}
			missed, all := 0, 0
			for at := i % every; at < len(demands); at += every {
				c := demands[at]
				all++
				if start := time.Now(); !c.learnt(t, w, model.InternalAction) {
					missed++
					t.Logf("  after %d ms", time.Since(start).Milliseconds())
				}
			}
			if limit := max(1, all*w.missed/len(demands)); missed > limit {
				t.Errorf("%d of %d costs were missed, at most %d may be", missed, all, limit)
			}
		})
	}
}

// learnt fits a cost and reports whether the best expression is good.
func (c cost) learnt(t *testing.T, w world, kind model.Kind) bool {
	t.Helper()
	result := learnt(t, c.table(w, 1), kind)
	if result.Verdict.Final < 0 {
		t.Logf("%s: %s", c.name, judge.Reason(&result.Verdict))
		return false
	}
	n := result.Proposals[0].Expression
	s := c.score(n, 1)
	if !s.good() {
		t.Logf("%s: errors %.3f inside, %.3f beyond, ninth decile %.3f: %s; %s", c.name, s.inside, s.beyond, s.worst, expression.String(decimal.Rounded(n)), judge.Reason(&result.Verdict))
	}
	return s.good()
}

func TestCountsOfProgramsAreExact(t *testing.T) {
	for _, c := range counts {
		result, kind := learntAny(t, c.table(world{name: "counts", draw: scattered(120)}, 1))
		n := result.Proposals[0].Expression
		if s := c.score(n, 1); s.worst > 1e-9 || kind != model.Loop {
			t.Errorf("%s: a %v, errors up to %.3f: %s", c.name, kind, s.worst, expression.String(decimal.Rounded(n)))
		}
	}
}
