package extension

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/judge"
	"beagle/model"
	"beagle/statistics/dataset"
)

// saturating are costs of 0.002 + 0.05 n / (120 + n) with a scatter of 3 %.
func saturating() *dataset.Data {
	r := rand.New(rand.NewPCG(4, 4))
	n := model.Column{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number}
	cost := model.Column{Kind: model.Number}
	for range 200 {
		x := math.Round(math.Exp(1 + 7*r.Float64()))
		n.Num, cost.Num = append(n.Num, x), append(cost.Num, (0.002+0.05*x/(120+x))*math.Exp(0.03*r.NormFloat64()))
	}
	return dataset.Prepare(&model.Table{Columns: []model.Column{n}, Target: cost}, true)
}

func TestNumbersOfAProposalAreFittedSoThatTheirIntervalsHoldThem(t *testing.T) {
	data := saturating()
	for _, text := range []string{
		"0.00195 + 0.0492 * n.VALUE / (116 + n.VALUE)", // from a grid
		"0.003 + 0.04 * n.VALUE / (90 + n.VALUE)",      // by another measure
	} {
		read, err := scope{&model.Element{Kind: model.InternalAction}, data.Columns}.node(text)
		if err != nil {
			t.Fatal(err)
		}
		e, err := judge.Explain(t.Context(), data, fitted(data, read))
		if err != nil || len(e.Intervals) != 3 {
			t.Fatalf("%s has the intervals %+v, %v", text, e.Intervals, err)
		}
		for i, truth := range []float64{0.002, 0.05, 120} {
			if in := e.Intervals[i]; in.Value < in.Low || in.Value > in.High || math.Abs(in.Value/truth-1) > 0.1 {
				t.Errorf("%s: %g is said with the interval %g to %g", text, in.Value, in.Low, in.High)
			}
		}
	}
}
