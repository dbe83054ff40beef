package expression

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/model"
)

// Assignment gives variables their values.
type Assignment map[model.Variable]model.Value

func (a Assignment) String() string {
	if len(a) == 0 {
		return "no variable"
	}
	parts := make([]string, 0, len(a))
	for v, value := range a {
		parts = append(parts, v.String()+" = "+value.String())
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// Eval is the value of an expression under an assignment. A variable without a value is an error that wraps
// model.ErrUndefined. Operands that are NaN make the result NaN, also in comparisons: what is unknown stays unknown.
func Eval(n Node, values Assignment) (float64, error) {
	value, err := eval(n, values)
	if err != nil {
		return math.NaN(), err
	}
	if value.Kind == model.Text {
		return math.NaN(), fmt.Errorf("%s is a text, not a number", String(n))
	}
	return value.Num, nil
}

func eval(n Node, values Assignment) (model.Value, error) {
	switch n := n.(type) {
	case Constant:
		return model.NumberValue(float64(n)), nil
	case Text:
		return model.TextValue(string(n)), nil
	case Variable:
		value, ok := values[n.Variable]
		if !ok || value.Kind == model.None {
			return model.Value{}, fmt.Errorf("%w: there is no value for %s in {%s}", model.ErrUndefined, n, values)
		}
		return value, nil
	case Unary:
		x, err := Eval(n.Arg, values)
		return model.NumberValue(n.Func.apply(x)), err
	case If:
		cond, err := Eval(n.Cond, values)
		switch {
		case err != nil || math.IsNaN(cond):
			return model.NumberValue(math.NaN()), err
		case cond != 0:
			return eval(n.Then, values)
		default:
			return eval(n.Else, values)
		}
	case Binary:
		left, err := eval(n.Left, values)
		if err != nil {
			return left, err
		}
		right, err := eval(n.Right, values)
		if err != nil {
			return right, err
		}
		if left.Kind == model.Text || right.Kind == model.Text {
			return compareText(n, left, right)
		}
		return model.NumberValue(n.Op.apply(left.Num, right.Num)), nil
	}
	return model.Value{}, fmt.Errorf("unknown expression %T", n)
}

// compareText compares texts, which are equal or not; nothing else can be asked of them.
func compareText(n Binary, left, right model.Value) (model.Value, error) {
	if left.Kind != right.Kind {
		return model.Value{}, fmt.Errorf("%s mixes a text and a number", String(n))
	}
	switch n.Op {
	case Equal:
		return model.BoolValue(left.Str == right.Str), nil
	case NotEqual:
		return model.BoolValue(left.Str != right.Str), nil
	default:
	}
	return model.Value{}, fmt.Errorf("%s: texts can only be compared for equality", String(n))
}

func (op Op) apply(a, b float64) float64 {
	switch op {
	case Add:
		return a + b
	case Sub:
		return a - b
	case Mul:
		return a * b
	case Div:
		return a / b
	case Mod:
		return math.Mod(a, b)
	case Pow:
		return pow(a, b)
	case Min:
		return min(a, b)
	case Max:
		return max(a, b)
	case Log:
		return math.Log(b) / math.Log(a)
	default:
	}
	if a != a || b != b {
		return math.NaN()
	}
	return truth(op.holds(a, b))
}

func (op Op) holds(a, b float64) bool {
	switch op {
	case Less:
		return a < b
	case LessEqual:
		return a <= b
	case Greater:
		return a > b
	case GreaterEqual:
		return a >= b
	case Equal:
		return a == b
	case NotEqual:
		return a != b
	case And:
		return a != 0 && b != 0
	case Or:
		return a != 0 || b != 0
	case Xor:
		return (a != 0) != (b != 0)
	default:
	}
	return false
}

func (f Func) apply(x float64) float64 {
	switch f {
	case Neg:
		return -x
	case Not:
		if x != x {
			return x
		}
		return truth(x == 0)
	case Sqrt:
		return math.Sqrt(x)
	case Ln:
		return math.Log(x)
	case Exp:
		return math.Exp(x)
	case Floor:
		return math.Floor(x)
	case Ceil:
		return math.Ceil(x)
	case Round:
		return math.Floor(x + 0.5)
	case Abs:
		return math.Abs(x)
	case Sin:
		return math.Sin(x)
	}
	return math.NaN()
}

func pow(a, b float64) float64 {
	switch b {
	case 2:
		return a * a
	case 3:
		return a * a * a
	case 1:
		return a
	case 0.5:
		return math.Sqrt(a)
	}
	return math.Pow(a, b)
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
