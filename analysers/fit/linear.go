package fit

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"beagle/model/expression"
)

// Term is one summand that a model may have, without its coefficient.
type Term struct {
	Node   expression.Node
	Values []float64 // at each point; finite
	Length float64   // description length of the term with its coefficient, nats
}

// One is the constant term.
func One(d *Data) Term {
	return Term{Node: expression.Constant(1), Values: ones(d.Points()), Length: 0.5 + math.Log(float64(d.Points()))/2}
}

// Model is a sum of terms with fitted coefficients.
type Model struct {
	Terms  []Term
	Coef   []float64
	Values []float64 // predictions at each point
	Noise  *Noise    // with the model's own spread as Sigma
}

// Robust fits coefficients of terms to data by iteratively reweighted least
// squares with Huber's weights, starting from the measured values. Logarithmic
// residuals are linearised around the last predictions (Gauss and Newton). It
// is nil where the terms cannot be told apart.
func Robust(d *Data, terms []Term, start *Noise) *Model {
	columns := make([][]float64, len(terms))
	for j, t := range terms {
		columns[j] = t.Values
	}
	n := d.Points()
	noise := *start
	weight, residuals, values, target := noise.LeastSquares(d), make([]float64, n), make([]float64, n), make([]float64, n)
	copy(target, d.Y)
	var coef []float64
	last := math.Inf(1)
	for range 12 {
		coef, _ = Solve(columns, target, weight)
		if coef == nil {
			return nil
		}
		combine(values, columns, coef)
		noise.Residuals(residuals, d.Y, values)
		noise.Sigma = max(Spread(residuals, len(terms)), Floor/100)
		if math.Abs(noise.Sigma-last) < 3e-3*last {
			break
		}
		last = noise.Sigma
		for i, r := range residuals {
			s := noise.Scale(values[i])
			weight[i] = noise.Weight[i] / (s * s) * huber(r/noise.Sigma)
			target[i] = values[i]
			if w := noise.Weight[i]; w > 0 {
				target[i] += s * r / math.Sqrt(w)
			}
		}
	}
	return &Model{Terms: terms, Coef: coef, Values: values, Noise: &noise}
}

func combine(dst []float64, columns [][]float64, coef []float64) {
	clear(dst)
	for j, column := range columns {
		floats.AddScaled(dst, coef[j], column)
	}
}

// Node is the model as an expression.
func (m *Model) Node() expression.Node {
	nodes := make([]expression.Node, len(m.Terms))
	for i, t := range m.Terms {
		nodes[i] = t.Node
	}
	return Sum(m.Coef, nodes)
}

// Sum is the expression of a sum of terms with coefficients.
func Sum(coef []float64, terms []expression.Node) expression.Node {
	var out expression.Node = expression.Constant(0)
	for i, c := range coef {
		out = expression.Binary{Op: expression.Add, Left: out, Right: Scaled(c, terms[i])}
	}
	return expression.Simplify(out)
}

// Scaled is c times an expression; c * (1 / d) is written c / d, and a factor
// of a choice stands inside it.
func Scaled(c float64, n expression.Node) expression.Node {
	if choice, ok := n.(expression.If); ok && choice.Else == expression.Constant(0) {
		return expression.If{Cond: choice.Cond, Then: Scaled(c, choice.Then), Else: choice.Else}
	}
	if b, ok := n.(expression.Binary); ok && b.Op == expression.Div && b.Left == expression.Constant(1) {
		return expression.Binary{Op: expression.Div, Left: expression.Constant(c), Right: b.Right}
	}
	return expression.Binary{Op: expression.Mul, Left: expression.Constant(c), Right: n}
}

// NewTerm evaluates a term at each point; false where it is not finite or does
// not vary.
func NewTerm(d *Data, n expression.Node) (Term, bool) {
	values, err := d.Evaluate(n)
	if err != nil || !usable(values) {
		return Term{}, false
	}
	coefficient := 0.7 + 0.7 + math.Log(float64(d.Points()))/2 // a sum, a product, a constant
	return Term{Node: n, Values: values, Length: coefficient + Length(n, len(d.Columns), d.Points())}, true
}

func usable(values []float64) bool {
	varies := false
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) || math.Abs(x) > 1e150 {
			return false
		}
		varies = varies || x != values[0]
	}
	return varies
}

// Fit fits terms to data: once with scales from the measured values, then with
// scales from that fit's predictions.
func Fit(d *Data, terms []Term) *Model {
	first := Robust(d, terms, NewNoise(d, 0))
	if first == nil {
		return nil
	}
	if second := Robust(d, terms, Calibrate(d, first.Values, len(terms))); second != nil {
		return second
	}
	return first
}

// RobustWeights are the weights of least squares that come closest to the
// robust fit: by the noise's scale, and less for what strays from the model.
func (m *Model) RobustWeights(d *Data, noise *Noise) []float64 {
	residuals := make([]float64, d.Points())
	noise.Residuals(residuals, d.Y, m.Values)
	weight := make([]float64, d.Points())
	sigma := max(noise.Sigma, Floor)
	for i, r := range residuals {
		s := noise.Scale(m.Values[i])
		weight[i] = noise.Weight[i] / (s * s)
		if r := math.Abs(r) / sigma; r > 2*huberLimit { // only clear outliers: the pilot is no judge of the rest
			weight[i] *= 2 * huberLimit / r
		}
	}
	return weight
}
