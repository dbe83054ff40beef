package stoex

import (
	"math"
	"strconv"

	"beagle/model"
	"beagle/model/expression"
)

const e = "2.718281828459045"

var signs = map[expression.Op]string{
	expression.Add: "+", expression.Sub: "-", expression.Mul: "*", expression.Div: "/", expression.Mod: "%", expression.Pow: "^",
	expression.Less: "<", expression.LessEqual: "<=", expression.Greater: ">", expression.GreaterEqual: ">=",
	expression.Equal: "==", expression.NotEqual: "<>",
	expression.And: "AND", expression.Or: "OR", expression.Xor: "XOR",
	expression.Min: "Min", expression.Max: "Max", expression.Log: "Log",
}

func (p *printer) real(n expression.Node) piece {
	if c, ok := constant(n); ok {
		return p.literal(c)
	}
	if p.truth(n) {
		return choice(double, p.boolean(n), atom(double, "1.0"), atom(double, "0.0"))
	}
	switch n := n.(type) {
	case expression.Variable:
		t := p.variable(n.Variable)
		if t.form == text {
			return p.cannot("%s is a text, and the expression computes with it", t.text)
		}
		return t
	case expression.Unary:
		return p.realFunc(n)
	case expression.Binary:
		return p.realOp(n)
	case expression.If:
		then, other := p.real(n.Then), p.real(n.Else)
		form := number
		if then.form == other.form {
			form = then.form
		}
		return choice(form, p.boolean(n.Cond), then, other)
	case expression.Text:
		return p.cannot("the text %q stands where a number is needed", string(n))
	default:
		return p.cannot("an expression of type %T cannot be said in StoEx", n)
	}
}

// factorFirst is c * (a * b) as (c * a) * b.
func factorFirst(n expression.Binary) expression.Binary {
	product, ok := n.Right.(expression.Binary)
	if _, factor := n.Left.(expression.Constant); !factor || !ok || n.Op != expression.Mul || product.Op != expression.Mul {
		return n
	}
	left := expression.Binary{Op: expression.Mul, Left: n.Left, Right: product.Left}
	return expression.Binary{Op: expression.Mul, Left: factorFirst(left), Right: product.Right}
}

// realOp prints arithmetic so that simulators compute in DOUBLE.
func (p *printer) realOp(n expression.Binary) piece {
	n = factorFirst(n)
	x, y := p.real(n.Left), p.real(n.Right)
	switch n.Op {
	case expression.Min, expression.Max: // both of one class
		return atom(double, "%s(%s, %s)", signs[n.Op], toDouble(x).arg(), toDouble(y).arg())
	case expression.Log:
		return atom(double, "Log(%s, %s)", x.arg(), y.arg())
	case expression.Pow:
		return operation(double, "%s ^ %s", x.in(), y.in())
	default:
		if x.form != double && y.form != double {
			x = toDouble(x) // neither integer division nor overflow
		}
		return operation(double, "%s %s %s", x.in(), signs[n.Op], y.in())
	}
}

// realFunc prints a function by what the simulators' library has.
func (p *printer) realFunc(n expression.Unary) piece {
	if n.Func == expression.Sin {
		return p.cannot("the sine is no function of StoEx")
	}
	x := p.real(n.Arg)
	switch n.Func {
	case expression.Neg:
		return operation(double, "(-1.0) * %s", x.in())
	case expression.Sqrt:
		return atom(double, "Sqrt(%s)", toDouble(x).arg())
	case expression.Ln:
		return atom(double, "Log(%s, %s)", e, x.arg())
	case expression.Exp: // Exp is a distribution in StoEx
		return operation(double, "%s ^ %s", e, x.in())
	case expression.Abs:
		x = toDouble(x)
		return atom(double, "Max(%s, (-1.0) * %s)", x.arg(), x.in())
	case expression.Floor:
		return atom(integer, "Trunc(%s)", toDouble(x).arg())
	case expression.Ceil:
		return atom(integer, "Ceil(%s)", toDouble(x).arg())
	case expression.Round:
		return atom(integer, "Round(%s)", toDouble(x).arg())
	default:
		return p.cannot("the function %s is not one of StoEx", n.Func)
	}
}

// integral reports whether an expression can be computed in whole numbers throughout.
func (p *printer) integral(n expression.Node) bool {
	if c, ok := constant(n); ok {
		return isWhole(c)
	}
	switch n := n.(type) {
	case expression.Variable:
		switch n.Char {
		case model.NumberOfElements, model.ByteSize:
			return true
		case model.ValueOf:
			t := p.types[n.Name]
			return t != "DOUBLE" && t != "STRING" && t != "BOOL" && t != "CHAR"
		default:
			return false
		}
	case expression.Unary:
		switch n.Func {
		case expression.Floor, expression.Ceil, expression.Round:
			return true
		case expression.Neg:
			return p.integral(n.Arg)
		default:
			return false
		}
	case expression.Binary:
		switch n.Op {
		case expression.Add, expression.Sub, expression.Mul, expression.Mod, expression.Min, expression.Max:
			return p.integral(n.Left) && p.integral(n.Right)
		default:
			return false
		}
	case expression.If:
		return p.integral(n.Then) && p.integral(n.Else)
	}
	return false
}

func (p *printer) integer(n expression.Node) piece {
	if c, ok := constant(n); ok {
		return wholeLiteral(c)
	}
	switch n := n.(type) {
	case expression.Unary:
		if n.Func == expression.Neg {
			return operation(integer, "(-1) * %s", p.integer(n.Arg).in())
		}
		if p.integral(n.Arg) {
			return p.integer(n.Arg)
		}
		return p.realFunc(n)
	case expression.Binary:
		x, y := p.integer(n.Left), p.integer(n.Right)
		if n.Op == expression.Min || n.Op == expression.Max {
			return atom(integer, "%s(%s, %s)", signs[n.Op], x.arg(), y.arg())
		}
		return operation(integer, "%s %s %s", x.in(), signs[n.Op], y.in())
	case expression.If:
		return choice(integer, p.boolean(n.Cond), p.integer(n.Then), p.integer(n.Else))
	default:
		return p.real(n)
	}
}

// whole prints an expression for a place that takes nothing but an Integer.
func (p *printer) whole(n expression.Node) piece {
	if c, ok := constant(n); ok && !isWhole(c) {
		return p.between(c)
	}
	if p.integral(n) {
		return p.integer(n)
	}
	if p.truth(n) {
		return choice(integer, p.boolean(n), atom(integer, "1"), atom(integer, "0"))
	}
	if n, ok := n.(expression.If); ok {
		return choice(integer, p.boolean(n.Cond), p.whole(n.Then), p.whole(n.Else))
	}
	if p.mean { // what lies below a number plus a uniform one is the next larger whole number as often as the rest of it says
		return atom(integer, "Trunc(%s + DoublePDF[(0.0;0.0)(1.0;1.0)])", toDouble(p.real(n)).in())
	}
	return atom(integer, "Round(%s)", toDouble(p.real(n)).arg())
}

func (p *printer) between(c float64) piece {
	low := math.Floor(c)
	share := math.Round((c-low)*1e6) / 1e6
	switch {
	case math.IsNaN(c) || math.Abs(c) > math.MaxInt32:
		return p.cannot("%v does not fit the 32 bits of an integer in StoEx", c)
	case share == 0:
		return wholeLiteral(low)
	case share == 1:
		return wholeLiteral(low + 1)
	}
	rest := strconv.FormatFloat(1-share, 'f', 6, 64)
	other, _ := strconv.ParseFloat(rest, 64)
	return atom(integer, "IntPMF[(%d;%s)(%d;%s)]", int(low), FormatDouble(other), int(low)+1, FormatDouble(share))
}

func mayBeNegative(n expression.Node) bool {
	if c, ok := constant(n); ok {
		return c < 0
	}
	switch n := n.(type) {
	case expression.Unary:
		switch n.Func {
		case expression.Sqrt, expression.Exp, expression.Abs, expression.Not:
			return false
		case expression.Floor, expression.Ceil, expression.Round:
			return mayBeNegative(n.Arg)
		default:
			return true
		}
	case expression.Binary:
		switch n.Op {
		case expression.Add, expression.Mul, expression.Div, expression.Min:
			return mayBeNegative(n.Left) || mayBeNegative(n.Right)
		case expression.Max:
			return mayBeNegative(n.Left) && mayBeNegative(n.Right)
		case expression.Mod, expression.Pow:
			return mayBeNegative(n.Left)
		case expression.Sub, expression.Log:
			return true
		default:
			return false
		}
	case expression.If:
		return mayBeNegative(n.Then) || mayBeNegative(n.Else)
	default:
		return false
	}
}
