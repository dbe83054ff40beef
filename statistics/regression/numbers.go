package regression

import (
	"math"
	"slices"
	"strconv"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// mostFitted is how many numbers are fitted at once.
const mostFitted = 12

// free are the places of the numbers that may be fitted: those that are not so simple
// that they look like part of the form: more than three nats long.
func free(n expression.Node) []int {
	var places []int
	at := 0
	var whole []int // places of whole divisors of remainders
	expression.Walk(n, func(n expression.Node) bool {
		switch n := n.(type) {
		case expression.Binary:
			if c, ok := n.Right.(expression.Constant); ok && n.Op == expression.Mod && float64(c) == math.Trunc(float64(c)) {
				whole = append(whole, at+len(Numbers(n.Left))) // every so manieth, and never every 99.96th
			}
		case expression.Constant:
			if codelength.Number(float64(n)) > 3 && !slices.Contains(whole, at) {
				places = append(places, at)
			}
			at++
		}
		return true
	})
	return places
}

// Fitted are the numbers of an expression that may be fitted, with their places
// among all of its numbers.
func Fitted(n expression.Node) (places []int, values []float64) {
	places = free(n)
	all := Numbers(n)
	for _, place := range places {
		values = append(values, all[place])
	}
	return places, values
}

// Numbers are all numbers of an expression, in the order of its text: their indexes are the
// places that other functions speak of.
func Numbers(n expression.Node) []float64 {
	var all []float64
	expression.Walk(n, func(n expression.Node) bool {
		if c, ok := n.(expression.Constant); ok {
			all = append(all, float64(c))
		}
		return true
	})
	return all
}

// withoutTexts replaces comparisons of texts by columns of their truth values:
// programs whose numbers are changed must not hold texts.
func withoutTexts(d *dataset.Data, n expression.Node) (expression.Node, []model.Column) {
	columns := slices.Clip(d.Columns)
	n = expression.Map(n, func(n expression.Node) expression.Node {
		b, ok := n.(expression.Binary)
		if !ok || b.Op != expression.Equal && b.Op != expression.NotEqual {
			return n
		}
		_, left := b.Left.(expression.Text)
		_, right := b.Right.(expression.Text)
		if !left && !right {
			return n
		}
		values, err := d.Evaluate(b)
		if err != nil {
			return n
		}
		v := model.Variable{Name: "\x00text " + strconv.Itoa(len(columns))}
		columns = append(columns, model.Column{Variable: v, Kind: model.Bool, Num: values})
		return expression.Variable{Variable: v}
	})
	return n, columns
}

// WithNumbers is an expression with other numbers, in the order of Numbers.
func WithNumbers(n expression.Node, values []float64) expression.Node {
	at := 0
	return expression.Map(n, func(n expression.Node) expression.Node {
		if _, ok := n.(expression.Constant); ok {
			n = expression.Constant(values[at])
			at++
		}
		return n
	})
}
