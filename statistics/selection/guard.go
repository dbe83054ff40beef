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

// sharesWithin are the points on up to ExtrapolationFactor times the range, with shares kept
// below one: those of which some are more than a half, and what the expression
// says is one, as 1 - x is left of x.
func sharesWithin(d *dataset.Data, n expression.Node) []model.Column {
	columns := d.Extrapolation
	for at, c := range d.Columns {
		if c.Kind != model.Number || at >= len(columns) || !isShare(c.Num) ||
			slices.Max(c.Num) <= 0.5 && !leaves(n, expression.Variable{Variable: c.Variable}) {
			continue
		}
		if &columns[0] == &d.Extrapolation[0] {
			columns = slices.Clone(columns)
		}
		columns[at].Num = slices.Clone(columns[at].Num)
		for i, x := range columns[at].Num {
			if x >= slices.Max(c.Num) {
				columns[at].Num[i] = 1 - (1-slices.Max(c.Num))/dataset.ExtrapolationFactor
			}
		}
	}
	return columns
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
