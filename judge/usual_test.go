package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// launched are four launches of so many rows each, with sizes from the least to so many times that, of
// which each costs what a test says, with noise.
func launched(r *rand.Rand, rows int64, least, span, noise float64, cost func(x float64) float64) *model.Table {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for launch := range int32(4) {
		for seq := range rows {
			x := math.Round(least * math.Pow(span, r.Float64()))
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Target.Num = append(table.Target.Num, cost(x)*math.Exp(noise*r.NormFloat64()))
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
		}
	}
	return table
}

// A line of which a share that fills up is taken away bends as n log n does, with a number
// more to bend by. Where it is ahead by less than odds tell, n log n is taken all the same.
func TestNLogNWinsAgainstALineLessAShare(t *testing.T) {
	nLogN := bin(expression.Mul, times(1.3e-8, n), bin(expression.Log, expression.Constant(2), n))
	share := bin(expression.Sub, times(1.84e-7, n), bin(expression.Mul, expression.Constant(1.12e-4), bin(expression.Div, n, bin(expression.Add, expression.Constant(1116.5), n))))
	behind := 0
	for seed := range uint64(20) {
		table := launched(rand.New(rand.NewPCG(seed, 12)), 120, 100, 60, 0.05, func(x float64) float64 { return 1.84e-7*x - (1.3e-4+7e-7*float64(seed))*x/(1116.5+x) })
		data := dataset.Prepare(table, true)
		noise := regression.NewNoise(data, 0)
		noise.Sigma = 0.05
		imitation := regression.Tune(data, share, noise, 30)
		if !codelength.Unusual(imitation) {
			t.Fatalf("%s is a usual form", expression.String(imitation))
		}
		usual := regression.Tune(data, nLogN, noise, 12)
		before := behindByLength(data, imitation, usual)
		if before > 0 && before < lengthMargin {
			o := assessed(model.InternalAction, table, propose(imitation, usual), nil)
			if behind++; o.Verdict.Final != 1 {
				t.Errorf("seed %d: n log n is %.1f nats behind, and %s is taken", seed, before, expression.String(imitation))
			}
		}
	}
	if behind == 0 {
		t.Error("the imitation is nowhere a little ahead, so nothing was tried")
	}
}

// behindByLength is by how many nats the second expression is behind the first before the usual one
// is preferred.
func behindByLength(data *dataset.Data, first, second expression.Node) float64 {
	nodes := []expression.Node{first, second}
	c := selection.Compare(data, nodes, false)
	c.AllowForInfluence(data)
	c.AllowForDiscrepancy(data, nodes)
	return c.Lengths[1] - c.Lengths[0]
}

// fitsWorse reports whether the second expression has more numbers than the first and leaves more unexplained.
func fitsWorse(data *dataset.Data, first, second expression.Node) bool {
	nodes := []expression.Node{first, second}
	c := selection.Compare(data, nodes, false)
	c.AllowForNeighbours(data, nodes)
	c.AllowForInfluence(data)
	c.AllowForDiscrepancy(data, nodes)
	return len(regression.EstimatesOf(data, second).Places) > len(regression.EstimatesOf(data, first).Places) && c.Unexplained(1) > c.Unexplained(0)
}

// What grows as few programs do has to win by odds against what grows as many do, even where the usual growth has
// something unusual beside it; and what it is ahead of by less stays a rival.
func TestAnOddGrowthWinsOnlyByOdds(t *testing.T) {
	log := bin(expression.Log, expression.Constant(2), n)
	squareLog := bin(expression.Mul, bin(expression.Mul, times(7.5e-9, n), n), log)
	cubic := bin(expression.Add, bin(expression.Mul, times(2.2e-8, n), n), bin(expression.Mul, bin(expression.Mul, times(4.4e-10, n), n), n))
	behind := 0
	for seed := range uint64(20) {
		table := launched(rand.New(rand.NewPCG(seed, 13)), 60, 8, 15, 0.25, func(x float64) float64 { return 3.75e-9*x*x*math.Log2(x) + 1.1e-8*x*x + 2.2e-10*x*x*x })
		data := dataset.Prepare(table, true)
		noise := regression.NewNoise(data, 0)
		noise.Sigma = 0.25
		odd, usual := regression.Tune(data, squareLog, noise, 12), regression.Tune(data, cubic, noise, 12)
		o := assessed(model.InternalAction, table, propose(odd, usual), nil)
		switch before := behindByLength(data, odd, usual); {
		case before > 0 && before < lengthMargin:
			if behind++; (o.Verdict.Final == 1) == fitsWorse(data, odd, usual) {
				t.Errorf("seed %d: the cube is %.1f nats behind, and %s is taken", seed, before, expression.String(odd))
			}
		case before > lengthMargin && o.Verdict.Final != 0:
			t.Errorf("seed %d: %s is %.1f nats ahead, and the cube is taken", seed, expression.String(odd), before)
		}
	}
	if behind == 0 {
		t.Error("the odd growth is nowhere a little ahead, so nothing was tried")
	}
}

// Where rows are independent of each other a longer form is no simpler one: what n * Sqrt(n) costs is not taken for a line and
// a square that have a number more to bend by. Where launches are known they stand for what caches make of usual costs.
func TestNoLongerFormTakesTheRootsPlaceAmongIndependentRows(t *testing.T) {
	root := bin(expression.Add, expression.Constant(1e-6), bin(expression.Mul, times(5e-9, n), expression.Unary{Func: expression.Sqrt, Arg: n}))
	square := bin(expression.Add, bin(expression.Add, expression.Constant(9e-7), times(3e-8, n)), bin(expression.Mul, times(1.6e-10, n), n))
	behind := map[bool]int{}
	for seed := range uint64(20) {
		table := launched(rand.New(rand.NewPCG(seed, 14)), 60, 4, 300, 0.3, func(x float64) float64 { return 1e-6 + 5e-9*x*math.Sqrt(x) })
		for _, known := range []bool{true, false} {
			if !known {
				table.Launch = nil
			}
			data := dataset.Prepare(table, true)
			noise := regression.NewNoise(data, 0)
			noise.Sigma = 0.3
			odd, usual := regression.Tune(data, root, noise, 12), regression.Tune(data, square, noise, 12)
			before := behindByLength(data, odd, usual)
			if !(before > 0 && before < lengthMargin) || beginsBelowZero(usual) {
				continue
			}
			o := assessed(model.InternalAction, table, propose(odd, usual), nil)
			if behind[known]++; (o.Verdict.Final == 1) != (known && !fitsWorse(data, odd, usual)) {
				t.Errorf("seed %d, launches known: %v: the square is %.1f nats behind, and proposal %d is taken", seed, known, before, o.Verdict.Final)
			}
		}
	}
	if behind[true] == 0 || behind[false] == 0 {
		t.Error("the root is nowhere a little ahead, so nothing was tried")
	}
}
