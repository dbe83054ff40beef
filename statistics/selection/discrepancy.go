package selection

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// fractionalBend is how far, relatively, the costs of a real program bend away from its
// own form over the range that was measured, where a growth that programs seldom have is the rival of a
// usual form: small sizes fit into caches, the compiler unrolls for large ones, and
// no source says so. Between two usual forms it is regression.Systematic. Both are
// prior standard deviations of each way to bend; this one is our own, chosen on half
// of the sections of bench/learning's suite R.
const fractionalBend = 0.05

// mostBends bounds the ways to bend, of all inputs together: three of each of four inputs.
const mostBends = 12

// AllowForDiscrepancy lowers the gain of a longer expression over a shorter one to
// what is left of it where each may bend smoothly in its parameters. However many
// points there are, a smooth bend is one finding, and the machine's as likely as the
// program's. So an exponent of 0.94 instead of one has to be worth more than the
// caches are.
//
// It is the discrepancy between model and reality of Kennedy and O'Hagan ("Bayesian
// calibration of computer models", 2001) with a small basis instead of a Gaussian
// process: residuals may hold polynomials of the logarithms of the inputs, whose
// coefficients have a normal prior and take their most likely values. Only where
// launches are known, since other tables need not be about a machine's times.
func (c *Comparison) AllowForDiscrepancy(d *dataset.Data, nodes []expression.Node) {
	if c.Reference < 0 || !d.Noisy || d.Table.Launch == nil {
		return
	}
	b := newBends(d, c.counted)
	if b == nil {
		return
	}
	// First among usual forms, then the best of them against what grows as few programs do: where no
	// usual form is much like it, a line must not win for that.
	usual := func(i int) bool {
		return c.usable(i) && !codelength.FractionalPower(nodes[i]) && !codelength.UnusualGrowth(nodes[i])
	}
	plain := c.best(usual)
	if plain >= 0 {
		plain = c.examine(plain, usual, c.bent(d, b, regression.Systematic))
	}
	if best := c.Reference; plain >= 0 && best != plain && !usual(best) {
		c.examine(best, func(i int) bool { return i == plain }, c.bent(d, b, fractionalBend))
	}
	c.Reference = c.best(c.usable)
}

// best is the shortest of some expressions; -1: there is none.
func (c *Comparison) best(of func(i int) bool) int {
	best := -1
	for i, length := range c.Lengths {
		if of(i) && (best < 0 || length < c.Lengths[best]) {
			best = i
		}
	}
	return best
}

// bent gives what is left of a gain where both expressions bend by so much.
func (c *Comparison) bent(d *dataset.Data, b *bends, bend float64) func(best int) func(i int) float64 {
	loss := func(i int) float64 { return b.loss(c.appraisals[i].under(d, c.counted).residuals) }
	return func(best int) func(int) float64 {
		b.prior = 1 / (bend * bend)
		left := loss(best)
		return func(i int) float64 { return max(0, loss(i)-left) }
	}
}

// bends are the ways in which residuals may bend, with memory for one expression at a
// time.
type bends struct {
	noise   *regression.Noise
	columns [][]float64 // by way; times the square root of each point's weight
	prior   float64     // precision of each coefficient

	rest, weight, coef, right []float64 // of one expression at a time
	information               *mat.SymDense
}

// newBends are polynomials of the inputs' logarithms, each of standard deviation one over
// the points where these are spread evenly; nil where there are no numbers. Of one input
// up to the third degree, of two their product; at most mostBends in all.
func newBends(d *dataset.Data, noise *regression.Noise) *bends {
	b := &bends{noise: noise}
	var inputs [][]float64
	for _, c := range d.Columns {
		if c.Kind == model.Number {
			if x := standardised(c.Num); x != nil {
				inputs = append(inputs, x)
			}
		}
	}
	add := func(column []float64) {
		if len(b.columns) == mostBends || column == nil {
			return
		}
		for i := range column {
			column[i] *= math.Sqrt(noise.Weight[i])
		}
		b.columns = append(b.columns, column)
	}
	for _, x := range inputs {
		add(legendre(x, 1))
		add(legendre(x, 2))
		add(legendre(x, 3))
	}
	for i, x := range inputs {
		for _, y := range inputs[:i] {
			product := make([]float64, len(x))
			for k := range x {
				product[k] = 3 * x[k] * y[k]
			}
			add(product)
		}
	}
	if len(b.columns) == 0 {
		return nil
	}
	b.rest, b.weight = make([]float64, d.Points()), make([]float64, d.Points())
	b.coef, b.right = make([]float64, len(b.columns)), make([]float64, len(b.columns))
	b.information = mat.NewSymDense(len(b.columns), nil)
	return b
}

// standardised are the logarithms of positive values, stretched to between -1 and 1; of
// others the values themselves, stretched likewise; nil where all are the same.
func standardised(values []float64) []float64 {
	out := make([]float64, len(values))
	low, high, positive := math.Inf(1), math.Inf(-1), true
	for _, x := range values {
		positive = positive && x > 0
	}
	for i, x := range values {
		if positive {
			x = math.Log(x)
		}
		out[i] = x
		low, high = min(low, x), max(high, x)
	}
	if !(high > low) {
		return nil
	}
	for i, x := range out {
		out[i] = 2*(x-low)/(high-low) - 1
	}
	return out
}

// legendre is a polynomial of Legendre of mean square one between -1 and 1.
func legendre(x []float64, degree int) []float64 {
	out := make([]float64, len(x))
	for i, x := range x {
		switch degree {
		case 1:
			out[i] = math.Sqrt(3) * x
		case 2:
			out[i] = math.Sqrt(5) * (3*x*x - 1) / 2
		default:
			out[i] = math.Sqrt(7) * (5*x*x*x - 3*x) / 2
		}
	}
	return out
}

// loss is what residuals cost where the machine may bend the costs: a least squares fit of the
// bends, reweighted until outliers have no part in them, and what the bends themselves cost.
func (b *bends) loss(residuals []float64) float64 {
	const rounds = 3
	copy(b.rest, residuals)
	least := b.noise.LossOf(residuals)
	var factor mat.Cholesky
	for range rounds {
		b.inform(residuals)
		if !factor.Factorize(b.information) {
			break
		}
		if err := factor.SolveVecTo(mat.NewVecDense(len(b.coef), b.coef), mat.NewVecDense(len(b.right), b.right)); err != nil {
			break
		}
		copy(b.rest, residuals)
		cost := 0.0
		for j, column := range b.columns {
			cost += b.prior * b.coef[j] * b.coef[j] / 2
			for i, x := range column {
				b.rest[i] -= b.coef[j] * x
			}
		}
		least = min(least, b.noise.LossOf(b.rest)+cost)
	}
	return least
}

// inform works out the normal equations of the bends' coefficients, with the weights that
// robust regression gives the present residuals.
func (b *bends) inform(residuals []float64) {
	variance := b.noise.Sigma * b.noise.Sigma
	for i, r := range b.rest {
		b.weight[i] = b.noise.LossWeight(r, i) / variance
	}
	for j, column := range b.columns {
		b.right[j] = 0
		for i, w := range b.weight {
			b.right[j] += w * column[i] * residuals[i]
		}
		for l, other := range b.columns[:j+1] {
			sum := 0.0
			for i, w := range b.weight {
				sum += w * column[i] * other[i]
			}
			if j == l {
				sum += b.prior
			}
			b.information.SetSym(j, l, sum)
		}
	}
}
