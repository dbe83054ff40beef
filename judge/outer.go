package judge

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
)

// Limits of predicting the largest values of an input from the others.
const (
	outerShare  = 5    // one in so many points, by the input, are left out
	fewestInner = 5    // points that have to be left
	byChance    = 0.16 // probability that chance alone is more than it is allowed for: one standard error of one input
	outerOff    = 0.25 // by how much the outer ones may be off, as a logarithm, beyond what chance explains
)

// outermost is the input whose largest values a form predicts worst from the smaller
// ones: its numbers are fitted anew without the outer fifth of the input's values, and
// what was measured there is held against that, relative to how it does on the rest.
// A form that misses within the data what it was not fitted to does so more
// beyond them. Observations that stand out count on neither side: few of them would
// decide the total of a fifth. Nil: every one is predicted, or there is too little to leave out.
func outermost(d *dataset.Data, n expression.Node, noise *regression.Noise) (worst *blackboard.Outer) {
	if !d.Noisy || noise == nil || !d.Relative() {
		return nil
	}
	var inputs []*model.Column
	for _, v := range expression.Variables(n) {
		if c := d.Column(v); c != nil && c.Kind == model.Number && !dataset.Flag(*c) {
			inputs = append(inputs, c)
		}
	}
	for _, c := range inputs {
		errors := distuv.UnitNormal.Quantile(1 - byChance/float64(len(inputs)))
		if o := outer(d, n, noise, c, errors); o != nil && (worst == nil || math.Abs(o.Beyond) > math.Abs(worst.Beyond)) {
			worst = o
		}
	}
	return worst
}

// outer is what a form says of the outer fifth of an input when it was fitted to the
// rest; nil where the values are too few, or it predicts them within so many standard errors and a
// little.
func outer(d *dataset.Data, n expression.Node, noise *regression.Noise, c *model.Column, errors float64) *blackboard.Outer {
	order := make([]int, len(c.Num))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.Num[a], c.Num[b]) })
	cut := len(order) * (outerShare - 1) / outerShare
	for cut > 0 && c.Num[order[cut]] == c.Num[order[cut-1]] {
		cut-- // equal values stay together
	}
	if cut < fewestInner {
		return nil
	}
	part := d.Part(slices.Sorted(slices.Values(order[:cut])))
	inner := regression.NewNoise(part, noise.Offset)
	inner.Sigma = noise.Sigma
	again := regression.TuneEstimates(part, n, inner, 6)
	edge := c.Num[order[cut-1]]
	in, out := split(d, again, c.Variable, edge)
	off, chance := math.Log(out.total()/in.total()), math.Hypot(in.error(), out.error())
	if math.IsNaN(off) || math.IsInf(off, 0) || !(math.Abs(off)-errors*chance > outerOff) {
		return nil
	}
	return &blackboard.Outer{Variable: c.Variable.String(), Above: edge, Beyond: math.Expm1(off), Chance: chance}
}

// side are measured and predicted values on one side of a value of an input.
type side []heldOutPoint

// split are the observations up to a value of an input, and those above, without what
// stands out.
func split(d *dataset.Data, n expression.Node, v model.Variable, edge float64) (in, out side) {
	at := slices.IndexFunc(d.Table.Columns, func(c model.Column) bool { return c.Variable == v })
	said := saidOf(n, d.Table)
	if at < 0 || said == nil {
		return nil, nil
	}
	ratios := make([]float64, 0, len(d.Rows))
	for _, row := range d.Rows {
		ratios = append(ratios, d.Table.Target.Num[row]/said[row])
	}
	typical := robust.Median(slices.Clone(ratios))
	for i, row := range d.Rows {
		p := heldOutPoint{modelled: said[row], measured: d.Table.Target.Num[row], weight: d.Table.WeightOf(row)}
		switch {
		case !(ratios[i] <= standsOut*typical):
		case d.Table.Columns[at].Num[row] > edge:
			out = append(out, p)
		default:
			in = append(in, p)
		}
	}
	return in, out
}

// total is the measured total by the predicted one.
func (s side) total() float64 {
	measured, modelled := 0.0, 0.0
	for _, p := range s {
		measured, modelled = measured+p.weight*p.measured, modelled+p.weight*p.modelled
	}
	return measured / modelled
}

// error is the standard error of the logarithm of total: that of a ratio of sums
// (Cochran, Sampling Techniques, 1977, section 2.11).
func (s side) error() float64 {
	total, squares, measured, most := s.total(), 0.0, 0.0, 0.0
	for _, p := range s {
		off := p.measured - total*p.modelled
		squares += p.weight * off * off
		measured += p.weight * p.measured
		most += p.weight
	}
	if most <= 1 {
		return math.Inf(1)
	}
	return math.Sqrt(squares*most/(most-1)) / measured
}
