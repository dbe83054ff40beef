package steps

import (
	"math"

	"beagle/model/expression"
)

// remainders looks for a remainder of a variable by a number or another one, also
// counted from a number on, and for what is missing to a whole multiple: padding.
func (s *exactly) remainders() {
	low, top := math.Inf(1), 0.0
	for _, y := range s.data.Y {
		low, top = min(low, y), max(top, y)
	}
	if low < 0 {
		return
	}
	for _, v := range s.numbers() {
		for more := 0.0; more <= 8; more++ {
			by := expression.Constant(top + more)
			rest := expression.Binary{Op: expression.Mod, Left: v.Node, Right: by}
			s.offer(expression.Binary{Op: expression.Sub, Left: by, Right: rest})
			s.offer(rest)
			s.offer(padding(v.Node, by))
			if low > 0 {
				s.offer(expression.Binary{Op: expression.Add, Left: expression.Constant(low), Right: expression.Binary{
					Op: expression.Mod, Left: v.Node, Right: expression.Constant(top - low + more),
				}})
			}
		}
		for _, w := range s.numbers() {
			if v.Node != w.Node {
				s.offer(expression.Binary{Op: expression.Mod, Left: v.Node, Right: w.Node})
				s.offer(padding(v.Node, w.Node))
			}
		}
	}
}

// padding is what a number lacks to a multiple of another one.
func padding(n, to expression.Node) expression.Node {
	whole := expression.Unary{Func: expression.Ceil, Arg: expression.Binary{Op: expression.Div, Left: n, Right: to}}
	return expression.Binary{Op: expression.Sub, Left: expression.Binary{Op: expression.Mul, Left: to, Right: whole}, Right: n}
}
