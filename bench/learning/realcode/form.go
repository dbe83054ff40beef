package realcode

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"beagle/model/expression"
)

// growth is how a term of a sum grows: a power of each variable, by name, and powers of logarithms ("log n") and of
// two ("2^n").
type growth map[string]float64

// Grows are the terms of an expression that no other outgrows, as a reader says them: "n*log n", "a + b", "1".
// Characterisations are left out: elements and bytes of an array are the same to a reader. Whatever has no such words
// is said as it is.
func Grows(n expression.Node) string {
	terms, ok := leading(n)
	if !ok {
		return expression.String(n)
	}
	words := make([]string, len(terms))
	for i, t := range terms {
		words[i] = t.String()
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " + ")
}

func (g growth) String() string {
	var factors []string
	for _, name := range slices.Sorted(maps.Keys(g)) {
		if g[name] == 1 {
			factors = append(factors, name)
		} else {
			factors = append(factors, fmt.Sprintf("%s^%.3g", name, g[name]))
		}
	}
	if len(factors) == 0 {
		return "1"
	}
	return strings.Join(factors, "*")
}

// leading are the terms that no other outgrows.
func leading(n expression.Node) ([]growth, bool) {
	all, ok := terms(n)
	if !ok {
		return nil, false
	}
	var kept []growth
	for i, g := range all {
		outgrown := slices.ContainsFunc(all, func(other growth) bool { return other.outgrows(g) })
		again := slices.ContainsFunc(all[:i], func(other growth) bool { return maps.Equal(other, g) })
		if !outgrown && !again {
			kept = append(kept, g)
		}
	}
	return kept, true
}

// outgrows reports whether g grows at least as fast as h in each variable and faster in one.
func (g growth) outgrows(h growth) bool {
	names := map[string]bool{}
	for _, all := range []growth{g, h} {
		for name := range all {
			names[name[strings.LastIndexAny(name, " ^")+1:]] = true
		}
	}
	faster := false
	for name := range names {
		switch c := g.compare(h, name); {
		case c < 0:
			return false
		case c > 0:
			faster = true
		}
	}
	return faster
}

// compare compares exponentials, then powers, then logarithms of a variable.
func (g growth) compare(h growth, name string) int {
	for _, key := range []string{"2^" + name, name, "log " + name} {
		switch {
		case g[key] > h[key]:
			return 1
		case g[key] < h[key]:
			return -1
		}
	}
	return 0
}

func (g growth) times(h growth, sign float64) growth {
	out := maps.Clone(g)
	for name, x := range h {
		if out[name] += sign * x; math.Abs(out[name]) < 1e-9 {
			delete(out, name)
		}
	}
	return out
}

func (g growth) power(x float64) growth {
	out := growth{}
	for name, y := range g {
		if x*y != 0 {
			out[name] = x * y
		}
	}
	return out
}

// terms are those of an expression as a sum; false where it is none of products.
func terms(n expression.Node) ([]growth, bool) {
	switch n := n.(type) {
	case expression.Constant:
		if n == 0 {
			return nil, true
		}
		return []growth{{}}, true
	case expression.Variable:
		return []growth{{n.Name: 1}}, true
	case expression.Binary:
		return binary(n)
	case expression.Unary:
		return unary(n)
	case expression.If:
		return both(n.Then, n.Else)
	}
	return nil, false
}

func both(a, b expression.Node) ([]growth, bool) {
	left, ok := terms(a)
	right, also := terms(b)
	return append(left, right...), ok && also
}

func binary(n expression.Binary) ([]growth, bool) {
	switch n.Op {
	case expression.Add, expression.Sub, expression.Max:
		return both(n.Left, n.Right)
	case expression.Mul:
		left, ok := terms(n.Left)
		right, also := terms(n.Right)
		var all []growth
		for _, l := range left {
			for _, r := range right {
				all = append(all, l.times(r, 1))
			}
		}
		return all, ok && also
	case expression.Div:
		left, ok := terms(n.Left)
		below, also := leading(n.Right)
		if !ok || !also || len(below) != 1 {
			return nil, false
		}
		for i := range left {
			left[i] = left[i].times(below[0], -1)
		}
		return left, true
	case expression.Pow:
		return power(n)
	case expression.Log:
		return logarithm(n.Right)
	case expression.Mod, expression.Less, expression.LessEqual, expression.Greater, expression.GreaterEqual, expression.Equal, expression.NotEqual:
		return []growth{{}}, true // it stays in bounds
	default:
	}
	return nil, false
}

func unary(n expression.Unary) ([]growth, bool) {
	switch n.Func {
	case expression.Neg, expression.Floor, expression.Ceil, expression.Round, expression.Abs:
		return terms(n.Arg)
	case expression.Sqrt:
		return raised(n.Arg, 0.5)
	case expression.Ln:
		return logarithm(n.Arg)
	default:
	}
	return nil, false
}

func power(n expression.Binary) ([]growth, bool) {
	if exponent, ok := n.Right.(expression.Constant); ok {
		return raised(n.Left, float64(exponent))
	}
	base, ok := n.Left.(expression.Constant)
	below, also := leading(n.Right)
	if !ok || !also || base <= 1 || len(below) != 1 || len(below[0]) != 1 {
		return nil, false
	}
	for name, x := range below[0] {
		if x == 1 { // to a tenth: nobody says 1.97^n
			return []growth{{"2^" + name: math.Round(10*math.Log2(float64(base))) / 10}}, true
		}
	}
	return nil, false
}

// raised is a power of what leads, or of all terms of a sum where it is whole.
func raised(n expression.Node, exponent float64) ([]growth, bool) {
	below, ok := leading(n)
	if !ok {
		return nil, false
	}
	if len(below) == 1 {
		return []growth{below[0].power(exponent)}, true
	}
	if exponent != 2 {
		return nil, false
	}
	var all []growth
	for _, l := range below {
		for _, r := range below {
			all = append(all, l.times(r, 1))
		}
	}
	return all, true
}

func logarithm(n expression.Node) ([]growth, bool) {
	below, ok := leading(n)
	if !ok {
		return nil, false
	}
	var all []growth
	for _, g := range below {
		for name := range g {
			if variable, exponential := strings.CutPrefix(name, "2^"); exponential {
				all = append(all, growth{variable: 1})
			} else if !strings.HasPrefix(name, "log ") {
				all = append(all, growth{"log " + name: 1})
			}
		}
	}
	if len(all) == 0 {
		all = []growth{{}}
	}
	return all, true
}
