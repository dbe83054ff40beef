package regression

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/leastsquares"
)

// Term is one summand that a model may have, without its coefficient.
type Term struct {
	Node   expression.Node // what it says
	Values []float64       // at each point; finite
	Length float64         // description length of the term with its coefficient, nats
}

// One is the constant term, whose value is 1 at every point: the intercept.
func One(d *dataset.Data) Term {
	return Term{Node: expression.Constant(1), Values: leastsquares.Ones(d.Points()), Length: 0.5 + math.Log(float64(d.Points()))/2}
}

// Sum is the expression of a sum of terms with coefficients, in their order, simplified. There
// are as many coefficients as terms.
func Sum(coef []float64, terms []expression.Node) expression.Node {
	var out expression.Node = expression.Constant(0)
	for i, c := range coef {
		out = expression.Binary{Op: expression.Add, Left: out, Right: Scaled(c, terms[i])}
	}
	return expression.Simplify(out)
}

// Scaled is c times an expression; c * (1 / d) is written c / d, and a factor of a choice
// stands inside it. Unlike calibration.Scaled it looks for no coefficient inside n.
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
func NewTerm(d *dataset.Data, n expression.Node) (Term, bool) {
	values, err := d.Evaluate(n)
	if err != nil || !usable(values) {
		return Term{}, false
	}
	coefficient := 0.7 + 0.7 + math.Log(float64(d.Points()))/2 // a sum, a product, a constant
	return Term{Node: n, Values: values, Length: coefficient + codelength.Length(n, len(d.Columns), d.Points())}, true
}

// usable reports whether a column of a design matrix is finite, of a size whose square is finite, and not
// constant: a constant one would be collinear with the intercept.
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
