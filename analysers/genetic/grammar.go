package genetic

import (
	"math"
	"math/rand/v2"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// Limits of a tree: what is larger nobody reads, and evaluating it takes longest.
const (
	maxSize  = 40
	maxDepth = 9
)

// grammar draws trees over the variables of a table.
type grammar struct {
	numbers    []expression.Node
	conditions []expression.Node
	points     [][]float64 // values of each number, for thresholds
}

// newGrammar lists what expressions may be made of: numbers, and conditions by flags and the first levels of
// enumerations.
func newGrammar(d *dataset.Data) *grammar {
	g := &grammar{}
	for _, c := range d.Columns {
		v := expression.Variable{Variable: c.Variable}
		switch c.Kind {
		case model.Bool:
			g.conditions = append(g.conditions, v)
		case model.Text:
			for i, level := range c.Levels {
				if i < 8 {
					g.conditions = append(g.conditions, expression.Binary{Op: expression.Equal, Left: v, Right: expression.Text(level)})
				}
			}
		default:
			g.numbers = append(g.numbers, v)
			g.points = append(g.points, c.Num)
		}
	}
	return g
}

// leaf draws a parameter or, in one of four cases, a number.
func (g *grammar) leaf(r *rand.Rand) expression.Node {
	if len(g.numbers) == 0 || r.IntN(4) == 0 {
		return number(r)
	}
	return g.numbers[r.IntN(len(g.numbers))]
}

// number is a small integer, or anything.
func number(r *rand.Rand) expression.Node {
	if r.IntN(2) == 0 {
		return expression.Constant(float64(r.IntN(9) + 1))
	}
	return expression.Constant(math.Exp(2 * r.NormFloat64()))
}

// condition draws a flag, a level of an enumeration, or a number that lies below one of
// its measured values.
func (g *grammar) condition(r *rand.Rand) expression.Node {
	if len(g.conditions) > 0 && (len(g.numbers) == 0 || r.IntN(2) == 0) {
		return g.conditions[r.IntN(len(g.conditions))]
	}
	i := r.IntN(len(g.numbers))
	at := g.points[i][r.IntN(len(g.points[i]))]
	return expression.Binary{Op: expression.Less, Left: g.numbers[i], Right: expression.Constant(at)}
}

// operators are drawn with equal probability, so that usual ones stand in it more often.
var operators = []expression.Op{
	expression.Add, expression.Add, expression.Sub, expression.Mul, expression.Mul, expression.Mul,
	expression.Div, expression.Min, expression.Max,
}

// tree draws a tree of at most the given depth ("grow" of Koza, Genetic Programming,
// 1992): it may end before.
func (g *grammar) tree(r *rand.Rand, depth int) expression.Node {
	if depth <= 1 || r.IntN(6) == 0 {
		return g.leaf(r)
	}
	switch k := r.IntN(13); {
	case k == 0 && (len(g.numbers) > 0 || len(g.conditions) > 0):
		return expression.If{Cond: g.condition(r), Then: g.tree(r, depth-1), Else: g.tree(r, depth-1)}
	case k <= 2:
		return expression.Binary{Op: expression.Log, Left: expression.Constant(2), Right: g.tree(r, depth-1)}
	case k == 3:
		return expression.Unary{Func: expression.Sqrt, Arg: g.tree(r, depth-1)}
	case k == 4:
		return g.power(r, g.tree(r, depth-1))
	}
	o := operators[r.IntN(len(operators))]
	return expression.Binary{Op: o, Left: g.tree(r, depth-1), Right: g.tree(r, depth-1)}
}

// power is a power of a tree or, seldom, an exponential: a number, or one
// parameter, to the power of another.
func (g *grammar) power(r *rand.Rand, of expression.Node) expression.Node {
	if len(g.numbers) > 0 && r.IntN(5) == 0 {
		base := expression.Node(expression.Constant(1 + r.Float64()))
		if r.IntN(2) == 0 {
			base = g.numbers[r.IntN(len(g.numbers))]
		}
		return expression.Binary{Op: expression.Pow, Left: base, Right: g.numbers[r.IntN(len(g.numbers))]}
	}
	exponent := []float64{2, 3, 0.5, 1.5, 4}[r.IntN(5)]
	return expression.Binary{Op: expression.Pow, Left: of, Right: expression.Constant(exponent)}
}

// offspring crosses or changes trees: four of ten take over a part of the other parent,
// two get a new part, and the others are cut, changed in one node or extended. What has
// become too large, or is a form that nobody writes, is replaced by the first parent.
func (g *grammar) offspring(r *rand.Rand, a, b expression.Node) expression.Node {
	var out expression.Node
	switch r.IntN(10) {
	case 0, 1, 2, 3:
		out = replace(a, pick(r, a), at(b, pick(r, b)))
	case 4, 5:
		out = replace(a, pick(r, a), g.tree(r, 1+r.IntN(3)))
	case 6: // a part alone
		out = at(a, pick(r, a))
	case 7: // another operator or leaf
		place := pick(r, a)
		out = replace(a, place, g.vary(r, at(a, place)))
	default: // one more summand or factor
		o := expression.Add
		if r.IntN(2) == 0 {
			o = expression.Mul
		}
		out = expression.Binary{Op: o, Left: a, Right: g.tree(r, 1+r.IntN(2))}
	}
	out = expression.Simplify(out)
	if expression.Size(out) > maxSize || expression.Depth(out) > maxDepth || codelength.Implausible(out) != "" {
		return a
	}
	return out
}

// vary is a small mutation of one node: another operator of the same arity, another condition, a number that
// is changed by some tens of percent, or the argument in place of a function.
func (g *grammar) vary(r *rand.Rand, n expression.Node) expression.Node {
	switch n := n.(type) {
	case expression.Constant:
		return n * expression.Constant(math.Exp(0.3*r.NormFloat64()))
	case expression.Binary:
		if n.Op == expression.Log || n.Op == expression.Pow || n.Op.Decides() {
			return n
		}
		n.Op = operators[r.IntN(len(operators))]
		return n
	case expression.Unary:
		return n.Arg
	case expression.If:
		n.Cond = g.condition(r)
		return n
	default:
		return g.leaf(r)
	}
}

// pick draws the number of a node, counted parents first, that is worth a
// number: conditions and texts stay whole.
func pick(r *rand.Rand, n expression.Node) int {
	count := 0
	visit(n, func(expression.Node) { count++ })
	return r.IntN(count)
}

// visit calls f for each node that is worth a number.
func visit(n expression.Node, f func(expression.Node)) {
	f(n)
	switch n := n.(type) {
	case expression.Binary:
		if !n.Op.Decides() {
			visit(n.Left, f)
			visit(n.Right, f)
		}
	case expression.Unary:
		visit(n.Arg, f)
	case expression.If:
		visit(n.Then, f)
		visit(n.Else, f)
	}
}

// at is the node with a number.
func at(n expression.Node, place int) expression.Node {
	var found expression.Node
	count := 0
	visit(n, func(n expression.Node) {
		if count == place {
			found = n
		}
		count++
	})
	return found
}

// replace puts another node at a number.
func replace(n expression.Node, place int, with expression.Node) expression.Node {
	count := -1
	var walk func(expression.Node) expression.Node
	walk = func(n expression.Node) expression.Node {
		count++
		if count == place {
			// Numbers below do not matter any more.
			count = math.MinInt
			return with
		}
		switch t := n.(type) {
		case expression.Binary:
			if !t.Op.Decides() {
				t.Left = walk(t.Left)
				t.Right = walk(t.Right)
			}
			return t
		case expression.Unary:
			t.Arg = walk(t.Arg)
			return t
		case expression.If:
			t.Then = walk(t.Then)
			t.Else = walk(t.Else)
			return t
		}
		return n
	}
	return walk(n)
}
