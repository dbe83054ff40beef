package stoex

import (
	"fmt"
	"math"

	"beagle/model"
)

// Eval evaluates an expression once, as the simulator does (PCMStoExEvaluationVisitor): whole numbers have 32 bits
// and divide without remainder, a probability function gives a fresh random value wherever it stands, and what the
// simulator throws is an error. random may be nil where the expression is not random.
func Eval(x Expr, values map[model.Variable]Val, random *Random) (Val, error) {
	return (&evaluator{values, random}).eval(x)
}

type evaluator struct {
	values map[model.Variable]Val
	random *Random
}

func (e *evaluator) eval(x Expr) (Val, error) {
	switch x := x.(type) {
	case *Int:
		return IntValue(x.Value), nil
	case *Double:
		return DoubleValue(x.Value), nil
	case *Text:
		return TextValue(x.Value), nil
	case *Bool:
		return BoolValue(x.Value), nil
	case *Paren:
		return e.eval(x.X)
	case *Ref:
		if v, ok := e.values[model.Variable{Name: x.name(), Char: x.Char}]; ok {
			return v, nil
		}
		return Val{}, fmt.Errorf("%w: %s has no value", model.ErrUndefined, x)
	case *Unary:
		v, err := e.eval(x.X)
		if err != nil {
			return v, err
		}
		return unaryOp(x.Op, v)
	case *Binary:
		a, err := e.eval(x.X)
		if err != nil {
			return a, err
		}
		b, err := e.eval(x.Y)
		if err != nil {
			return b, err
		}
		return binaryOp(x.Op, a, b)
	case *Cond:
		v, err := e.eval(x.If)
		if err != nil {
			return v, err
		}
		yes, ok := v.Bool()
		switch {
		case !ok:
			return v, fmt.Errorf("the condition is %s, not a truth value", v)
		case yes:
			return e.eval(x.Then)
		default:
			return e.eval(x.Else)
		}
	case *Call:
		args := make([]Val, len(x.Args))
		for i, arg := range x.Args {
			v, err := e.eval(arg)
			if err != nil {
				return v, err
			}
			args[i] = v
		}
		return call(x.Name, args, e.random)
	case *PMF:
		if e.random == nil {
			return Val{}, errRandom
		}
		return e.random.sample(x)
	default:
		return Val{}, fmt.Errorf("an expression of type %T has no value", x)
	}
}

func unaryOp(op Op, v Val) (Val, error) {
	if op == OpNot {
		b, ok := v.Bool()
		if !ok {
			return v, fmt.Errorf("NOT needs a truth value, this is %s", v)
		}
		return BoolValue(!b), nil
	}
	switch v.kind {
	case valInt:
		return IntValue(-v.i), nil
	case valDouble:
		return DoubleValue(-v.d), nil
	default:
		return v, fmt.Errorf("- needs a number, this is %s", v)
	}
}

// binaryOp applies an operator as the simulators do: two integers stay integers, with Java's overflow and division;
// with one DOUBLE both become one; powers are always DOUBLE.
func binaryOp(op Op, a, b Val) (Val, error) {
	switch {
	case op.comparison():
		return compareVals(op, a, b)
	case op.boolean():
		x, okX := a.Bool()
		y, okY := b.Bool()
		if !okX || !okY {
			return a, fmt.Errorf("%s needs truth values, not %s and %s", op, a, b)
		}
		switch op {
		case OpAnd:
			return BoolValue(x && y), nil
		case OpOr:
			return BoolValue(x || y), nil
		default:
			return BoolValue(x != y), nil
		}
	case !a.number() || !b.number():
		return a, fmt.Errorf("%s needs numbers, not %s and %s", op, a, b)
	case op == OpPow:
		return DoubleValue(javaPow(a.float(), b.float())), nil
	case a.kind == valInt && b.kind == valInt:
		return intOp(op, a.i, b.i)
	default:
		return DoubleValue(doubleOp(op, a.float(), b.float())), nil
	}
}

func intOp(op Op, a, b int32) (Val, error) {
	switch op {
	case OpAdd:
		return IntValue(a + b), nil
	case OpSub:
		return IntValue(a - b), nil
	case OpMul:
		return IntValue(a * b), nil
	default:
	}
	switch {
	case b == 0:
		return Val{}, fmt.Errorf("division of the whole number %d by zero ends the simulation", a)
	case b == -1: // Go has no overflow there either, but says so less clearly
		if op == OpMod {
			return IntValue(0), nil
		}
		return IntValue(-a), nil
	case op == OpMod:
		return IntValue(a % b), nil
	default:
		return IntValue(a / b), nil
	}
}

// doubleOp computes in 64 bits.
func doubleOp(op Op, a, b float64) float64 {
	switch op {
	case OpAdd:
		return a + b
	case OpSub:
		return a - b
	case OpMul:
		return float64(a * b)
	case OpDiv:
		return a / b
	default:
		return math.Mod(a, b)
	}
}

// javaPow differs from Go's in two cases of IEEE 754 that Java decides otherwise.
func javaPow(a, b float64) float64 {
	if math.IsNaN(b) || (a == 1 || a == -1) && math.IsInf(b, 0) {
		return math.NaN()
	}
	return power(a, b)
}

// compareVals compares numbers by value, whatever their types, and everything else by equality within one type only.
func compareVals(op Op, a, b Val) (Val, error) {
	if a.number() && b.number() {
		x, y := a.float(), b.float()
		switch op {
		case OpLess:
			return BoolValue(x < y), nil
		case OpLessEq:
			return BoolValue(x <= y), nil
		case OpGreater:
			return BoolValue(x > y), nil
		case OpGreatEq:
			return BoolValue(x >= y), nil
		case OpEqual:
			return BoolValue(x == y), nil
		default:
			return BoolValue(x != y), nil
		}
	}
	if a.kind != b.kind || op != OpEqual && op != OpNotEq {
		return a, fmt.Errorf("%s and %s cannot be compared by %s", a, b, op)
	}
	return BoolValue((a == b) == (op == OpEqual)), nil
}
