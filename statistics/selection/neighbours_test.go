package selection

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

var sizeOfIt = expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}

// bentLine are four launches of a program that costs as much as its input is large, and so much more at the larger sizes,
// as where they no longer fit into a cache.
func bentLine(seed uint64, step float64, known bool) *dataset.Data {
	r := rand.New(rand.NewPCG(seed, 3))
	table := &model.Table{Columns: []model.Column{{Variable: sizeOfIt.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for launch := range int32(4) {
		for seq := range int64(60) {
			x := math.Round(16 * math.Exp2(10*r.Float64()))
			y := 4e-9 * x * math.Exp(0.05*r.NormFloat64())
			if x > 500 {
				y *= 1 + step
			}
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Target.Num = append(table.Target.Num, y)
			if known {
				table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
			}
		}
	}
	return dataset.Prepare(table, true)
}

// lineAndMore are a line and n log n with a line, which bends a little, and a constant.
func lineAndMore(d *dataset.Data) []expression.Node {
	of := func(o expression.Op, l, r expression.Node) expression.Node {
		return expression.Binary{Op: o, Left: l, Right: r}
	}
	line := of(expression.Mul, expression.Constant(4e-9), sizeOfIt)
	more := of(expression.Add, of(expression.Mul, expression.Constant(3e-9), sizeOfIt), of(expression.Mul, of(expression.Mul, expression.Constant(1e-10), sizeOfIt), of(expression.Log, expression.Constant(2), sizeOfIt)))
	noise := regression.NewNoise(d, 0)
	noise.Sigma = 0.05
	nodes := []expression.Node{line, more, expression.Constant(1e-6)}
	for i, n := range nodes {
		nodes[i] = regression.Tune(d, n, noise, 12)
	}
	return nodes
}

// What a cache does to all sizes of a region is one finding, however many of them were measured; but
// that bends a cost, and makes none depend on its input.
func TestPointsThatDeviateAlikeCountOnce(t *testing.T) {
	d := bentLine(1, 0.25, true)
	nodes := lineAndMore(d)
	alone := Compare(d, nodes, false)
	counted := Compare(d, nodes, false)
	counted.AllowForNeighbours(d, nodes)
	if !(counted.alike > 2) {
		t.Errorf("%.2f points count as one, want more than 2", counted.alike)
	}
	gain := func(c *Comparison, over, of int) float64 { return c.Unexplained(over) - c.Unexplained(of) }
	if before, now := gain(alone, 0, 1), gain(counted, 0, 1); !(before > 0 && now < before/2) {
		t.Errorf("the bending form gains %.1f nats by points alone and %.1f by findings, want less than half", before, now)
	}
	best := counted.Reference
	if before, now := gain(alone, 2, best), gain(counted, 2, best); math.Abs(now-before) > 1e-6*before {
		t.Errorf("over a constant the best form gains %.1f nats by points alone and %.1f by findings, want the same", before, now)
	}
}

func TestPointsThatDeviateByThemselvesCountByThemselves(t *testing.T) {
	most := 0.0
	for seed := range uint64(20) {
		d := bentLine(seed, 0, true)
		nodes := lineAndMore(d)
		c := Compare(d, nodes, false)
		c.AllowForNeighbours(d, nodes)
		most += c.alike / 20
	}
	if most > 1.25 {
		t.Errorf("%.2f points count as one on average, want 1", most)
	}
}

// Rows of other tables need not be about a machine's times.
func TestWithoutLaunchesEveryPointCounts(t *testing.T) {
	d := bentLine(1, 0.25, false)
	nodes := lineAndMore(d)
	c := Compare(d, nodes, false)
	before := c.Lengths[0]
	if c.AllowForNeighbours(d, nodes); c.Lengths[0] != before {
		t.Errorf("the length is %.1f instead of %.1f", c.Lengths[0], before)
	}
}

func TestHowManyValuesOfASeriesSayOneThing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	fours := make([]float64, 400)
	for i := range fours {
		if fours[i] = r.NormFloat64(); i%4 > 0 {
			fours[i] = fours[i-1]
		}
	}
	if got := countedAsOne(fours); math.Abs(got-4) > 1 {
		t.Errorf("of values four of which are equal %.1f count as one, want 4", got)
	}
	if got := countedAsOne(make([]float64, 10)); got != 1 {
		t.Errorf("of zeros %.1f count as one, want 1", got)
	}
}
