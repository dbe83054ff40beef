package rules

import (
	"math"
	"slices"

	"beagle/analysers/fit"
	"beagle/model"
	"beagle/model/expression"
)

// question is a property of a point that rules may ask for: a yes or no, or a
// number that is compared with a threshold.
type question struct {
	node    expression.Node
	values  []float64
	decides bool // values are 0 and 1
	bytes   bool // a number of bytes
	whole   bool // all values are integers
	length  float64
}

const (
	maxNumbers = 8  // numbers that are combined with each other
	fewValues  = 12 // distinct values of a number that may be asked for one by one
)

func bin(o expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: o, Left: l, Right: r}
}

// questions are all properties that rules may ask for.
func questions(d *fit.Data) []question {
	var out []question
	add := func(n expression.Node, decides bool) {
		values, err := d.Evaluate(n)
		if err != nil || slices.ContainsFunc(values, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
			return
		}
		if !slices.ContainsFunc(values, func(x float64) bool { return x != values[0] }) {
			return
		}
		whole := !slices.ContainsFunc(values, func(x float64) bool { return x != math.Trunc(x) })
		v, ok := n.(expression.Variable)
		bytes := ok && v.Char == model.ByteSize
		out = append(out, question{n, values, decides, bytes, whole, fit.Length(n, len(d.Columns), d.Points())})
	}
	var numbers []model.Column
	for _, c := range d.Columns {
		v := expression.Variable{Variable: c.Variable}
		switch c.Kind {
		case model.Bool:
			add(v, true)
		case model.Text:
			for _, level := range c.Levels {
				add(bin(expression.Equal, v, expression.Text(level)), true)
			}
		default:
			add(v, false)
			numbers = append(numbers, c)
			whole := !slices.ContainsFunc(c.Num, func(x float64) bool { return x != math.Trunc(x) })
			if !whole {
				continue
			}
			for m := 2.0; m <= 16; m++ {
				add(bin(expression.Equal, bin(expression.Mod, v, expression.Constant(m)), expression.Constant(0)), true)
			}
			distinct := slices.Clone(c.Num)
			slices.Sort(distinct)
			if distinct = slices.Compact(distinct); len(distinct) <= fewValues && len(distinct) > 2 {
				for _, x := range distinct[1 : len(distinct)-1] {
					add(bin(expression.Equal, v, expression.Constant(x)), true)
				}
			}
		}
	}
	numbers = numbers[:min(len(numbers), maxNumbers)]
	for i, b := range numbers {
		for _, a := range numbers[:i] {
			x, y := expression.Variable{Variable: a.Variable}, expression.Variable{Variable: b.Variable}
			add(bin(expression.Less, x, y), true)
			add(bin(expression.Less, y, x), true)
			add(bin(expression.Equal, x, y), true)
			add(bin(expression.Add, x, y), false)
			add(bin(expression.Mul, x, y), false)
			add(bin(expression.Sub, x, y), false)
			add(bin(expression.Div, x, y), false)
			if i < 4 {
				add(bin(expression.Equal, bin(expression.Mod, x, y), expression.Constant(0)), true)
			}
		}
	}
	return out
}
