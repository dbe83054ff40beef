package selection

import (
	"math"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// smallSample is what fitted numbers cost more where points are few: the term k(k+1)/(n-k-1) by which AICc corrects Akaike's criterion
// (Hurvich and Tsai, "Regression and time series model selection in small samples", 1989), and k(k+1) where n leaves no freedom.
// n counts what replicates say of the noise, too.
func smallSample(d *dataset.Data, constants int) float64 {
	if !d.Noisy {
		return 0
	}
	k := float64(constants)
	return k * (k + 1) / max(1, observations(d)-k-1)
}

// extrapolationPenalty is what it costs, in nats and at most 30, that an expression
// grows much faster beyond the data than at their end: the data never showed that,
// and small errors of coefficients become large ones there. Growth is the local
// exponent d log f / d log x, for each number alone and for all together. The
// limits are our own, chosen on the suites of bench/learning.
func extrapolationPenalty(d *dataset.Data, n expression.Node) float64 {
	if !d.Noisy || !d.Relative() || d.Points() == 0 {
		return 0
	}
	used := expression.Variables(n)
	worst, count := 0.0, 0
	for _, v := range used {
		c := d.Column(v)
		if c == nil || c.Kind != model.Number {
			continue
		}
		count++
		top := 0
		for i, x := range c.Num {
			if x > c.Num[top] {
				top = i
			}
		}
		if inside, beyond, ok := growth(d, n, top, func(of model.Variable) bool { return of == v }); ok && c.Num[top] > 0 {
			worst = max(worst, 6*(beyond-steeper(inside)*max(inside, 0)-0.7))
		}
	}
	if count > 1 {
		top := 0
		for i, y := range d.Y {
			if y > d.Y[top] {
				top = i
			}
		}
		if inside, beyond, ok := growth(d, n, top, func(model.Variable) bool { return true }); ok {
			worst = max(worst, 12*(beyond-inside-0.4))
		}
	}
	return min(worst, 30)
}

// steeper is by what factor the exponent of an expression's growth may be larger
// beyond the data. No power of a size that programs have is above the fourth: what
// grows faster is an exponential, whose exponent is four times as large there.
func steeper(inside float64) float64 {
	return 2.5 + 1.7*max(0, min((inside-2)/2, 1))
}

// growth is the exponent with which an expression grows from half of a point's
// numbers to the point, and from twice to ExtrapolationFactor times them; false where a value is
// not positive.
func growth(d *dataset.Data, n expression.Node, point int, grows func(model.Variable) bool) (inside, beyond float64, ok bool) {
	columns := make([]model.Column, len(d.Columns))
	for i, c := range d.Columns {
		x := c.Num[point]
		c.Num = []float64{x, x, x, x}
		if c.Kind == model.Number && grows(c.Variable) {
			c.Num = []float64{x / 2, x, 2 * x, dataset.ExtrapolationFactor * x}
		}
		columns[i] = c
	}
	f, err := dataset.Evaluate(n, columns)
	if err != nil || f[0] <= 0 || f[1] <= 0 || f[2] <= 0 || f[3] <= 0 {
		return 0, 0, false
	}
	return math.Log2(f[1] / f[0]), math.Log2(f[3]/f[2]) / math.Log2(dataset.ExtrapolationFactor/2), true
}
