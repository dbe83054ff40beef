package dataset

import (
	"cmp"
	"maps"
	"slices"

	"beagle/model"
	"beagle/model/expression"
)

// Level is one value of a flag or of names, and what a number typically is there.
type Level struct {
	Is      expression.Node // the condition that it is this one
	Value   float64         // of the flag or of the names, as in their column
	Typical float64         // median of the number
}

// Levels are what a number nearly is for each value of a flag, or of at most fewValues names, the least first; nil
// where the number varies by itself: of its variance over all observations they have to leave less than one part in so
// many. Such a number stands for the names: through as few values goes every form.
func (d *Data) Levels(number, names *model.Column, parts float64) (all []Level) {
	if names.Kind == model.Number || distinct(names.Num, fewValues) > fewValues {
		return nil
	}
	of := map[float64][]int{}
	mean, weight := 0.0, 0.0
	for i, name := range names.Num {
		of[name] = append(of[name], i)
		mean, weight = mean+d.Weight[i]*number.Num[i], weight+d.Weight[i]
	}
	mean /= weight
	rest, whole := 0.0, 0.0
	for _, name := range slices.Sorted(maps.Keys(of)) {
		level := Level{Is: is(names, name), Value: name, Typical: d.typical(number.Num, of[name])}
		for _, i := range of[name] {
			x := number.Num[i]
			rest += d.Weight[i] * (x - level.Typical) * (x - level.Typical)
			whole += d.Weight[i] * (x - mean) * (x - mean)
		}
		all = append(all, level)
	}
	if !(rest*parts < whole) {
		return nil
	}
	slices.SortStableFunc(all, func(a, b Level) int { return cmp.Compare(a.Typical, b.Typical) })
	return all
}

// typical is the median of values at some points, by the observations behind them.
func (d *Data) typical(values []float64, points []int) float64 {
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b int) int { return cmp.Or(cmp.Compare(values[a], values[b]), a-b) })
	half := 0.0
	for _, i := range points {
		half += d.Weight[i] / 2
	}
	for _, i := range points {
		if half -= d.Weight[i]; half <= 0 {
			return values[i]
		}
	}
	return values[points[len(points)-1]]
}

// is the condition that a flag is set or not, or that a name is a certain one.
func is(names *model.Column, value float64) expression.Node {
	v := expression.Variable{Variable: names.Variable}
	switch {
	case names.Kind == model.Text:
		return expression.Binary{Op: expression.Equal, Left: v, Right: expression.Text(names.Levels[int(value)])}
	case value == 0:
		return expression.Unary{Func: expression.Not, Arg: v}
	default:
		return v
	}
}

// ByName is a number by the names that it stands for.
func ByName(levels []Level) expression.Node {
	last := len(levels) - 1
	var n expression.Node = expression.Constant(levels[last].Typical)
	for i := last - 1; i >= 0; i-- {
		n = expression.If{Cond: levels[i].Is, Then: expression.Constant(levels[i].Typical), Else: n}
	}
	return n
}

// ByNumber asks an expression's names by a number that stands for them: halfway between what is typical of each. Of
// levels with the same number there is no such question, and of an expression that asks for the names otherwise than by
// their conditions no such expression: nil.
func ByNumber(n expression.Node, levels []Level, names, number model.Variable) expression.Node {
	v := expression.Variable{Variable: number}
	asks := map[expression.Node]expression.Node{}
	for i, level := range levels {
		var ask expression.Node
		if i > 0 {
			below := levels[i-1].Typical
			if below == level.Typical {
				return nil
			}
			ask = expression.Binary{Op: expression.Greater, Left: v, Right: expression.Constant((below + level.Typical) / 2)}
		}
		if i+1 < len(levels) {
			up := expression.Binary{Op: expression.Less, Left: v, Right: expression.Constant((level.Typical + levels[i+1].Typical) / 2)}
			if ask == nil {
				ask = up
			} else {
				ask = expression.Binary{Op: expression.And, Left: ask, Right: up}
			}
		}
		asks[level.Is] = ask
	}
	n = expression.Map(n, func(n expression.Node) expression.Node {
		if ask := asks[n]; ask != nil {
			return ask
		}
		return n
	})
	if slices.Contains(expression.Variables(n), names) {
		return nil
	}
	return n
}
