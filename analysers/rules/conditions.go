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
		values, err := fit.Evaluate(n, d.Columns)
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

// threshold is the number between two measured values at which a program most
// likely decides: a round one if there is one, of bytes rather a power of two,
// else the middle. above reports whether the test is "greater than" instead of "at
// least".
func threshold(low, high float64, q *question) (t float64, above bool) {
	middle := (low + high) / 2
	if low > 0 && high > 2*low {
		middle = math.Sqrt(low * high)
	}
	if q.whole && high == low+1 {
		if roundness(low, q.bytes) > roundness(high, q.bytes) {
			return low, true
		}
		return high, false
	}
	best, bestScore := middle, math.Inf(-1)
	offer := func(x float64) {
		if x < low || x > high {
			return
		}
		score := roundness(x, q.bytes) - math.Abs(x-middle)/(high-low)
		if score > bestScore {
			best, bestScore = x, score
		}
	}
	scale := max(math.Abs(low), math.Abs(high))
	for e := -20; e <= 62; e++ {
		offer(math.Ldexp(1, e))
		offer(-math.Ldexp(1, e))
	}
	offer(0)
	for unit := math.Pow(10, math.Floor(math.Log10(scale))-2); unit <= 10*scale; unit *= 10 {
		for _, step := range []float64{unit, 5 * unit} {
			for _, x := range []float64{math.Ceil(low/step) * step, math.Floor(high/step) * step, math.Round(middle/step) * step} {
				offer(x)
			}
		}
	}
	if math.IsInf(bestScore, -1) {
		best = middle
		if q.whole {
			best = math.Ceil(middle)
		}
	}
	if q.whole {
		best = math.Round(best)
	}
	return best, best == low || !q.whole && best < high
}

// roundness is how much a number looks as if a programmer chose it.
func roundness(x float64, bytes bool) float64 {
	if x == 0 {
		return 3
	}
	frac, exponent := math.Frexp(math.Abs(x))
	score := 2 - float64(fit.Digits(x))
	if p := math.Pow(10, math.Round(math.Log10(math.Abs(x)))); math.Abs(x) == p {
		score = 2
	}
	if frac == 0.5 && exponent > 3 {
		score = max(score, 1.5)
		if bytes {
			score = 3
		}
	}
	return score
}
