package learn_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
)

// transform is what three launches measured of a Fourier transform of 64 to 4,096
// values: each launch has a level, and a way of its own to treat large inputs.
func transform(seed uint64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 14))
	n := model.Variable{Name: "values", Char: model.NumberOfElements}
	table := &model.Table{Columns: []model.Column{{Variable: n, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for launch := range int32(3) {
		level, tilt := 0.15*r.NormFloat64(), 0.06*r.NormFloat64()
		for seq := range int64(80) {
			x := math.Exp2(float64(6 + r.IntN(7)))
			y := (2e-7 + 5e-9*x + 1.5e-9*x*math.Log2(x)) * math.Exp(level+tilt*math.Log(x/512)+0.08*r.NormFloat64())
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, math.Round(y*1e9)/1e9)
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
		}
	}
	return table
}

// Campaigns do not show the logarithm alike. One that says a line has to say, too,
// that it may be there, and where to measure, or how far the mean is known well enough.
func TestALogarithmThatMayBeThereIsSaid(t *testing.T) {
	const campaigns = 40
	lines, silent := 0, 0
	for seed := range uint64(campaigns) {
		result := learnt(t, transform(seed), model.InternalAction)
		said := expression.String(result.Proposals[0].Expression)
		if strings.Contains(said, "Log(2") {
			continue
		}
		lines++
		v := &result.Verdict
		if u := v.Undecided; (u == nil || len(u.Place) == 0) && v.Optimal() {
			t.Logf("campaign %d: %s, and nothing is said: %s", seed, said, judge.Reason(v))
			silent++
		}
	}
	if silent > campaigns/20 {
		t.Errorf("of %d campaigns %d say a line and nothing else", campaigns, silent)
	}
	if lines == 0 {
		t.Errorf("none of %d campaigns says a line", campaigns)
	}
}
