package search

import (
	"cmp"
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/leastsquares"
	"beagle/statistics/regression"
)

// ordered returns the members in the order of the table of forms, which begins with the constant.
func (a *sum) ordered() []*member {
	return slices.SortedStableFunc(slices.Values(a.members), func(a, b *member) int { return cmp.Compare(a.at, b.at) })
}

// terms returns the terms of a sum that has no other forms, in the order of the table of forms.
func (a *sum) terms() (all []regression.Term) {
	for _, m := range a.ordered() {
		all = append(all, m.form.term)
	}
	return all
}

// adds reports whether each column adds something: no coefficient is below zero by least squares.
func (a *sum) adds() bool {
	coef := make([]float64, len(a.directions))
	for i := len(coef) - 1; i >= 0; i-- {
		coef[i] = a.directions[i].pull
		for j := i + 1; j < len(coef); j++ {
			coef[i] -= a.directions[j].along[i] * coef[j]
		}
		if coef[i] /= a.directions[i].size; coef[i] <= 0 {
			return false
		}
	}
	return len(coef) > 0
}

// nodes are the ways to write a sum down: as it was found, and where it has the larger or smaller of two lines and no constant, with a
// little one, since both lines may begin above zero.
func (a *sum) nodes(d *dataset.Data) []expression.Node {
	all := []expression.Node{a.node(d, 0)}
	two := slices.ContainsFunc(a.members, func(m *member) bool { return m.form.within != nil })
	if two && !slices.ContainsFunc(a.members, func(m *member) bool { return m.family == 0 }) {
		all = append(all, a.node(d, fitted(little*d.Level())))
	}
	return all
}

// little is the part of the typical value from where fitting a constant begins.
const little = 1e-3

// node writes a sum down, with simple coefficients where it says every count exactly; constant is that within the larger or smaller of
// two lines, where the sum has none.
func (a *sum) node(d *dataset.Data, constant float64) expression.Node {
	var columns [][]float64
	members := a.ordered()
	for _, m := range members {
		columns = append(columns, m.form.columns...)
	}
	coef, _ := leastsquares.Solve(columns, d.Y, a.search.weight)
	if coef == nil {
		return expression.Constant(d.Level())
	}
	if !d.Noisy {
		simple := make([]float64, len(coef))
		for i, c := range coef {
			simple[i] = decimal.NearestFraction(c, 1e-5)
		}
		exact := true
		for row, y := range d.Y {
			said := 0.0
			for i, c := range simple {
				said += c * columns[i][row]
			}
			exact = exact && math.Abs(y-said) <= 1e-9*max(math.Abs(y), 1e-3*d.Level())
		}
		if exact {
			coef = simple
		}
	}
	var out expression.Node
	inside := slices.ContainsFunc(members, func(m *member) bool { return m.form.within != nil })
	for _, m := range members { // the constant is the first
		if m.family == 0 && inside {
			constant, coef = coef[0], coef[1:]
			continue
		}
		part := m.form.write(coef[:len(m.columns)])
		if m.form.within != nil && inside {
			part, inside = m.form.within(coef[0], constant), false
		}
		if out == nil {
			out = part
		} else {
			out = op(expression.Add, out, part)
		}
		coef = coef[len(m.columns):]
	}
	return expression.Simplify(out)
}

// exactly is an expression whose numbers were made simple, where it says every count then; else it as it was.
func exactly(d *dataset.Data, n expression.Node) expression.Node {
	simple := expression.Simplify(expression.Map(n, func(n expression.Node) expression.Node {
		if c, ok := n.(expression.Constant); ok {
			return expression.Constant(decimal.NearestFraction(float64(c), 1e-3))
		}
		return n
	}))
	if f, err := d.Evaluate(simple); err != nil || dataset.RelativeError(d, f) != 0 {
		return n
	}
	return simple
}
