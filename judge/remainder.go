package judge

import (
	"math"

	"beagle/blackboard"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// undecidedRemainder is the ambiguity between a form that a remainder divides and the same with the next
// power of the size that grows most in every part: such forms are searched part by part, each with
// a fraction of the points, and no analyser proposes them beside each other. How a loop that is
// compiled for several elements at once treats odd sizes says nothing of how it grows. apart is by how much the
// totals of both differ on four times the range, relative to the larger. nil: there is no such question, or the
// measurements decide it.
func undecidedRemainder(data *dataset.Data, n expression.Node) (u *blackboard.Undecided, apartBy float64) {
	parts, ok := n.(expression.If)
	if !ok || !data.Noisy || !expression.Uses(parts.Cond, expression.Mod) {
		return nil, 0
	}
	for _, v := range expression.Variables(n) {
		size := expression.Variable{Variable: v}
		then, some := steeper(data, parts.Then, size)
		other, more := steeper(data, parts.Else, size)
		if !some || !more {
			continue
		}
		rival := fitted(data, n, expression.If{Cond: parts.Cond, Then: then, Else: other})
		if rival == nil {
			continue
		}
		if u = undecided(data, n, rival, apart, data.Level()); u != nil {
			u.Cause = blackboard.TwoForms
			beyond := dataset.Beyond(data, dataset.ExtrapolationFactor)
			chosen, a := totalOf(n, beyond)
			total, b := totalOf(rival, beyond)
			if a && b {
				apartBy = 1 - min(total, chosen)/max(total, chosen)
			}
			return u, apartBy
		}
	}
	return nil, 0
}

// steeper is a sum with one term more: the one that grows most with a size, times the size, with a number
// to begin a fit with that makes it a quarter of that term at the largest size. false: there
// is no such term.
func steeper(data *dataset.Data, n expression.Node, v expression.Variable) (expression.Node, bool) {
	column := data.Column(v.Variable)
	if column == nil || len(column.Num) == 0 {
		return nil, false
	}
	largest := math.Abs(column.Num[farthest(column.Num)])
	var lead expression.Node
	most := 0.0
	for _, t := range sumOf(n) {
		if p, ok := expression.PowerOf(t, v); ok && p > most {
			lead, most = t, p
		}
	}
	if lead == nil || !(largest > 0) {
		return nil, false
	}
	more := expression.Simplify(binary(expression.Mul, binary(expression.Mul, expression.Constant(0.2513/largest), lead), v))
	return binary(expression.Add, n, more), true
}
