package selection

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/statistics/dataset"
)

// times are those of one input in four launches that agree on what a function says of it, with little noise.
func times(f func(x float64) float64) *dataset.Data {
	r := rand.New(rand.NewPCG(1, 2))
	table := &model.Table{
		Columns: []model.Column{{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number}},
		Target:  model.Column{Kind: model.Number},
	}
	for seq := range int64(400) {
		x := math.Exp(float64(seq%100)/99*math.Log(1000)) + float64(seq)*1e-6
		table.Columns[0].Num = append(table.Columns[0].Num, x)
		table.Target.Num = append(table.Target.Num, f(x)*math.Exp(0.001*r.NormFloat64()))
		table.Launch, table.Seq = append(table.Launch, int32(seq/100)), append(table.Seq, seq)
	}
	return dataset.Prepare(table, true)
}

// left is what is left unexplained where one is said of every input.
func left(d *dataset.Data) float64 {
	one := make([]float64, d.Points())
	for i := range one {
		one[i] = 1
	}
	nats, _ := unexplained(d, one, nil)
	return nats
}

// A value that is twice as far off costs as many times the logarithm of two as Student's distribution of four degrees of
// freedom has it, however far off it is.
func TestAnOutlierCostsALogarithmOnly(t *testing.T) {
	l := likelihood{weighted: make([]float64, 100), least: 1}
	l.weighted[0] = 1e6
	near := l.cost(1)
	l.weighted[0] = 2e6
	if more := l.cost(1) - near; math.Abs(more-5*math.Ln2) > 1e-6 {
		t.Errorf("twice as far off costs %g nats more, not %g", more, 5*math.Ln2)
	}
}

// The standard deviation of a machine's bends is a twentieth: slopes of one and of two of these cost a half and two nats.
func TestWhatMachinesBendCostsLittle(t *testing.T) {
	bent := func(deviations float64) float64 {
		return left(times(func(x float64) float64 {
			along := 2*math.Log(x)/math.Log(1000) - 1
			return math.Exp(0.05 * deviations * math.Sqrt(3) * along)
		}))
	}
	straight := bent(0)
	if one, two := bent(1)-straight, bent(2)-straight; math.Abs(one-0.5) > 0.2 || math.Abs(two-2) > 0.4 {
		t.Errorf("slopes of one and two standard deviations cost %.2f and %.2f nats, not 0.5 and 2", one, two)
	}
}

// More numbers than there is freedom left to tell the noise by say nothing of it.
func TestExpressionsWithAsManyNumbersAsPointsSayNothingOfTheNoise(t *testing.T) {
	d := times(func(float64) float64 { return 1 })
	if more := expected(d, d.Points()-2); !math.IsInf(more, 1) && d.NoiseFreedom == 0 {
		t.Errorf("%d points less two speak for a noise %g times as large", d.Points(), more)
	}
	if more := expected(d, 1); !(more < 1.02) {
		t.Errorf("one number of %d points makes the noise %g times as large", d.Points(), more)
	}
}
