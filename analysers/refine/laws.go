package refine

import (
	"math"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/leastsquares"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
)

// laws are what an expression of several terms may stand for: one power law
// with free exponents, n^0.8 or n^2.807, or an exponential, which sums of simpler
// terms imitate well within a range and badly beyond. Only the best expression
// is worth all of them.
func laws(d *dataset.Data, n expression.Node, noise *regression.Noise, best bool) []expression.Node {
	var out []expression.Node
	if rebased, ok := otherBase(n); ok {
		if rebased = regression.Tune(d, rebased, noise, 12); !steep(rebased) {
			out = append(out, rebased)
		}
	}
	if !best || !approximatesLaw(n) {
		return out
	}
	if e := exponential(d, n); e != nil {
		out = append(out, regression.Tune(d, e, noise, 12))
	}
	base, exponents, spread := exponentsOf(d, n)
	if len(base) == 0 || len(base) > 1 && spread > 2*noise.Sigma+0.05 { // sums of several variables are no products
		return out
	}
	for _, constant := range []bool{false, true} {
		law := regression.Tune(d, powerLaw(d, base, exponents, constant), noise, 12)
		out = append(out, law)
		for _, parts := range []float64{2, 3, 10} {
			if round, changed := roundExponents(law, parts); changed {
				out = append(out, regression.Tune(d, round, noise, 6))
			}
		}
	}
	return out
}

// exponential is a number to the power of the expression's variable, where
// there is just one and the logarithm of the values is straighter over it than
// over its logarithm; else nil.
func exponential(d *dataset.Data, n expression.Node) expression.Node {
	used := expression.Variables(n)
	if len(used) != 1 {
		return nil
	}
	v := expression.Variable{Variable: used[0]}
	c := d.Column(v.Variable)
	if c == nil || c.Kind != model.Number || !positive(d, v) {
		return nil
	}
	one, logs, target := make([]float64, d.Points()), make([]float64, d.Points()), make([]float64, d.Points())
	for i, y := range d.Y {
		if y <= 0 {
			return nil
		}
		one[i], logs[i], target[i] = 1, math.Log(c.Num[i]), math.Log(y)
	}
	straight, rss := leastsquares.Solve([][]float64{one, c.Num}, target, one)
	_, power := leastsquares.Solve([][]float64{one, logs}, target, one)
	if straight == nil || rss > power || math.Abs(straight[1]) > 3 {
		return nil
	}
	term, ok := regression.NewTerm(d, op(expression.Pow, expression.Constant(fitted(math.Exp(straight[1]))), v))
	if !ok {
		return nil
	}
	if m := regression.Fit(d, []regression.Term{term}); m != nil {
		return m.Node()
	}
	return nil
}

// approximatesLaw reports whether an expression could stand for a power law: it has
// several terms with variables, or logarithms, roots and bounds.
func approximatesLaw(n expression.Node) bool {
	varying, nonPolynomial := 0, false
	for _, t := range summands(n) {
		if len(expression.Variables(t)) > 0 {
			varying++
		}
	}
	expression.Walk(n, func(n expression.Node) bool {
		switch n := n.(type) {
		case expression.If:
			nonPolynomial, varying = false, 0
			return false
		case expression.Unary:
			nonPolynomial = nonPolynomial || n.Func == expression.Sqrt
		case expression.Binary:
			c, isConstant := n.Right.(expression.Constant)
			nonPolynomial = nonPolynomial || n.Op == expression.Log || n.Op == expression.Min || n.Op == expression.Max ||
				n.Op == expression.Pow && isConstant && float64(c) != math.Trunc(float64(c))
		default:
		}
		return true
	})
	return varying > 1 || varying == 1 && nonPolynomial
}

// exponentsOf are the variables of an expression and the exponents with which
// their product comes closest, by a regression of logarithms, and how far it strays.
func exponentsOf(d *dataset.Data, n expression.Node) (base []expression.Node, exponents []float64, spread float64) {
	const most = 3
	points := d.Points()
	one := make([]float64, points)
	target, weight := make([]float64, points), make([]float64, points)
	for i, y := range d.Y {
		if y <= 0 {
			return nil, nil, 0
		}
		one[i], weight[i], target[i] = 1, 1, math.Log(y)
	}
	columns := [][]float64{one}
	for _, v := range expression.Variables(n) {
		node := expression.Variable{Variable: v}
		c := d.Column(v)
		if c == nil || c.Kind != model.Number || !positive(d, node) || len(base) == most {
			return nil, nil, 0
		}
		logs := make([]float64, points)
		for i, x := range c.Num {
			logs[i] = math.Log(x)
		}
		base = append(base, node)
		columns = append(columns, logs)
	}
	coef, _ := leastsquares.Solve(columns, target, weight)
	if coef == nil {
		return nil, nil, 0
	}
	for j, c := range coef {
		for i := range target {
			target[i] -= c * columns[j][i]
		}
	}
	return base, coef[1:], robust.Scale(target, len(coef))
}

// powerLaw is a product of powers, with factors that still have to be fitted.
func powerLaw(d *dataset.Data, base []expression.Node, exponents []float64, constant bool) expression.Node {
	var product expression.Node
	for i, b := range base {
		factor := op(expression.Pow, b, expression.Constant(fitted(exponents[i])))
		if product != nil {
			factor = op(expression.Mul, product, factor)
		}
		product = factor
	}
	term, ok := regression.NewTerm(d, product)
	if !ok {
		return product
	}
	terms := []regression.Term{term}
	if constant {
		terms = append([]regression.Term{regression.One(d)}, terms...)
	}
	if m := regression.Fit(d, terms); m != nil {
		return m.Node()
	}
	return product
}

// fitted makes a number look fitted, also where it happens to be round.
func fitted(x float64) float64 { return x + 1.23456789e-5 }

// roundExponents rounds exponents to parts of one; variables with the exponent
// zero go.
func roundExponents(n expression.Node, parts float64) (expression.Node, bool) {
	changed := false
	n = expression.Map(n, func(n expression.Node) expression.Node {
		b, ok := n.(expression.Binary)
		c, isConstant := exponentOf(b)
		if !ok || !isConstant {
			return n
		}
		changed = true
		switch e := math.Round(float64(c)*parts) / parts; e {
		case 0:
			return expression.Constant(1)
		case 1:
			return b.Left
		case -1:
			return op(expression.Div, expression.Constant(1), b.Left)
		default:
			return op(expression.Pow, b.Left, expression.Constant(e))
		}
	})
	return expression.Simplify(n), changed
}

// freeExponent reports whether an expression has exponents that are not round.
func freeExponent(n expression.Node) bool {
	found := false
	expression.Walk(n, func(n expression.Node) bool {
		if b, ok := n.(expression.Binary); ok {
			c, isConstant := exponentOf(b)
			found = found || isConstant && decimal.Digits(float64(c)) > 2
		}
		return !found
	})
	return found
}

// exponentOf is the exponent of a power where that is a number.
func exponentOf(b expression.Binary) (expression.Constant, bool) {
	if b.Op != expression.Pow {
		return 0, false
	}
	c, ok := b.Right.(expression.Constant)
	return c, ok
}

// steep reports whether an exponential grows faster than programs do.
func steep(n expression.Node) bool {
	const most = 12
	found := false
	expression.Walk(n, func(n expression.Node) bool {
		if b, ok := n.(expression.Binary); ok && b.Op == expression.Pow {
			c, isConstant := b.Left.(expression.Constant)
			found = found || isConstant && c > most
		}
		return !found
	})
	return found
}

// otherBase frees the base of the exponentials of an expression.
func otherBase(n expression.Node) (expression.Node, bool) {
	found := false
	n = expression.Map(n, func(n expression.Node) expression.Node {
		b, ok := n.(expression.Binary)
		if !ok || b.Op != expression.Pow {
			return n
		}
		if c, isConstant := b.Left.(expression.Constant); isConstant {
			found = true
			return op(expression.Pow, expression.Constant(fitted(float64(c))), b.Right)
		}
		return n
	})
	return n, found
}
