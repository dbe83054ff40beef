package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/regression"
)

// question is a property of a point that rules may ask for: a yes or no, or a
// number that is compared with a threshold. A number may be compared with
// another one, more by a threshold or times a threshold: a + b > c + 8, or
// filled > 0.75 * capacity.
type question struct {
	node    expression.Node   // a condition or a number
	other   expression.Node   // what a number is compared with; nil: thresholds alone
	times   bool              // values are node / other, else node - other
	numbers []expression.Node // that it combines
	values  []float64
	decides bool // values are 0 and 1
	bytes   bool // a number of bytes
	whole   bool // all values are integers
	length  float64
	order   []int32 // all points, the smallest value first; nil: not needed yet
}

// sorted are all points, the smallest value first.
func (q *question) sorted() []int32 {
	if q.order == nil {
		q.order = make([]int32, len(q.values))
		for p := range q.order {
			q.order[p] = int32(p)
		}
		slices.SortFunc(q.order, func(a, b int32) int { return cmp.Compare(q.values[a], q.values[b]) })
	}
	return q.order
}

// Limits of what is asked for: questions are many times more than columns.
const (
	maxNumbers     = 8 // numbers that are combined with each other
	maxTriples     = 5 // numbers that are combined by three and four
	mostModulus    = 16
	mostRemainders = 8  // modulus up to which it is asked for every remainder
	fewValues      = 12 // distinct values of a number that may be asked for one by one
)

// bin is a node with two operands.
func bin(o expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: o, Left: l, Right: r}
}

// at is the condition that a number is at least, or above, a threshold, as
// people write it: without differences and quotients.
func (q *question) at(t float64, above bool) expression.Node {
	o := expression.GreaterEqual
	if above {
		o = expression.Greater
	}
	left, right := q.node, q.other
	switch {
	case right == nil:
		right = expression.Constant(t)
	case q.times:
		by, of := ratio(t)
		left, right = regression.Scaled(by, left), regression.Scaled(of, right)
	case t < 0:
		left = bin(expression.Add, left, expression.Constant(-t))
	case t > 0:
		right = bin(expression.Add, right, expression.Constant(t))
	}
	return bin(o, expression.Simplify(left), expression.Simplify(right))
}

// ratio are two factors whose quotient is a threshold: a > 0.75 * b, but
// 3 * a > b.
func ratio(t float64) (by, of float64) {
	if p, q, ok := decimal.Fraction(t, 4); ok && p > 0 && decimal.Digits(t) > 2 || ok && p == 1 {
		return q, p
	}
	return 1, t
}

// asker gathers questions.
type asker struct {
	data      *dataset.Data
	questions []question
}

// add takes in a question whose values are finite and differ; a question with the same answer at all points
// divides nothing.
func (a *asker) add(q question) {
	if slices.ContainsFunc(q.values, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) ||
		!slices.ContainsFunc(q.values, func(x float64) bool { return x != q.values[0] }) {
		return
	}
	q.whole = decimal.Whole(q.values)
	for _, v := range expression.Variables(q.at(1, true)) {
		if c := a.data.Column(v); c.Kind == model.Number {
			q.numbers = append(q.numbers, expression.Variable{Variable: v})
		}
	}
	a.questions = append(a.questions, q)
}

// length is the description length of a condition or number, in nats.
func (a *asker) length(n expression.Node) float64 {
	return codelength.Length(n, len(a.data.Columns), a.data.Points())
}

// decide asks for a condition.
func (a *asker) decide(n expression.Node) { a.decideAmong(1, n) }

// decideAmong asks for one of several like conditions. To say which of them it is
// belongs to its length.
func (a *asker) decideAmong(count int, n expression.Node) {
	if values, err := a.data.Evaluate(n); err == nil {
		a.add(question{node: n, values: values, decides: true, length: a.length(n) + math.Log(float64(count))})
	}
}

// remainder asks whether a number leaves a remainder. That nothing is left is
// asked for more often than any other.
func (a *asker) remainder(n expression.Node, modulus int) {
	left := func(r int) expression.Node {
		return bin(expression.Equal, bin(expression.Mod, n, expression.Constant(modulus)), expression.Constant(r))
	}
	a.decideAmong(mostModulus, left(0))
	if modulus > mostRemainders || modulus == 2 { // of two, one is what the other is not
		return
	}
	for r := 1; r < modulus; r++ {
		a.decideAmong(mostModulus*modulus, left(r))
	}
}

// number asks whether a number reaches a threshold.
func (a *asker) number(n expression.Node) {
	v, ok := n.(expression.Variable)
	if values, err := a.data.Evaluate(n); err == nil {
		a.add(question{node: n, values: values, bytes: ok && inBytes(v.Variable), length: a.length(n) + 1})
	}
}

// inBytes reports whether a variable counts bytes, by what is known of it or, in
// tables of unknown origin, by its name.
func inBytes(v model.Variable) bool {
	return v.Char == model.ByteSize || strings.Contains(strings.ToLower(v.Name), "byte")
}

// compare asks whether a number exceeds another one by something.
func (a *asker) compare(n, other expression.Node) {
	x, err := a.data.Evaluate(n)
	y, err2 := a.data.Evaluate(other)
	if err != nil || err2 != nil {
		return
	}
	values := make([]float64, len(x))
	for i := range x {
		values[i] = x[i] - y[i]
	}
	a.add(question{node: n, other: other, values: values, length: a.length(bin(expression.Greater, n, other))})
}

// share asks whether a number exceeds a multiple of another one, which must not be
// negative. More than a multiple of nothing is what exceeds all multiples.
//
// Where the other one is zero, the quotient stands beyond all others, on the side of the
// first one's sign.
func (a *asker) share(n, other expression.Node) {
	x, err := a.data.Evaluate(n)
	y, err2 := a.data.Evaluate(other)
	if err != nil || err2 != nil || slices.Min(y) < 0 {
		return
	}
	values := make([]float64, len(x))
	top := 0.0
	for i := range x {
		if y[i] > 0 {
			values[i] = x[i] / y[i]
			top = max(top, math.Abs(values[i]))
		}
	}
	for i := range x {
		switch {
		case y[i] > 0:
		case x[i] > 0:
			values[i] = 2*top + 1
		default:
			values[i] = -2*top - 1
		}
	}
	a.add(question{node: n, other: other, times: true, values: values, length: a.length(bin(expression.Greater, n, other))})
}

// questions are all properties that rules may ask for.
func questions(d *dataset.Data) []question {
	a := &asker{data: d}
	var numbers []expression.Node
	for _, c := range d.Columns {
		v := expression.Variable{Variable: c.Variable}
		switch c.Kind {
		case model.Bool:
			a.decide(v)
		case model.Text:
			for _, level := range c.Levels {
				a.decide(bin(expression.Equal, v, expression.Text(level)))
			}
		default:
			a.number(v)
			numbers = append(numbers, v)
			a.values(c)
		}
	}
	numbers = numbers[:min(len(numbers), maxNumbers)]
	for i, y := range numbers {
		for _, x := range numbers[:i] {
			a.pair(x, y, i < 4)
		}
	}
	return a.questions
}

// values asks for remainders of a whole number, and for its values where there
// are few.
func (a *asker) values(c model.Column) {
	if !decimal.Whole(c.Num) {
		return
	}
	v := expression.Variable{Variable: c.Variable}
	for modulus := 2; modulus <= mostModulus; modulus++ {
		a.remainder(v, modulus)
	}
	distinct := slices.Clone(c.Num)
	slices.Sort(distinct)
	if distinct = slices.Compact(distinct); len(distinct) <= fewValues && len(distinct) > 2 {
		for _, x := range distinct[1 : len(distinct)-1] {
			a.decide(bin(expression.Equal, v, expression.Constant(x)))
		}
	}
}

// pair asks what decisions depend on of two numbers: equality, sum, product, ratio, difference,
// divisibility.
func (a *asker) pair(x, y expression.Node, remainders bool) {
	a.decide(bin(expression.Equal, x, y))
	a.number(bin(expression.Add, x, y))
	a.number(bin(expression.Mul, x, y))
	a.share(x, y)
	a.share(y, x)
	a.compare(x, y)
	if remainders {
		a.decide(bin(expression.Equal, bin(expression.Mod, x, y), expression.Constant(0)))
		a.decide(bin(expression.Equal, bin(expression.Mod, y, x), expression.Constant(0)))
	}
}

// combinations are questions for three and four numbers at a time: whether a request
// still fits into what is left of a capacity, or an area into a page. They are many:
// numbers are few, and are asked for only where nothing simpler decides.
func combinations(d *dataset.Data, numbers []expression.Node) []question {
	a := &asker{data: d}
	sum := func(x, y expression.Node) expression.Node { return bin(expression.Add, x, y) }
	for i, z := range numbers {
		for j, y := range numbers[:i] {
			for k, x := range numbers[:j] {
				a.number(sum(sum(x, y), z))
				for _, side := range [][3]expression.Node{{x, y, z}, {x, z, y}, {y, z, x}} {
					both, alone := sum(side[0], side[1]), side[2]
					product := bin(expression.Mul, side[0], side[1])
					a.share(both, alone)
					a.compare(both, alone)
					a.share(product, alone)
				}
				for _, w := range numbers[:k] {
					a.compare(sum(w, x), sum(y, z))
					a.compare(sum(w, y), sum(x, z))
					a.compare(sum(w, z), sum(x, y))
				}
			}
		}
	}
	return a.questions
}
