package selection

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// Limits of what divides.
const (
	nearZero    = 10 // least ratio of an input's largest to its least value so that it may as well be 0
	mostCorners = 4  // inputs of a divisor that are tried as small in all combinations
	fewRows     = 16 // points at which a divisor's other inputs are looked at
)

// WithoutPoles is an expression that divides by nothing that small inputs make zero: sizes and counts may be 0 though none
// was measured, and one over them has no value there. Such a divisor is at least what it is at the smallest input that is not 0: 1 of
// whole numbers; where a number alone is divided, which no larger input makes less of, a quarter of the least
// measured one (one by ExtrapolationFactor), and so of numbers that are not whole. On measured inputs the
// expression stays what it is.
func WithoutPoles(d *dataset.Data, n expression.Node) expression.Node {
	if d == nil || len(d.Columns) == 0 || !Divides(n) {
		return n
	}
	return expression.Map(n, func(n expression.Node) expression.Node {
		b, ok := n.(expression.Binary)
		if !ok {
			return n
		}
		by, alone := divisor(b)
		if by == nil {
			return n
		}
		least := leastDivisor(d, by, alone)
		if !(least > 0) {
			return n
		}
		by = expression.Binary{Op: expression.Max, Left: expression.Constant(least), Right: by}
		if b.Op == expression.Pow {
			b.Left = by
		} else {
			b.Right = by
		}
		return b
	})
}

// Divides reports whether an expression divides by what depends on inputs: WithoutPoles leaves others alone.
func Divides(n expression.Node) bool {
	return n != nil && expression.Any(n, func(n expression.Node) bool {
		b, ok := n.(expression.Binary)
		if !ok {
			return false
		}
		by, _ := divisor(b)
		return by != nil
	})
}

// divisor is what an operation divides by, where that depends on inputs, and whether it divides a number alone; nil: by
// nothing.
func divisor(b expression.Binary) (by expression.Node, alone bool) {
	switch b.Op {
	case expression.Div, expression.Mod:
		by, alone = b.Right, !codelength.Depends(b.Left)
	case expression.Pow:
		if c, ok := b.Right.(expression.Constant); ok && c < 0 {
			by, alone = b.Left, true
		}
	default:
	}
	if by == nil || !codelength.Depends(by) {
		return nil, false
	}
	return by, alone
}

// leastDivisor is the least that a divisor may be, where small inputs make it zero, less or nothing; 0: none does, or it is not
// positive on the measured inputs either.
func leastDivisor(d *dataset.Data, by expression.Node, alone bool) float64 {
	used := expression.Variables(by)
	var small []int // columns that may be 0
	for i := range d.Columns {
		if slices.Contains(used, d.Columns[i].Variable) && mayBeZero(&d.Columns[i]) && len(small) < mostCorners {
			small = append(small, i)
		}
	}
	if len(small) == 0 {
		return 0
	}
	measured := lowest(by, d.Columns)
	if !(measured > 0) {
		return 0
	}
	least, pole := measured, false
	for corner := range 1 << len(small) {
		columns := few(d)
		for bit, i := range small {
			x := 0.0
			if corner>>bit&1 == 1 {
				x = smallest(&d.Columns[i], alone)
			}
			for row := range columns[i].Num {
				columns[i].Num[row] = x
			}
		}
		if there := lowest(by, columns); there > 0 {
			least = min(least, there)
		} else {
			pole = true
		}
	}
	if !pole {
		return 0
	}
	return least
}

// span is what a number was measured at.
type span struct {
	least, most float64 // of the values that are not 0
	whole       bool    // all are
	negative    bool    // some are
}

func spanOf(c *model.Column) span {
	s := span{least: math.Inf(1), whole: true}
	for _, x := range c.Num {
		if x != 0 {
			s.least = min(s.least, x)
		}
		s.most, s.whole, s.negative = max(s.most, x), s.whole && x == math.Trunc(x), s.negative || x < 0
	}
	return s
}

// nearZero reports whether 0 is not far from what was measured: small values beside large ones.
func (s span) nearZero() bool { return !s.negative && s.least*nearZero <= s.most }

// mayBeZero reports whether an input may be 0 though it was not: sizes and counts, and other positive numbers near it.
func mayBeZero(c *model.Column) bool {
	s := spanOf(c)
	return dataset.Grows(*c) && !s.negative && (s.whole || s.nearZero())
}

// smallest is the smallest value of an input for which a form still stands that divides by it.
func smallest(c *model.Column, alone bool) float64 {
	s := spanOf(c)
	switch {
	case s.whole && alone:
		return max(1, math.Ceil(s.least/dataset.ExtrapolationFactor))
	case s.whole:
		return 1
	default:
		return s.least / dataset.ExtrapolationFactor
	}
}

// lowest is the least value of an expression over the rows of columns; NaN where one is no number.
func lowest(n expression.Node, columns []model.Column) float64 {
	values, err := dataset.Evaluate(n, columns)
	if err != nil || len(values) == 0 {
		return math.NaN()
	}
	least := math.Inf(1)
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return math.NaN()
		}
		least = min(least, x)
	}
	return least
}

// few are some of the measured points, evenly taken, in columns of their own.
func few(d *dataset.Data) []model.Column {
	columns := make([]model.Column, len(d.Columns))
	for i, c := range d.Columns {
		columns[i] = model.Column{Variable: c.Variable, Kind: c.Kind, Levels: c.Levels}
		rows := min(fewRows, len(c.Num))
		for row := range rows {
			columns[i].Num = append(columns[i].Num, c.Num[row*len(c.Num)/rows])
		}
	}
	return columns
}
