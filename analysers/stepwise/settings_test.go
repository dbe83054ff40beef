package stepwise_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/analysers/stepwise"
	"beagle/learn/analysertest"
	"beagle/model"
	"beagle/model/expression"
)

var (
	content = model.Variable{Name: "content", Char: model.ByteSize}
	level   = model.Variable{Name: "level", Char: model.ValueOf}
)

// packed is what a program takes for some bytes at a level from 1 to 9.
func packed(seconds func(bytes, level float64) float64) analysertest.Task {
	r := rand.New(rand.NewPCG(6, 15))
	table := &model.Table{Columns: []model.Column{{Variable: content, Kind: model.Number}, {Variable: level, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 450 {
		x, l := math.Round(2000*math.Pow(50, r.Float64())), float64(i%9+1)
		table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, x), append(table.Columns[1].Num, l)
		table.Target.Num = append(table.Target.Num, seconds(x, l)*math.Exp(0.1*r.NormFloat64()))
	}
	return analysertest.Task{Element: model.Element{ID: "y", Kind: model.InternalAction}, Table: table}
}

// A level of compression is no amount: the work changes its way at some of its values, and no formula says at which.
func TestALevelIsATableOfItsValues(t *testing.T) {
	seconds := func(bytes, level float64) float64 {
		ns := 20.0
		if level >= 4 {
			ns += 12
		}
		if level >= 6 {
			ns += 40
		}
		if level >= 8 {
			ns += bytes / 500
		}
		return 2e-5 + 1e-9*ns*bytes
	}
	proposals := analysertest.Propose(t.Context(), t, stepwise.Analyser, packed(seconds))
	if len(proposals) == 0 {
		t.Fatal("nothing is proposed")
	}
	for _, bytes := range []float64{5000, 30000, 90000} {
		for l := 1.0; l <= 9; l++ {
			y, err := expression.Eval(proposals[0].Expression, expression.Assignment{content: model.NumberValue(bytes), level: model.NumberValue(l)})
			if want := seconds(bytes, l); err != nil || math.Abs(y/want-1) > 0.12 {
				t.Errorf("%v bytes at level %v: %v, want %v (%v); %s", bytes, l, y, want, err, expression.String(proposals[0].Expression))
			}
		}
	}
}

// What a number of few values only multiplies is an amount, and no table is made of it.
func TestAnAmountOfFewValuesStaysAnAmount(t *testing.T) {
	proposals := analysertest.Propose(t.Context(), t, stepwise.Analyser, packed(func(bytes, level float64) float64 { return 2e-5 + 4e-9*bytes*level }))
	for _, p := range proposals {
		if expression.Any(p.Expression, func(n expression.Node) bool { _, is := n.(expression.If); return is }) {
			t.Errorf("%s", expression.String(p.Expression))
		}
	}
}
