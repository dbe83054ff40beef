package dataset

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/robust"
)

// Follows is what a number nearly is of another one: so many times as much, or a line; nil where it
// hardly follows it. Positive values are compared by their logarithms: of their variance the factor has to
// leave less than one part in so many.
func Follows(values []float64, other *model.Column, parts float64) expression.Node {
	v := expression.Variable{Variable: other.Variable}
	ratios := make([]float64, 0, len(values))
	logs, otherLogs := make([]float64, 0, len(values)), make([]float64, 0, len(values))
	for i, x := range values {
		if y := other.Num[i]; x > 0 && y > 0 {
			ratios = append(ratios, x/y)
			logs, otherLogs = append(logs, math.Log(x)), append(otherLogs, math.Log(y))
		}
	}
	if len(ratios) == len(values) {
		slices.Sort(ratios)
		middle := robust.Quantile(ratios, 0.5)
		rest, all, center := 0.0, 0.0, 0.0
		for _, x := range logs {
			center += x / float64(len(logs))
		}
		for i, x := range logs {
			off := x - otherLogs[i] - math.Log(middle)
			rest += off * off
			all += (x - center) * (x - center)
		}
		if rest*parts < all {
			return expression.Binary{Op: expression.Mul, Left: expression.Constant(middle), Right: v}
		}
		return nil
	}
	if correlation(values, other.Num) > 0.995 {
		return LineOf(other.Num, values).Of(other.Variable)
	}
	return nil
}

// Line is y = intercept + slope*x.
type Line struct{ Intercept, Slope float64 }

// LineOf is the line through the points with the least and the greatest x.
func LineOf(x, y []float64) Line {
	low, high := 0, 0
	for i := range x {
		if x[i] < x[low] {
			low = i
		}
		if x[i] > x[high] {
			high = i
		}
	}
	slope := (y[high] - y[low]) / (x[high] - x[low])
	l := Line{y[low] - slope*x[low], slope}
	if math.Abs(l.Intercept) < 1e-9*math.Abs(y[high]) {
		l.Intercept = 0
	}
	return l
}

// Of is the line as an expression of a parameter.
func (l Line) Of(v model.Variable) expression.Node { return l.Times(expression.Variable{Variable: v}) }

// Times is the line as an expression of another one.
func (l Line) Times(x expression.Node) expression.Node {
	times := expression.Binary{Op: expression.Mul, Left: expression.Constant(l.Slope), Right: x}
	return expression.Binary{Op: expression.Add, Left: expression.Constant(l.Intercept), Right: times}
}
