package dataset

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
)

// tailed is a table of means of one to fifteen executions each, as many as its only input says. Each execution takes 1; one in ten takes
// ten times as long.
func tailed(scale float64) *model.Table {
	random := rand.New(rand.NewPCG(1, 2))
	var x, weight []float64
	for i := range 3000 {
		x = append(x, float64(1+i%15))
		weight = append(weight, x[i]*scale)
	}
	t := tableOf(x, func(_ int, n float64) float64 {
		sum := 0.0
		for range int(n) {
			y := math.Exp(0.05 * random.NormFloat64())
			if random.Float64() < 0.1 {
				y *= 10
			}
			sum += y
		}
		return sum / n
	})
	t.Weight = weight
	return t
}

func TestMeansOfFewExecutionsAreComparedWithMeansOfMany(t *testing.T) {
	d := Prepare(tailed(1), true, ProcessorTimes)
	for i, y := range d.Y {
		if n := d.Columns[0].Num[i]; y < 1.5 || y > 2 {
			t.Errorf("of means of %g executions the median is %.2f, want near the mean of all, 1.9, and not the time of one without a slow one, 1", n, y)
		}
	}
}

func TestTheScaleOfWeightsIsOfNoMatter(t *testing.T) {
	one, hundred := Prepare(tailed(1), true, ProcessorTimes), Prepare(tailed(100), true, ProcessorTimes)
	if math.Abs(one.Noise-hundred.Noise) > 1e-9 {
		t.Errorf("noise %g and %g", one.Noise, hundred.Noise)
	}
	for i := range one.Y {
		if math.Abs(one.Y[i]-hundred.Y[i]) > 1e-9 || math.Abs(one.Weight[i]-hundred.Weight[i]) > 1e-9 {
			t.Fatalf("point %d: %g of weight %g and %g of weight %g", i, one.Y[i], one.Weight[i], hundred.Y[i], hundred.Weight[i])
		}
	}
}
