package selection

import (
	"fmt"
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// Refuse says why an expression with values f at the data's points must not be
// used: no programmer would write it (codelength.Implausible), it is not finite or, where that is not
// allowed, negative there or on ExtrapolationFactor times the observed range. It is empty for a
// sane one.
func Refuse(d *dataset.Data, n expression.Node, f []float64, negative bool) string {
	if word := codelength.Implausible(n); word != "" {
		return word
	}
	for _, x := range f {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return "it is not finite on the measured parameters"
		}
		if x < 0 && !negative {
			return "it is negative on the measured parameters"
		}
	}
	if word := refuseSteps(d, n); word != "" {
		return word
	}
	beyond, err := dataset.Evaluate(n, sharesWithin(d, n))
	if err != nil {
		return err.Error()
	}
	for _, x := range beyond {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Sprintf("it is not finite on %d times the measured range", dataset.ExtrapolationFactor)
		}
		if x < 0 && !negative {
			return fmt.Sprintf("it becomes negative on %d times the measured range", dataset.ExtrapolationFactor)
		}
	}
	return ""
}

// edgesKey is the key under which data keep their edges.
type edgesKey struct{}

// edges are the points of d.Extrapolation, and the observed points that are extreme in one number, or small in one and large in another, as they
// are and with each of their numbers grown: where a difference of two terms falls below zero first. The points that
// d.Extrapolation has are taken evenly, and may miss them; they come first. Where shares are among the numbers, which do
// not grow, there are no others.
func edges(d *dataset.Data) []model.Column {
	return d.Memo(edgesKey{}, func() any { //nolint:forcetypeassert // this function alone knows the key
		rows := extremeRows(d)
		if len(rows) == 0 || len(d.Extrapolation) != len(d.Columns) {
			return d.Extrapolation
		}
		out := slices.Clone(d.Extrapolation)
		for i := range out {
			out[i].Num = slices.Clone(out[i].Num)
		}
		for _, row := range rows {
			for grown := -1; grown < len(d.Columns); grown++ {
				if grown >= 0 && !dataset.Grows(d.Columns[grown]) {
					continue
				}
				for i, c := range d.Columns {
					x := c.Num[row]
					if i == grown {
						x = dataset.Grown(c, x, dataset.ExtrapolationFactor)
					}
					out[i].Num = append(out[i].Num, x)
				}
			}
		}
		return out
	}).([]model.Column)
}

// mostEdges bounds the numbers whose extremes are looked at.
const mostEdges = 4

// extremeRows are the points at which a number is least or greatest, or one is small where another is large.
func extremeRows(d *dataset.Data) (rows []int) {
	var ranks [][]float64
	for _, c := range d.Columns {
		if !dataset.Grows(c) || len(ranks) == mostEdges {
			continue
		}
		if isShare(c.Num) {
			return nil
		}
		rank := make([]float64, len(c.Num))
		for place, row := range dataset.Order(c.Num) {
			rank[row] = float64(place)
		}
		ranks = append(ranks, rank)
	}
	add := func(score func(row int) float64) {
		best := 0
		for row := range d.Points() {
			if score(row) > score(best) {
				best = row
			}
		}
		if !slices.Contains(rows, best) {
			rows = append(rows, best)
		}
	}
	for i, a := range ranks {
		add(func(row int) float64 { return a[row] })
		add(func(row int) float64 { return -a[row] })
		for _, b := range ranks[:i] {
			add(func(row int) float64 { return a[row] - b[row] })
			add(func(row int) float64 { return b[row] - a[row] })
		}
	}
	return rows
}

// sharesWithin are the points on up to ExtrapolationFactor times the range, with shares kept
// below one: those of which some are more than a half, and what the expression
// says is one, as 1 - x is left of x.
func sharesWithin(d *dataset.Data, n expression.Node) []model.Column {
	columns := edges(d)
	kept := d.Memo(sharesKey{}, func() any { return sharesOf(d, columns) }).([]share) //nolint:forcetypeassert // this function alone knows the key
	copied := false
	for _, s := range kept {
		if !s.large && !leaves(n, expression.Variable{Variable: d.Columns[s.column].Variable}) {
			continue
		}
		if !copied {
			columns, copied = slices.Clone(columns), true
		}
		columns[s.column].Num = s.within
	}
	return columns
}

// sharesKey is the key under which data keep their shares.
type sharesKey struct{}

// share is a column whose values are shares.
type share struct {
	column int
	large  bool      // some are more than a half
	within []float64 // its values on the grown range, kept below one
}

// sharesOf are the columns of a grown range that hold shares.
func sharesOf(d *dataset.Data, grown []model.Column) (all []share) {
	for at, c := range d.Columns {
		if c.Kind != model.Number || at >= len(grown) || !isShare(c.Num) {
			continue
		}
		most := slices.Max(c.Num)
		s := share{column: at, large: most > 0.5, within: slices.Clone(grown[at].Num)}
		for i, x := range s.within {
			if x >= most {
				s.within[i] = 1 - (1-most)/dataset.ExtrapolationFactor
			}
		}
		all = append(all, s)
	}
	return all
}

// isShare reports whether all values lie from 0 to below 1, as shares do.
func isShare(values []float64) bool {
	return slices.Min(values) >= 0 && slices.Max(values) < 1
}

// leaves reports whether an expression has 1 - v in it.
func leaves(n expression.Node, v expression.Variable) bool {
	found := false
	expression.Walk(n, func(n expression.Node) bool {
		found = found || n == expression.Node(expression.Binary{Op: expression.Sub, Left: expression.Constant(1), Right: v})
		return !found
	})
	return found
}
