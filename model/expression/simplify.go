package expression

import (
	"bytes"
	"math"
	"slices"
	"strconv"
)

// Simplify returns an equal expression that is no larger: constants are folded, sums and products flattened and like
// terms collected, neutral and absorbing operands dropped. It never changes the value where the original is finite,
// up to rounding.
func Simplify(n Node) Node {
	out := Map(n, simplifyNode)
	if Size(out) > Size(n) {
		return n
	}
	return out
}

func simplifyNode(n Node) Node {
	switch n := n.(type) {
	case Unary:
		return simplifyUnary(n)
	case If:
		if cond, ok := n.Cond.(Constant); ok && cond == cond {
			if cond != 0 {
				return n.Then
			}
			return n.Else
		}
		if n.Then == n.Else {
			return n.Then
		}
	case Binary:
		return simplifyBinary(n)
	}
	return n
}

func simplifyUnary(n Unary) Node {
	if c, ok := n.Arg.(Constant); ok {
		if x := n.Func.apply(float64(c)); !math.IsNaN(x) && !math.IsInf(x, 0) {
			return Constant(x)
		}
	}
	inner, nested := n.Arg.(Unary)
	switch n.Func {
	case Neg:
		if nested && inner.Func == Neg {
			return inner.Arg
		}
		return simplifyBinary(Binary{Op: Mul, Left: Constant(-1), Right: n.Arg})
	case Not:
		if opposite, ok := negated(n.Arg); ok {
			return opposite
		}
	case Abs:
		if nested && (inner.Func == Abs || inner.Func == Sqrt) {
			return inner
		}
	case Floor, Ceil, Round:
		if nested && (inner.Func == Floor || inner.Func == Ceil || inner.Func == Round) {
			return inner
		}
	default:
	}
	return n
}

func negated(n Node) (Node, bool) {
	switch n := n.(type) {
	case Unary:
		if n.Func == Not && isTruth(n.Arg) {
			return n.Arg, true
		}
	case Binary:
		opposite := map[Op]Op{
			Less: GreaterEqual, GreaterEqual: Less, Greater: LessEqual, LessEqual: Greater,
			Equal: NotEqual, NotEqual: Equal,
		}
		if op, ok := opposite[n.Op]; ok {
			n.Op = op
			return n, true
		}
	}
	return nil, false
}

func isTruth(n Node) bool {
	b, ok := n.(Binary)
	if u, isUnary := n.(Unary); isUnary {
		return u.Func == Not
	}
	return ok && b.Op.Decides()
}

// simplifyBinary computes operators of numbers, leaves out what changes nothing, and gathers sums and products.
func simplifyBinary(n Binary) Node {
	left, leftConst := n.Left.(Constant)
	right, rightConst := n.Right.(Constant)
	if leftConst && rightConst {
		if x := n.Op.apply(float64(left), float64(right)); !math.IsNaN(x) && !math.IsInf(x, 0) {
			return tidy(x)
		}
		return n
	}
	switch n.Op {
	case Add, Sub:
		return collectSum(n)
	case Mul:
		return collectProduct(n)
	case Div:
		if rightConst && right == 1 {
			return n.Left
		}
	case Pow:
		switch {
		case rightConst && right == 1:
			return n.Left
		case rightConst && right == 0:
			return Constant(1)
		case rightConst && right == 0.5:
			return Unary{Func: Sqrt, Arg: n.Left}
		}
	case Min, Max, And, Or:
		if n.Left == n.Right && (n.Op == Min || n.Op == Max || isTruth(n.Left)) {
			return n.Left
		}
	default:
	}
	return n
}

type summand struct {
	factor float64
	node   Node
}

func collectSum(n Node) Node {
	var terms []summand
	rest := 0.0
	var add func(Node, float64)
	add = func(n Node, factor float64) {
		switch t := n.(type) {
		case Constant:
			rest += factor * float64(t)
			return
		case Binary:
			switch t.Op {
			case Add:
				add(t.Left, factor)
				add(t.Right, factor)
				return
			case Sub:
				add(t.Left, factor)
				add(t.Right, -factor)
				return
			case Mul:
				if c, ok := t.Left.(Constant); ok {
					add(t.Right, factor*float64(c))
					return
				}
			case Div:
				if c, ok := t.Left.(Constant); ok && c != 1 {
					add(Binary{Op: Div, Left: Constant(1), Right: t.Right}, factor*float64(c))
					return
				}
			default:
			}
		}
		for i := range terms {
			if terms[i].node == n {
				terms[i].factor += factor
				return
			}
		}
		terms = append(terms, summand{factor, n})
	}
	add(n, 1)
	for i, t := range terms {
		if j := besideMin(t, terms); j >= 0 {
			values := t.node.(Binary)
			terms[i].factor, terms[j].factor = 0, 0
			add(values.Left, t.factor)
			add(values.Right, t.factor)
		}
	}
	terms = slices.DeleteFunc(terms, func(t summand) bool { return t.factor == 0 })
	// A sum starts with something positive where there is one, so that nothing has to be negated.
	if i := slices.IndexFunc(terms, func(t summand) bool { return t.factor > 0 }); i > 0 && rest <= 0 {
		terms[0], terms[i] = terms[i], terms[0]
	}
	var out Node
	if rest > 0 || rest != 0 && len(terms) == 0 || rest < 0 && terms[0].factor < 0 {
		out, rest = tidy(rest), 0
	}
	for _, t := range terms {
		switch {
		case out == nil:
			out = scaled(t.factor, t.node)
		case t.factor < 0:
			out = Binary{Op: Sub, Left: out, Right: scaled(-t.factor, t.node)}
		default:
			out = Binary{Op: Add, Left: out, Right: scaled(t.factor, t.node)}
		}
	}
	switch {
	case out == nil:
		return tidy(rest)
	case rest < 0:
		return Binary{Op: Sub, Left: out, Right: tidy(-rest)}
	}
	return out
}

// besideMin is where the larger of two values stands as often as t is the smaller of them.
func besideMin(t summand, terms []summand) int {
	least, ok := t.node.(Binary)
	if !ok || least.Op != Min || t.factor == 0 {
		return -1
	}
	return slices.IndexFunc(terms, func(other summand) bool {
		most, ok := other.node.(Binary)
		return ok && most.Op == Max && other.factor == t.factor &&
			(most.Left == least.Left && most.Right == least.Right || most.Left == least.Right && most.Right == least.Left)
	})
}

// tidy is a computed number without what rounding left of it: 3e-08, not 3.0000000000000004e-08.
func tidy(x float64) Constant {
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return Constant(x)
	}
	const digits = 15 // all of them mean something
	text := strconv.AppendFloat(make([]byte, 0, 32), x, 'e', digits-1, 64)
	mantissa, _, _ := bytes.Cut(text, []byte{'e'})
	if !bytes.HasSuffix(mantissa, []byte("000")) {
		return Constant(x)
	}
	short, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return Constant(x)
	}
	return Constant(short)
}

func scaled(factor float64, n Node) Node {
	if factor == 1 {
		return n
	}
	factor = float64(tidy(factor))
	if b, ok := n.(Binary); ok && b.Op == Div && b.Left == Constant(1) {
		return Binary{Op: Div, Left: Constant(factor), Right: b.Right}
	}
	return Binary{Op: Mul, Left: Constant(factor), Right: n}
}

func collectProduct(n Node) Node {
	factor := 1.0
	var parts []Node
	var multiply func(Node)
	multiply = func(n Node) {
		switch t := n.(type) {
		case Constant:
			factor *= float64(t)
			return
		case Binary:
			if t.Op == Mul {
				multiply(t.Left)
				multiply(t.Right)
				return
			}
		}
		parts = append(parts, n)
	}
	multiply(n)
	if factor == 0 {
		return Constant(0)
	}
	if len(parts) == 0 {
		return tidy(factor)
	}
	product := parts[0]
	for _, part := range parts[1:] {
		product = Binary{Op: Mul, Left: product, Right: part}
	}
	if factor != 1 && len(parts) == 1 && allScaled(product) {
		// c * (a + b*x) is one number more than its value needs.
		return collectSum(Binary{Op: Mul, Left: Constant(factor), Right: product})
	}
	return scaled(factor, product)
}

// allScaled reports whether n is a sum in which every summand has a number of its own.
func allScaled(n Node) bool {
	sum, ok := n.(Binary)
	return ok && (sum.Op == Add || sum.Op == Sub) && hasNumber(sum.Left) && hasNumber(sum.Right)
}

func hasNumber(n Node) bool {
	switch n := n.(type) {
	case Constant:
		return true
	case Binary:
		_, first := n.Left.(Constant)
		return first && (n.Op == Mul || n.Op == Div) || allScaled(n)
	}
	return false
}
