package stoex

import (
	"errors"
	"fmt"

	"beagle/model"
	"beagle/model/expression"
)

var errRandom = errors.New("the expression draws random numbers")

var nodeOps = map[Op]expression.Op{
	OpAdd: expression.Add, OpSub: expression.Sub, OpMul: expression.Mul, OpDiv: expression.Div, OpMod: expression.Mod, OpPow: expression.Pow,
	OpLess: expression.Less, OpLessEq: expression.LessEqual, OpGreater: expression.Greater, OpGreatEq: expression.GreaterEqual,
	OpEqual: expression.Equal, OpNotEq: expression.NotEqual,
	OpAnd: expression.And, OpOr: expression.Or, OpXor: expression.Xor,
}

var nodeFuncs = map[string]expression.Func{
	"Trunc": expression.Floor, "Round": expression.Round, "Ceil": expression.Ceil, "Sqrt": expression.Sqrt,
}

var nodeFuncs2 = map[string]expression.Op{"Min": expression.Min, "Max": expression.Max, "Log": expression.Log}

// ToNode translates a parsed expression into Beagle's own. A quotient of two whole numbers is truncated, as Palladio
// does; which variables are whole numbers is told by their characterisation and by inputs. Random numbers have no
// counterpart: the error is errRandom.
func ToNode(x Expr, inputs ...model.Input) (expression.Node, error) {
	t := translator{newPrinter(inputs)}
	return t.node(x)
}

type translator struct{ known *printer }

// node translates into Beagle's expressions, in which truth values are 1 and 0.
func (t translator) node(x Expr) (expression.Node, error) {
	switch x := x.(type) {
	case *Int:
		return expression.Constant(x.Value), nil
	case *Double:
		return expression.Constant(x.Value), nil
	case *Text:
		return expression.Text(x.Value), nil
	case *Bool:
		if x.Value {
			return expression.Constant(1), nil
		}
		return expression.Constant(0), nil
	case *Ref:
		return expression.Variable{Variable: model.Variable{Name: x.name(), Char: x.Char}}, nil
	case *Paren:
		return t.node(x.X)
	case *Unary:
		arg, err := t.node(x.X)
		if err != nil {
			return nil, err
		}
		if x.Op == OpNot {
			return expression.Unary{Func: expression.Not, Arg: arg}, nil
		}
		if c, ok := arg.(expression.Constant); ok {
			return -c, nil
		}
		return expression.Unary{Func: expression.Neg, Arg: arg}, nil
	case *Binary:
		return t.binary(x)
	case *Cond:
		var parts [3]expression.Node
		for i, part := range children(x) {
			n, err := t.node(part)
			if err != nil {
				return nil, err
			}
			parts[i] = n
		}
		return expression.If{Cond: parts[0], Then: parts[1], Else: parts[2]}, nil
	case *Call:
		return t.call(x)
	default:
		return nil, errRandom
	}
}

// binary translates an operator.
func (t translator) binary(x *Binary) (expression.Node, error) {
	left, err := t.node(x.X)
	if err != nil {
		return nil, err
	}
	right, err := t.node(x.Y)
	if err != nil {
		return nil, err
	}
	n := expression.Binary{Op: nodeOps[x.Op], Left: left, Right: right}
	if x.Op == OpDiv && t.whole(x.X) && t.whole(x.Y) {
		return expression.If{
			Cond: expression.Binary{Op: expression.Less, Left: n, Right: expression.Constant(0)},
			Then: expression.Unary{Func: expression.Ceil, Arg: n},
			Else: expression.Unary{Func: expression.Floor, Arg: n},
		}, nil
	}
	return n, nil
}

func (t translator) whole(x Expr) bool {
	switch x := x.(type) {
	case *Int:
		return true
	case *Paren:
		return t.whole(x.X)
	case *Ref:
		return t.known.variable(model.Variable{Name: x.name(), Char: x.Char}).form == integer
	case *Unary:
		return x.Op == OpSub && t.whole(x.X)
	case *Binary:
		return (x.Op == OpAdd || x.Op == OpSub || x.Op == OpMul || x.Op == OpDiv || x.Op == OpMod) && t.whole(x.X) && t.whole(x.Y)
	case *Cond:
		return t.whole(x.Then) && t.whole(x.Else)
	case *Call:
		return x.Name == "Trunc" || x.Name == "Round" || x.Name == "Ceil"
	default:
		return false
	}
}

func (t translator) call(x *Call) (expression.Node, error) {
	args := make([]expression.Node, len(x.Args))
	for i, arg := range x.Args {
		n, err := t.node(arg)
		if err != nil {
			return nil, err
		}
		args[i] = n
	}
	if f, ok := nodeFuncs[x.Name]; ok && len(args) == 1 {
		return expression.Unary{Func: f, Arg: args[0]}, nil
	}
	if op, ok := nodeFuncs2[x.Name]; ok && len(args) == 2 {
		return expression.Binary{Op: op, Left: args[0], Right: args[1]}, nil
	}
	if library[x.Name].random {
		return nil, errRandom
	}
	return nil, fmt.Errorf("%s with %d arguments is no function of StoEx", x.Name, len(args))
}
