package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"beagle/model"
)

// setting is how a problem is measured.
type setting struct {
	noise       float64 // standard deviation of the logarithm
	outliers    bool    // 2 % of values times 3
	warmUp      bool    // the first tenth is up to three times slower
	distractors int
	collinear   bool // one more input that follows the first
	rows        int
}

// table is a generated problem: what was measured, and where it is tested.
type table struct {
	problem problem
	setting setting
	inputs  []input
	train   [][]float64
	y       []float64
	inside  [][]float64 // held-out points in the measured range
	beyond  [][]float64 // held-out points on up to four times the range
}

func generate(p problem, s setting, seed uint64) *table {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %+v", p.name, s)
	r := rand.New(rand.NewPCG(seed, h.Sum64()))
	t := &table{problem: p, setting: s, inputs: p.inputs}
	for i := range s.distractors {
		t.inputs = append(t.inputs[:len(t.inputs):len(t.inputs)], size(fmt.Sprintf("other%d.VALUE", i+1), 1, []float64{1000, 30, 100000}[i%3]))
	}
	if s.collinear {
		t.inputs = append(t.inputs[:len(t.inputs):len(t.inputs)], input{name: "twin.VALUE"})
	}
	t.train = t.draw(r, s.rows, 1)
	t.inside = t.draw(r, 300, 1)
	t.beyond = t.draw(r, 300, 4)
	for i, x := range t.train {
		y := p.truth(x)
		if s.noise > 0 {
			y *= math.Exp(s.noise * r.NormFloat64())
		}
		if s.outliers && r.IntN(50) == 0 {
			y *= 3
		}
		if s.warmUp && i < s.rows/10 {
			y *= 1 + 2*(1-float64(i)/float64(s.rows)*5)
		}
		t.y = append(t.y, y)
	}
	return t
}

// draw takes points, the numbers evenly over the logarithm of their range, or
// over the range itself where it holds zero.
func (t *table) draw(r *rand.Rand, rows int, grow float64) [][]float64 {
	out := make([][]float64, rows)
	for i := range out {
		x := make([]float64, len(t.inputs))
		for j, in := range t.inputs {
			low, high := in.low, in.high*grow
			switch {
			case in.name == "twin.VALUE":
				x[j] = math.Round(x[0] * 2 * math.Exp(0.05*r.NormFloat64()))
			case in.flag:
				x[j] = float64(r.IntN(2))
			case in.levels != nil:
				x[j] = float64(r.IntN(len(in.levels)))
			case in.share:
				x[j] = low + (high/grow-low)*r.Float64()
			case low <= 0 || in.float:
				x[j] = low*choose(low < 0, grow, 1) + (high-low*choose(low < 0, grow, 1))*r.Float64()
			default:
				x[j] = math.Round(math.Exp(math.Log(low) + r.Float64()*math.Log(high/low)))
			}
		}
		out[i] = x
	}
	return out
}

// columns are points as columns of a table.
func (t *table) columns(points [][]float64) []model.Column {
	columns := make([]model.Column, len(t.inputs))
	for j, in := range t.inputs {
		v, err := model.ParseVariable(in.name)
		if err != nil {
			panic(err)
		}
		c := model.Column{Variable: v, Kind: model.Number}
		if in.flag {
			c.Kind = model.Bool
		}
		if in.levels != nil {
			c.Kind, c.Levels = model.Text, in.levels
		}
		for _, x := range points {
			c.Num = append(c.Num, x[j])
		}
		columns[j] = c
	}
	return columns
}

func (t *table) table() *model.Table {
	return &model.Table{Columns: t.columns(t.train), Target: model.Column{Kind: model.Number, Num: t.y}}
}
