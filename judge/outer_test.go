package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// sizes are so many times of n, from 10 to 5,000, with noise.
func sizes(seed uint64, rows int, noise float64, cost func(n float64) float64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 21))
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for range rows {
		x := math.Round(10 * math.Pow(500, r.Float64()))
		table.Columns[0].Num = append(table.Columns[0].Num, x)
		table.Target.Num = append(table.Target.Num, cost(x)*math.Exp(noise*r.NormFloat64()))
	}
	return table
}

// A form that was fitted to all of the data says nothing of how it would have done on
// the largest inputs, had they not been measured.
func TestAFormThatDoesNotPredictTheLargestInputsIsNotWritten(t *testing.T) {
	bent := sizes(1, 80, 0.05, func(n float64) float64 {
		if n > 1500 {
			return 2e-8 * n
		}
		return 1e-8 * n
	})
	o := Assess(model.InternalAction, dataset.Prepare(bent, true), propose(times(1e-8, n)), nil)
	v := &o.Verdict
	if v.Outer == nil || v.Outer.Variable != "n.VALUE" || !(v.Outer.Beyond > 0.3) {
		t.Fatalf("outer %+v", v.Outer)
	}
	v.Below = (Options{}).below(v)
	if said := Below(v); !strings.Contains(said, "fitted without n.VALUE above ") || !strings.Contains(said, "they take longer") {
		t.Errorf("said %q", said)
	}
}

// What chance makes of a fifth of the rows is no change of the form.
func TestARightFormPredictsTheLargestInputs(t *testing.T) {
	for noise, most := range map[float64]int{0.1: 0, 0.4: 6} {
		missed := 0
		for seed := range uint64(40) {
			d := dataset.Prepare(sizes(seed, 60, noise, func(n float64) float64 { return 1e-8 * n }), true)
			if o := Assess(model.InternalAction, d, propose(times(1e-8, n)), nil); o.Verdict.Outer != nil {
				missed++
			}
		}
		if missed > most {
			t.Errorf("noise %g: the line does not predict the outer fifth of %d of 40 tables", noise, missed)
		}
	}
}

// Half of the observations may hardly differ, and the mean be a hundred times theirs.
func TestAMixtureOfFewObservationsIsNotWritten(t *testing.T) {
	table := &model.Table{Target: model.Column{Kind: model.Number}}
	for launch := range int32(4) {
		for seq := range int64(4) {
			seconds := 1.8e-4 + 1e-7*float64(seq)
			if seq == 0 {
				seconds = 0.118
			}
			table.Target.Num = append(table.Target.Num, seconds)
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
		}
	}
	d := dataset.Prepare(table, true)
	o := Assess(model.InternalAction, d, propose(expression.Constant(1.8e-4)), nil)
	below := (Options{Error: ErrorLimit, Total: TotalLimit}).below(&o.Verdict)
	if len(below) == 0 || below[0].What != blackboard.TotalLimit {
		t.Errorf("12 of 16 observations take 0.18 ms, 4 take 118: below %+v, held out %+v", below, o.Verdict.HeldOut)
	}
}

// A level of compression has no formula, so its form misses the largest ones when it is fitted to the
// others; the service's totals are right for all that.
func TestAFormThatHoldsItsTotalsIsWrittenForWhatWasMeasured(t *testing.T) {
	for total, refused := range map[model.Figure]bool{0.01: false, -0.04: false, 0.12: true} {
		v := &blackboard.Verdict{
			Outer:   &blackboard.Outer{Variable: "level.VALUE", Above: 7, Beyond: 0.5},
			HeldOut: &blackboard.HeldOut{Launches: 3, Parts: 3, Observations: 300, Total: total},
		}
		v.Below = (Options{Error: ErrorLimit, Total: TotalLimit}).below(v)
		said := strings.Join(Warnings(v), "\n")
		if (Below(v) != "") != refused || strings.Contains(said, "is not to be used beyond: fitted without level.VALUE above 7") == refused {
			t.Errorf("total %g: below %q, said %q", total, Below(v), said)
		}
	}
}
