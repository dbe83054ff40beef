// Package calibration sets the level of an expression whose form was found robustly, so
// that modelled totals are the measured ones.
//
// A form is found by medians and bounded losses, since outliers would lead the search
// astray. A model predicts totals: how often something is done, times what it takes on
// average. Where a program has rare slow paths, misses caches or waits for others, its
// mean lies far above its median, and the mean is what it costs.
//
// What goes in is data with the single observations behind them and an expression that
// was fitted to them; what comes out is the expression at the level of the mean, and the
// interval of the ratio of totals. run/findings calls Of for the expression that is
// written, the judge for what it says of quality.
//
// An expression is raised or lowered, never refused, and stays where the interval of the ratio holds
// one: an accident must not move a level. Near one, only the share that is no chance is corrected.
package calibration

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// Limits of what is corrected.
const (
	// material is by how much a whole interval lies beside one where the level is surely
	// wrong, and all of it is corrected.
	material = 0.05
	// worth is the least by which a level is corrected: with less, a reader's numbers
	// change for nothing.
	worth       = 0.03
	fewest      = 20  // observations that say something of a mean
	confidence  = 0.9 // of all intervals
	mostObserve = 20000
)

// Mean is how the mean of a quantity relates to an expression that was fitted
// robustly.
type Mean struct {
	// Expression has totals that are the measured ones. It is the one that was
	// given where that is so already, or where too little was seen to tell.
	Expression expression.Node
	Calibrated bool // it is another one
	// Ratio is the measured total by the total that the given expression says, and
	// Low to High its interval of 90 %: Duan's smearing factor ("Smearing estimate: a
	// nonparametric retransformation method", 1983), weighted by what is said, so
	// that totals come out and not the mean of ratios.
	Ratio, Low, High float64
	Regions          []Region // the same by size of what is said, the smallest first
	Varies           bool     // the ratio differs between regions by more than chance
	Observations     int      // that say it
	Launches         int      // that say it, 0 where they are not known
	Settled          bool     // of each launch only the second half counts: the first was slower, and ...
	Early            float64  // ... how many times as long it took; 1: it counts
	Largest          float64  // share of the measured total that one observation holds
}

// Region is a range of modelled values and the ratio in it.
type Region struct {
	From, To float64 // modelled values
	// Ratio, Low, High: as in Mean, of this region's observations alone: measured by modelled total, with its 90
	// % interval
	Ratio, Low, High float64
	Observations     int // how many observations the region holds
}

// memoKey is under what the data remember a Mean: the expression's tree, compared by
// value.
type memoKey struct{ node expression.Node }

// Of holds an expression against the observations behind data: single ones, not the
// medians of replicates, at the level that launches share and without warm-up. It is nil
// where there is no noise, or too little was observed to speak of means. What it returns
// is remembered with the data, and must not be changed.
//
// Nothing is trimmed: processor times after warm-up hold neither preemption nor the
// collector's and compilers' threads, so their tail is the program's own. What was seen
// too seldom to be told from an accident widens the interval instead, and a level is
// corrected only where the interval does not hold one: an outlier that came once or twice in
// all observations never does that. Where equal inputs scatter far
// upwards and nobody knows that values are processor times, the machine is blamed
// (dataset.Preparation.Contended) and nothing is corrected. Counts hold no such accidents: their level is
// always the measured one.
func Of(d *dataset.Data, n expression.Node) *Mean {
	m, _ := d.Memo(memoKey{n}, func() any { return of(d, n) }).(*Mean)
	return m
}

// Settled reports whether Of lets only the second half of each launch count. It needs
// none of its intervals, which take the most time.
func Settled(d *dataset.Data, n expression.Node) bool {
	o := observe(d, n)
	if o == nil {
		return false
	}
	_, early := o.settled()
	return early > 1
}

// of is Of without the memory. The order matters: first what the observations are (settled ones where a
// compiler was at work in the first half), then the ratio with its interval, and only where that does
// not hold 1 a new expression, with one number more.
func of(d *dataset.Data, n expression.Node) *Mean {
	o := observe(d, n)
	if o == nil {
		return nil
	}
	m := &Mean{Expression: n}
	o, m.Early = o.settled()
	m.Settled = m.Early > 1
	m.Observations, m.Launches = len(o.y), o.launches()
	m.Ratio, m.Low, m.High = o.interval(nil)
	m.Largest = o.largest()
	m.Regions, m.Varies = o.regions(m.Ratio)
	if d.Contended { // what others did to the machine is no cost of the program; the notes say so
		return m
	}
	share := m.share()
	if d.Counted { // no accident of the machine is in the mean of counts, whereas the fit is of what is typical
		share = 1
	}
	if math.IsInf(m.Ratio, 0) || !(math.Abs(share*(m.Ratio-1)) > worth) {
		return m
	}
	m.Calibrated = true
	if d.Counted { // what is counted exactly in one part is not missing in another
		if parts, ok := o.byParts(d, n); ok {
			m.Expression = regression.Readable(d, parts)
			return m
		}
	}
	if !m.material() && !d.Counted { // too little to see another shape in it
		m.Expression = regression.Readable(d, Scaled(n, 1+share*(m.Ratio-1)))
		return m
	}
	m.Expression = regression.Readable(d, o.levelled(d, n, m.Ratio))
	return m
}

// share is how much of what the ratio lies beside one is corrected: all where the whole
// interval is materially beside one; nothing where the interval holds one, for what
// happened once or twice in all observations is no level; else what is not chance, by the
// error that the wider side of the interval says: the estimate of James and Stein
// ("Estimation with quadratic loss", 1961) of one number, two thirds or more. That too only
// where launches agree on it: a lone table does not tell a tail from noise.
func (m *Mean) share() float64 {
	switch {
	case m.material():
		return 1
	case m.Low <= 1 && m.High >= 1 || m.Launches < 2:
		return 0
	}
	chance := max(m.High-m.Ratio, m.Ratio-m.Low) / distuv.UnitNormal.Quantile((1+confidence)/2) / (m.Ratio - 1)
	return max(0, 1-chance*chance)
}

// material reports whether the whole interval lies materially beside one.
func (m *Mean) material() bool { return m.Low > 1+material || m.High < 1-material }

// Expression is that of Of, or the given one where Of says nothing. It is worked
// out with less where the ratio of totals, which lies in its interval, shows at
// once that nothing is corrected.
func Expression(d *dataset.Data, n expression.Node) expression.Node {
	o := observe(d, n)
	if o == nil || d.Contended {
		return n
	}
	o, _ = o.settled()
	if ratio := o.ratio(); math.Abs(ratio-1) <= worth {
		return n
	}
	return Of(d, n).Expression
}

// Scaled is a number of times an expression, the number taken into its coefficients: 2
// times 3*n + 1 is 6*n + 2. The value is the same up to rounding.
func Scaled(n expression.Node, by float64) expression.Node {
	return expression.Simplify(scaled(n, by))
}

// scaled pushes the factor down to the coefficients, so that 2 * (3 * n + 1) is written as 6 * n + 2. It
// goes to both sides of sums, minima and alternatives, to one side of products and to the numerator of
// ratios; what takes in no factor gets one before it.
func scaled(n expression.Node, by float64) expression.Node {
	switch n := n.(type) {
	case expression.Constant:
		return expression.Constant(float64(n) * by)
	case expression.If:
		return expression.If{Cond: n.Cond, Then: scaled(n.Then, by), Else: scaled(n.Else, by)}
	case expression.Unary:
		if n.Func == expression.Neg {
			return expression.Unary{Func: expression.Neg, Arg: scaled(n.Arg, by)}
		}
	case expression.Binary:
		switch n.Op {
		case expression.Add, expression.Sub, expression.Min, expression.Max:
			return expression.Binary{Op: n.Op, Left: scaled(n.Left, by), Right: scaled(n.Right, by)}
		case expression.Div:
			return expression.Binary{Op: n.Op, Left: scaled(n.Left, by), Right: n.Right}
		case expression.Mul:
			if !hasFactor(n.Left) && hasFactor(n.Right) {
				return expression.Binary{Op: n.Op, Left: n.Left, Right: scaled(n.Right, by)}
			}
			return expression.Binary{Op: n.Op, Left: scaled(n.Left, by), Right: n.Right}
		default:
		}
	}
	return expression.Binary{Op: expression.Mul, Left: expression.Constant(by), Right: n}
}

// hasFactor reports whether a product holds a number that can take in another.
func hasFactor(n expression.Node) bool {
	switch n := n.(type) {
	case expression.Constant:
		return true
	case expression.Binary:
		return n.Op == expression.Mul && (hasFactor(n.Left) || hasFactor(n.Right)) || n.Op == expression.Div && hasFactor(n.Left)
	default:
		return false
	}
}
