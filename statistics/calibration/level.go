package calibration

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// levelled is an expression with the measured total: a number of times the given
// one, as where a slow path does the same more slowly, or the given one and a
// constant, as where now and then something else happens, however large the input
// is. Both have one number more, and that with the larger Poisson pseudo likelihood
// is taken: it needs only that the mean is right
// (Gourieroux, Monfort and Trognon, "Pseudo maximum likelihood methods: theory", 1984).
//
// Where a few observations that stand out make the difference, as pauses of a
// collector do, that likelihood says where they fell by chance. They are a constant,
// unless what they take grows with what is said; only what the others lack is a
// number of times the expression. A factor learnt from a few pauses would be wrong by
// the whole factor wherever inputs are large.
func (o *observed) levelled(d *dataset.Data, n expression.Node, ratio float64) expression.Node {
	scaled := Scaled(n, ratio)
	// A few observations that stand out make the difference: what the usual ones lack is
	// a factor, the rest a constant.
	usual, few := o.usual()
	if len(few) > 0 && math.Abs(ratio-usual) > material && !o.grow(few, usual) {
		base, b := n, o.times(usual)
		if math.Abs(usual-1) > material {
			base = Scaled(n, usual)
		} else {
			b = o
		}
		if raised, by := b.raised(base); by > 0 && sane(d, raised) {
			return raised
		}
	}
	// Otherwise the two candidates are compared by the Poisson pseudo log likelihood sum
	// w (y ln f - f); both have the measured total, so that the second terms are equal
	// and only the first is summed.
	raised, by := o.raised(n)
	if !(by > 0) {
		return scaled
	}
	better := 0.0
	for i, f := range o.f {
		better += o.weight[i] * o.y[i] * math.Log((f+by)/(ratio*f))
	}
	if !(better > 0) || !sane(d, raised) {
		return scaled
	}
	return raised
}

// sane reports whether an expression says something beyond the data: it can be evaluated
// there.
func sane(d *dataset.Data, n expression.Node) bool {
	far, err := dataset.Evaluate(n, d.Extrapolation)
	return err == nil && len(far) > 0
}

// usual is the ratio of totals of the observations that do not stand out, and those
// that do.
func (o *observed) usual() (ratio float64, few []int) {
	limit := o.outstanding()
	measured, modelled := 0.0, 0.0
	for i := range o.y {
		if o.y[i] > limit*o.f[i] {
			few = append(few, i)
			continue
		}
		measured += o.weight[i] * o.y[i]
		modelled += o.weight[i] * o.f[i]
	}
	return measured / modelled, few
}

// times are the same observations with what is said multiplied by a number; the receiver
// stays as it is.
func (o *observed) times(by float64) *observed {
	p := *o
	p.f = make([]float64, len(o.f))
	for i, f := range o.f {
		p.f[i] = by * f
	}
	return &p
}

// grow reports whether what some observations take besides the usual grows with what is
// said of them: whether the slope of their logarithms is surely above zero (two standard
// errors), and nearer to one than to zero. At least six observations have to say so
// together, so that one large pause among small ones is not enough.
func (o *observed) grow(few []int, usual float64) bool {
	const fewest, near, surely = 6, 0.5, 2
	x, y := make([]float64, len(few)), make([]float64, len(few))
	total, squares := 0.0, 0.0
	for i, at := range few {
		more := o.y[at] - usual*o.f[at]
		x[i], y[i] = math.Log(o.f[at]), math.Log(more)
		total += o.weight[at] * more
		squares += o.weight[at] * o.weight[at] * more * more
	}
	// As many of equal size would say as much (Kish's effective number).
	if len(few) < fewest || total*total < fewest*squares {
		return false
	}
	intercept, slope := stat.LinearRegression(x, y, nil, false)
	rest, spread, center := 0.0, 0.0, stat.Mean(x, nil)
	for i := range x {
		off := y[i] - intercept - slope*x[i]
		rest += off * off
		spread += (x[i] - center) * (x[i] - center)
	}
	deviation := math.Sqrt(rest / float64(len(x)-2) / spread)
	return slope > near && slope > surely*deviation
}

// raised is an expression and the constant that it lacks to the measured total; negative
// where the expression says too much.
func (o *observed) raised(n expression.Node) (expression.Node, float64) {
	lacks, weights := 0.0, 0.0
	for i, f := range o.f {
		lacks += o.weight[i] * (o.y[i] - f)
		weights += o.weight[i]
	}
	by := lacks / weights
	return expression.Simplify(plus(n, by)), by
}

// plus adds a number to an expression's own constant, where it has one, and puts it in
// front as a summand where not.
func plus(n expression.Node, by float64) expression.Node {
	switch n := n.(type) {
	case expression.Constant:
		return n + expression.Constant(by)
	case expression.Binary:
		switch {
		case n.Op == expression.Add && hasSummand(n.Left):
			return expression.Binary{Op: expression.Add, Left: plus(n.Left, by), Right: n.Right}
		case n.Op == expression.Add && hasSummand(n.Right):
			return expression.Binary{Op: expression.Add, Left: n.Left, Right: plus(n.Right, by)}
		}
	}
	return expression.Binary{Op: expression.Add, Left: expression.Constant(by), Right: n}
}

// hasSummand reports whether a sum holds a constant.
func hasSummand(n expression.Node) bool {
	switch n := n.(type) {
	case expression.Constant:
		return true
	case expression.Binary:
		return n.Op == expression.Add && (hasSummand(n.Left) || hasSummand(n.Right))
	}
	return false
}

// RoundingMoves reports whether the total of counts that scatter would be another one if each mean were
// rounded, by more than a correction is worth: of a mean of 0.3 nothing would be left.
func RoundingMoves(d *dataset.Data, n expression.Node) bool {
	if !d.Counted || !d.Noisy || n == nil || d.Table == nil {
		return false
	}
	said, err := dataset.EvaluateRows(n, d.Table)
	if err != nil {
		return false
	}
	total, rounded := 0.0, 0.0
	for row, mean := range said {
		total += d.Table.WeightOf(row) * mean
		rounded += d.Table.WeightOf(row) * math.Round(mean)
	}
	return math.Abs(rounded-total) > worth*math.Abs(total)
}
