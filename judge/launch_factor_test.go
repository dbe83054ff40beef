package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Launches differ by a factor, and by another one for large inputs: intervals of
// predictions hold the mean of a launch that nothing was learnt from.
func TestPredictionsHoldTheMeanOfAnotherLaunch(t *testing.T) {
	line := forms()[0].node
	held, all := 0.0, 0.0
	for _, launches := range []int{3, 5} {
		for seed := range uint64(50) {
			r := rand.New(rand.NewPCG(seed, uint64(launches)))
			another := func() (speed, large float64) {
				return math.Exp(0.15 * r.NormFloat64()), 0.1 * r.NormFloat64()
			}
			table := sample(r, line, 60*launches, 0.05)
			for l := range launches {
				speed, large := another()
				for i := 60 * l; i < 60*(l+1); i++ {
					table.Launch = append(table.Launch, int32(l))
					table.Target.Num[i] *= speed * math.Exp(large*math.Log10(table.Columns[0].Num[i]))
				}
			}
			d := dataset.Prepare(table, true)
			c := selection.Compare(d, []expression.Node{line}, true)
			next := sample(r, line, 20, 0)
			said, err := Predict(d, []expression.Node{regression.Tune(d, line, c.Noise, 12)}, next.Columns)
			if err != nil {
				t.Fatal(err)
			}
			exact, _ := dataset.Evaluate(line, next.Columns)
			speed, large := another()
			for i, p := range said {
				y := exact[i] * speed * math.Exp(large*math.Log10(next.Columns[0].Num[i]))
				if all++; p.Low <= y && y <= p.High {
					held++
				}
			}
		}
	}
	if share := held / all; share < 0.86 || share > 0.97 {
		t.Errorf("90 %% intervals hold the means of another launch in %.1f %%", 100*share)
	}
}
