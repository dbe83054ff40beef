package judge

import (
	"math"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// mostLogarithms bounds the forms that are fitted for one expression.
const mostLogarithms = 4

// undecidedLogarithm is the ambiguity between a power of a size and the same times its
// logarithm, where no analyser proposed the other one: over the sizes that programs are
// measured with, n and n log n differ by less than caches and compilers do. What decides
// is to measure larger sizes. nil: there is no such question.
func undecidedLogarithm(data *dataset.Data, n expression.Node) *blackboard.Undecided {
	if !data.Noisy {
		return nil
	}
	tried := 0
	for _, v := range expression.Variables(n) {
		if c := data.Column(v); c == nil || c.Kind != model.Number || tried == mostLogarithms {
			continue
		}
		other, term := otherLogarithm(n, expression.Variable{Variable: v})
		if other == nil || !bulk(data, n, term) {
			continue
		}
		tried++
		// The rival with the constant that it has, and with one of its own: a constant
		// can make up for the logarithm.
		for _, rival := range []expression.Node{other, binary(expression.Add, expression.Constant(floorOf(data)), other)} {
			if rival = fitted(data, n, rival); rival == nil {
				continue
			}
			if u := undecided(data, n, rival, apart, 0); u != nil {
				u.Cause = blackboard.TwoForms
				return u
			}
		}
	}
	return nil
}

// bulk reports whether a term is most of what an expression says at the largest value
// that was measured: of a small term, the data hardly show how it grows, and it is
// not what totals rest on.
func bulk(data *dataset.Data, n, term expression.Node) bool {
	all, errA := data.Evaluate(n)
	part, errB := data.Evaluate(term)
	if errA != nil || errB != nil || len(all) == 0 {
		return false
	}
	top := 0
	for i, y := range data.Y {
		if y > data.Y[top] {
			top = i
		}
	}
	return part[top] > all[top]/2
}

// floorOf is a number to begin the fit of a constant with.
func floorOf(data *dataset.Data) float64 {
	least := math.Inf(1)
	for _, y := range data.Y {
		least = min(least, y)
	}
	return least / 3.1415
}

// fitted is a rival with its numbers fitted; nil where the data tell it from the chosen
// expression, with odds of twenty to one, or it cannot be.
func fitted(data *dataset.Data, n, rival expression.Node) expression.Node {
	nodes := []expression.Node{n, rival}
	c := selection.Compare(data, nodes, true)
	if c.Reference < 0 || c.Refused[0] != "" {
		return nil
	}
	rival = expression.Simplify(regression.Tune(data, rival, c.Noise, 12))
	nodes[1] = rival
	c = selection.Compare(data, nodes, false)
	if c.Reference < 0 || c.Refused[1] != "" {
		return nil
	}
	c.AllowForNeighbours(data, nodes)
	own := func(i int) float64 { return c.Lengths[i] - c.Unexplained(i) }
	ownRival, ownChosen := own(1), own(0)
	c.AllowForLaunches(data)
	c.AllowForDiscrepancy(data, nodes)
	if (c.Lengths[1]-ownRival)-(c.Lengths[0]-ownChosen) >= oddsOfTwenty {
		return nil
	}
	return rival
}

// otherLogarithm is an expression with the logarithm of a size put to, or taken from, the
// term that grows most in it, or in the place of what its power has beyond a whole one; a
// constant below zero, which stands for such growth, is left out. With it comes that
// term. nil: there is no such term.
func otherLogarithm(n expression.Node, v expression.Variable) (other, term expression.Node) {
	terms := sumOf(n)
	lead, most := -1, 0.0
	for i, t := range terms {
		if p, ok := expression.PowerOf(t, v); ok && p > most {
			lead, most = i, p
		}
	}
	if lead < 0 {
		return nil, nil
	}
	logarithm := expression.Binary{Op: expression.Log, Left: expression.Constant(2), Right: v}
	rest := expression.Node(nil)
	for i, t := range terms {
		if c, ok := t.(expression.Constant); ok && c < 0 {
			continue
		}
		if i == lead {
			if without, had := withoutFactor(t, logarithm); had {
				t = without
			} else {
				t = binary(expression.Mul, wholePower(t, v), logarithm)
			}
		}
		if rest == nil {
			rest = t
		} else {
			rest = binary(expression.Add, rest, t)
		}
	}
	return rest, terms[lead]
}

// wholePower is a term with the whole power below in the place of a fractional one:
// n^1.1 is n log n more often than not.
func wholePower(n expression.Node, v expression.Variable) expression.Node {
	return expression.Simplify(expression.Map(n, func(n expression.Node) expression.Node {
		b, ok := n.(expression.Binary)
		if !ok || b.Op != expression.Pow || b.Left != expression.Node(v) {
			return n
		}
		if c, ok := b.Right.(expression.Constant); ok && float64(c) != math.Trunc(float64(c)) {
			b.Right = expression.Constant(math.Floor(float64(c)))
		}
		return b
	}))
}

// sumOf are the terms of a sum; what is taken away is a negative number or, of other
// terms, left as it is.
func sumOf(n expression.Node) []expression.Node {
	b, ok := n.(expression.Binary)
	switch {
	case ok && b.Op == expression.Add:
		return append(sumOf(b.Left), sumOf(b.Right)...)
	case ok && b.Op == expression.Sub:
		if c, number := b.Right.(expression.Constant); number {
			return append(sumOf(b.Left), -c)
		}
	}
	return []expression.Node{n}
}

// withoutFactor is a product without a factor, and whether it had it.
func withoutFactor(n, factor expression.Node) (expression.Node, bool) {
	b, ok := n.(expression.Binary)
	if !ok || b.Op != expression.Mul {
		return n, false
	}
	switch {
	case b.Right == factor:
		return b.Left, true
	case b.Left == factor:
		return b.Right, true
	}
	if left, had := withoutFactor(b.Left, factor); had {
		return binary(expression.Mul, left, b.Right), true
	}
	right, had := withoutFactor(b.Right, factor)
	return binary(expression.Mul, b.Left, right), had
}
