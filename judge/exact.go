package judge

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// exactBy reports whether the first of some forms says every count exactly.
func exactBy(d *dataset.Data, forms []Form) bool { return !d.Noisy && met(d, forms[0].Node) }

// exactly is the distribution of what forms say at some places that say every count exactly: each form with its
// numbers anywhere where it still does. A divisor or a threshold lies between two measured values, and every number
// between them is as likely: the posterior of a uniform prior where the likelihood is one or zero.
func exactly(d *dataset.Data, forms []Form, at []model.Column) (m mixture) {
	shortest := codelength.Exactly(forms[0].Node, len(d.Columns))
	for _, f := range forms {
		if !met(d, f.Node) {
			continue
		}
		from := len(m)
		for _, n := range alike(d, f.Node) {
			if said, err := dataset.Evaluate(n, at); err == nil {
				m = append(m, &predictive{node: n, middle: said, deviation: make([]float64, len(said))})
			}
		}
		weight := math.Exp(shortest - codelength.Exactly(f.Node, len(d.Columns)))
		for _, p := range m[from:] {
			p.weight = weight / float64(len(m)-from)
		}
	}
	return m.scaled()
}

// alike are an expression and the same with other numbers that say every count exactly, too: evenly spread over the
// range of each number. Ranges are those of one number while the others stay; of what they say together only what is
// exact counts.
func alike(d *dataset.Data, n expression.Node) []expression.Node {
	const places = 11 // a prime number, so that each number passes through all places in an order of its own
	numbers := regression.Numbers(n)
	low, high := slices.Clone(numbers), slices.Clone(numbers)
	wide := false
	for i := range numbers {
		low[i], high[i] = endOf(d, n, i, -1), endOf(d, n, i, 1)
		wide = wide || low[i] < high[i]
	}
	all := []expression.Node{n}
	for place := 0; place < places && wide; place++ {
		other := slices.Clone(numbers)
		step := 0
		for i := range other {
			if low[i] < high[i] {
				step++
				other[i] = low[i] + (high[i]-low[i])*(float64(place*step%places)+0.5)/places
			}
		}
		if same := regression.WithNumbers(n, other); met(d, same) {
			all = append(all, same)
		}
	}
	return all
}

// endOf is the smallest (way -1) or largest (way 1) value of a number of an expression with which all counts stay exact.
// The search ends at zero, and at dataset.ExtrapolationFactor times the number.
func endOf(d *dataset.Data, n expression.Node, place int, way float64) float64 {
	numbers := regression.Numbers(n)
	from := numbers[place]
	exact := func(x float64) bool {
		numbers[place] = x
		return met(d, regression.WithNumbers(n, numbers))
	}
	limit := 0.0
	if way*from > 0 {
		limit = dataset.ExtrapolationFactor * from
	}
	inside, outside := from, from
	for step := math.Abs(from) * 1e-6; outside != limit; step *= 2 {
		if outside = from + way*step; way*(outside-limit) > 0 {
			outside = limit
		}
		if !exact(outside) {
			break
		}
		inside = outside
	}
	for range 12 {
		if middle := (inside + outside) / 2; inside != from && exact(middle) {
			inside = middle
		} else {
			outside = middle
		}
	}
	return inside
}
