package stoex

import (
	"fmt"
	"slices"

	"beagle/model"
	"beagle/model/expression"
)

func (p *printer) truth(n expression.Node) bool {
	switch n := n.(type) {
	case expression.Variable:
		return n.Char == model.ValueOf && p.types[n.Name] == "BOOL"
	case expression.Unary:
		return n.Func == expression.Not
	case expression.Binary:
		return n.Op.Decides()
	}
	return false
}

func (p *printer) boolean(n expression.Node) piece {
	if c, ok := constant(n); ok {
		return atom(boolean, "%t", c != 0)
	}
	switch n := n.(type) {
	case expression.Variable:
		t := p.variable(n.Variable)
		if t.form == integer || p.types[n.Name] == "DOUBLE" { // a number as a condition: not zero
			return operation(boolean, "%s <> 0", t.text)
		}
		t.form = boolean
		return t
	case expression.Unary:
		if n.Func == expression.Not {
			return operation(boolean, "NOT %s", p.boolean(n.Arg).in())
		}
	case expression.Binary:
		switch {
		case n.Op.Compares():
			return p.comparison(n)
		case n.Op.Decides():
			return operation(boolean, "%s %s %s", p.boolean(n.Left).in(), signs[n.Op], p.boolean(n.Right).in())
		}
	case expression.If:
		return choice(boolean, p.boolean(n.Cond), p.boolean(n.Then), p.boolean(n.Else))
	}
	return operation(boolean, "%s <> 0.0", p.real(n).in())
}

func (p *printer) comparison(n expression.Binary) piece {
	if t, ok := p.againstConstant(n); ok {
		return t
	}
	equality := n.Op == expression.Equal || n.Op == expression.NotEqual
	if v, ok := emptiness(n); ok && equality {
		return operation(boolean, "%s %s 0", p.variable(v).in(), signs[n.Op])
	}
	if equality && p.truth(n.Left) && p.truth(n.Right) {
		return operation(boolean, "%s %s %s", p.boolean(n.Left).in(), signs[n.Op], p.boolean(n.Right).in())
	}
	return operation(boolean, "%s %s %s", p.compared(n.Left).in(), signs[n.Op], p.compared(n.Right).in())
}

// emptiness is what tells whether a text is the empty one, which StoEx cannot write: its size.
func emptiness(n expression.Binary) (v model.Variable, ok bool) {
	left, right := n.Left, n.Right
	if _, first := left.(expression.Text); first {
		left, right = right, left
	}
	text, ok := right.(expression.Text)
	if !ok || text != "" {
		return v, false
	}
	variable, ok := left.(expression.Variable)
	if !ok || variable.Char != model.ValueOf {
		return v, false
	}
	variable.Char = model.ByteSize
	return variable.Variable, true
}

// compared prints an operand of a comparison.
func (p *printer) compared(n expression.Node) piece {
	if c, ok := constant(n); ok && isWhole(c) {
		return wholeLiteral(c)
	}
	switch n := n.(type) {
	case expression.Text:
		return p.textLiteral(string(n))
	case expression.Variable:
		if t := p.variable(n.Variable); t.form == text {
			return t
		}
	}
	if p.summed(n) {
		return p.integer(n)
	}
	return p.real(n) // the simulator compares truth values with no numbers
}

// summed reports whether an expression is a sum or difference of whole numbers.
func (p *printer) summed(n expression.Node) bool {
	switch n := n.(type) {
	case expression.Binary:
		return (n.Op == expression.Add || n.Op == expression.Sub) && p.summed(n.Left) && p.summed(n.Right)
	case expression.Variable, expression.Constant:
		return p.integral(n)
	}
	return false
}

// againstConstant prints the comparison of a truth value with a number, which stands for true (1) or false (0).
func (p *printer) againstConstant(n expression.Binary) (piece, bool) {
	arg, op := n.Left, n.Op
	c, ok := constant(n.Right)
	if !ok {
		arg = n.Right
		if c, ok = constant(n.Left); !ok {
			return piece{}, false
		}
		op = mirrored[op]
	}
	if !p.truth(arg) {
		return piece{}, false
	}
	whenFalse, whenTrue := compare(0, op, c), compare(1, op, c)
	switch {
	case whenFalse && whenTrue:
		return atom(boolean, "true"), true
	case !whenFalse && !whenTrue:
		return atom(boolean, "false"), true
	case whenTrue:
		return p.boolean(arg), true
	default:
		return operation(boolean, "NOT %s", p.boolean(arg).in()), true
	}
}

var mirrored = map[expression.Op]expression.Op{
	expression.Less: expression.Greater, expression.LessEqual: expression.GreaterEqual,
	expression.Greater: expression.Less, expression.GreaterEqual: expression.LessEqual,
	expression.Equal: expression.Equal, expression.NotEqual: expression.NotEqual,
}

func compare(x float64, op expression.Op, y float64) bool {
	switch op {
	case expression.Less:
		return x < y
	case expression.LessEqual:
		return x <= y
	case expression.Greater:
		return x > y
	case expression.GreaterEqual:
		return x >= y
	case expression.Equal:
		return x == y
	default:
		return x != y
	}
}

// Guards prints the conditions of a branch's transitions so that exactly one of them holds: the transition without a
// guard of its own (nil), else the last one, is taken when no other is. The simulator ends when none holds. Of guards
// that overlap the first is meant; the others then exclude it in words, since other tools take them in any order.
func Guards(guards []expression.Node, inputs ...model.Input) ([]string, error) {
	printed, err := exhaustive(guards, inputs)
	if err != nil || !overlapping(printed) {
		return printed, err
	}
	exclusive := slices.Clone(guards)
	var before expression.Node
	for i, g := range guards {
		if g == nil {
			continue
		}
		if before == nil {
			before = g
			continue
		}
		exclusive[i] = expression.Binary{Op: expression.And, Left: negation(before), Right: g}
		before = expression.Binary{Op: expression.Or, Left: before, Right: g}
	}
	words, err := exhaustive(exclusive, inputs)
	if rest := slices.Index(guards, nil); err == nil { // said shorter by the guards as they are
		if rest < 0 {
			rest = len(guards) - 1
		}
		words[rest] = printed[rest]
	}
	return words, err
}

func overlapping(printed []string) bool {
	guards := make([]Expr, len(printed))
	for i, text := range printed {
		x, err := Parse(text)
		if err != nil {
			return false
		}
		guards[i] = x
	}
	_, overlap := Gap(guards)
	return overlap != ""
}

func exhaustive(guards []expression.Node, inputs []model.Input) ([]string, error) {
	rest := len(guards) - 1
	for i, g := range guards {
		if g == nil {
			rest = i
		}
	}
	var others expression.Node
	printed := make([]string, len(guards))
	for i, g := range guards {
		if i == rest {
			continue
		}
		if g == nil {
			return nil, fmt.Errorf("more than one transition of the branch has no guard")
		}
		text, err := Print(g, Guard, inputs...)
		if err != nil {
			return nil, fmt.Errorf("transition %d: %w", i+1, err)
		}
		printed[i] = text
		if others == nil {
			others = g
		} else {
			others = expression.Binary{Op: expression.Or, Left: others, Right: g}
		}
	}
	if rest < 0 {
		return nil, nil
	}
	printed[rest] = "true"
	if others != nil {
		text, err := Print(negation(others), Guard, inputs...)
		if err != nil {
			return nil, err
		}
		printed[rest] = text
	}
	return printed, nil
}

func negation(n expression.Node) expression.Node {
	opposite := map[expression.Op]expression.Op{
		expression.Less: expression.GreaterEqual, expression.LessEqual: expression.Greater,
		expression.Greater: expression.LessEqual, expression.GreaterEqual: expression.Less,
		expression.Equal: expression.NotEqual, expression.NotEqual: expression.Equal,
	}
	switch n := n.(type) {
	case expression.Binary:
		if op, ok := opposite[n.Op]; ok {
			return expression.Binary{Op: op, Left: n.Left, Right: n.Right}
		}
	case expression.Unary:
		if n.Func == expression.Not {
			return n.Arg
		}
	}
	return expression.Unary{Func: expression.Not, Arg: n}
}
