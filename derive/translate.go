package derive

import (
	"errors"
	"fmt"
	"math"

	"github.com/casbin/govaluate"

	"beagle/blackboard"
	"beagle/internal/formula"
	"beagle/model"
	"beagle/model/expression"
)

// translate is a formula as an expression tree; an error names the part that no expression can say.
func translate(f *formula.Formula) (expression.Node, error) {
	t := translator{tokens: f.Tokens()}
	node, err := t.level(0)
	if err == nil && t.at < len(t.tokens) {
		err = unsayable(t.tokens[t.at])
	}
	return node, err
}

// translator reads a formula's tokens from left to right (precedence climbing).
type translator struct {
	tokens []govaluate.ExpressionToken
	at     int
}

// levels are govaluate's operators, from weak to strong.
var levels = []map[string]expression.Op{
	{"||": expression.Or},
	{"&&": expression.And},
	{
		"==": expression.Equal, "!=": expression.NotEqual, "<": expression.Less, "<=": expression.LessEqual,
		">": expression.Greater, ">=": expression.GreaterEqual,
	},
	{"+": expression.Add, "-": expression.Sub},
	{"*": expression.Mul, "/": expression.Div, "%": expression.Mod},
	{"**": expression.Pow},
}

func (t *translator) next() string {
	if t.at == len(t.tokens) {
		return ""
	}
	switch token := t.tokens[t.at]; token.Kind {
	case govaluate.CLAUSE:
		return "("
	case govaluate.CLAUSE_CLOSE:
		return ")"
	case govaluate.SEPARATOR:
		return ","
	case govaluate.PREFIX, govaluate.COMPARATOR, govaluate.LOGICALOP, govaluate.MODIFIER, govaluate.TERNARY:
		return fmt.Sprint(token.Value)
	default:
		return ""
	}
}

func (t *translator) ternary() (expression.Node, error) {
	condition, err := t.level(1)
	if err != nil || t.next() != "?" {
		return condition, err
	}
	t.at++
	then, err := t.level(1)
	if err != nil {
		return nil, err
	}
	if t.next() != ":" {
		return nil, errors.New("a ? has no : behind it")
	}
	t.at++
	other, err := t.ternary()
	return expression.If{Cond: condition, Then: then, Else: other}, err
}

// level is an expression of operators that are at least as strong as a level; 0 is the ternary operator.
func (t *translator) level(n int) (expression.Node, error) {
	switch {
	case n == 0:
		return t.ternary()
	case n > len(levels):
		return t.prefix()
	}
	left, err := t.level(n + 1)
	for err == nil {
		op, here := levels[n-1][t.next()]
		if !here {
			return left, nil
		}
		t.at++
		var right expression.Node
		right, err = t.level(n + 1)
		left = expression.Binary{Op: op, Left: left, Right: right}
	}
	return nil, err
}

func (t *translator) prefix() (expression.Node, error) {
	if t.at == len(t.tokens) {
		return nil, errors.New("it ends too early")
	}
	token := t.tokens[t.at]
	t.at++
	switch token.Kind {
	case govaluate.PREFIX:
		arg, err := t.prefix()
		switch word := fmt.Sprint(token.Value); word {
		case "-":
			return expression.Unary{Func: expression.Neg, Arg: arg}, err
		case "!":
			return expression.Unary{Func: expression.Not, Arg: arg}, err
		}
		return nil, unsayable(token)
	case govaluate.NUMERIC:
		x, _ := token.Value.(float64)
		return expression.Constant(x), nil
	case govaluate.BOOLEAN:
		x, _ := token.Value.(bool)
		return truth(x), nil
	case govaluate.STRING:
		return expression.Text(fmt.Sprint(token.Value)), nil
	case govaluate.VARIABLE:
		v, err := variable(fmt.Sprint(token.Value))
		return expression.Variable{Variable: v}, err
	case govaluate.CLAUSE:
		inner, err := t.level(0)
		if err == nil && t.next() != ")" {
			err = errors.New("a bracket holds more than one value")
		}
		t.at++
		return inner, err
	case govaluate.FUNCTION:
		return t.call(token)
	default:
		return nil, unsayable(token)
	}
}

// truth is a flag as a number: there is no constant flag.
func truth(x bool) expression.Node {
	if x {
		return expression.Constant(1)
	}
	return expression.Constant(0)
}

var (
	unary  = map[string]expression.Func{"sqrt": expression.Sqrt, "log": expression.Ln, "exp": expression.Exp, "floor": expression.Floor, "ceil": expression.Ceil, "abs": expression.Abs}
	binary = map[string]expression.Op{"min": expression.Min, "max": expression.Max}
)

func (t *translator) call(token govaluate.ExpressionToken) (expression.Node, error) {
	name := formula.Function(token)
	if t.next() != "(" {
		return nil, fmt.Errorf("%s has no arguments", name)
	}
	t.at++
	first, err := t.level(0)
	if f, ok := unary[name]; ok && err == nil && t.next() == ")" {
		t.at++
		return expression.Unary{Func: f, Arg: first}, nil
	}
	op, ok := binary[name]
	if err != nil || !ok || t.next() != "," {
		return nil, errors.Join(err, fmt.Errorf("the arguments of %s", name))
	}
	t.at++
	second, err := t.level(0)
	if err == nil && t.next() != ")" {
		err = fmt.Errorf("the arguments of %s", name)
	}
	t.at++
	return expression.Binary{Op: op, Left: first, Right: second}, err
}

func unsayable(token govaluate.ExpressionToken) error {
	return fmt.Errorf("%v cannot be said in it", token.Value)
}

// same is an error where the tree of a formula has another value than the formula.
func same(d blackboard.Derived) error {
	random, compared := uint64(1), false
	var failed error
	values := make([]model.Value, len(d.Inputs))
	columns := make([]model.Column, len(d.Inputs))
	for try := range 256 {
		for i, v := range d.Inputs {
			random = random*6364136223846793005 + 1442695040888963407
			x := float64(int64(random>>33)%2001) / 8
			if try%4 > 0 {
				x = math.Floor(x / 16)
			}
			values[i] = model.NumberValue(x)
			columns[i] = model.Column{Variable: v, Kind: model.Number, Num: []float64{x}}
			switch kind := random >> 20 % 3; {
			case try < 64: // numbers only
			case kind == 1:
				values[i] = model.BoolValue(x > 4)
				columns[i].Kind, columns[i].Num[0] = model.Bool, values[i].Num
			case kind == 2:
				values[i] = model.TextValue("a")
				columns[i].Kind, columns[i].Num[0], columns[i].Levels = model.Text, 0, []string{"a"}
			}
		}
		want := d.Value(values)
		if want.Kind == model.None {
			continue // undefined for these
		}
		program, err := expression.Compile(d.Definition, columns)
		if err != nil {
			failed = err // expressions take texts and flags more strictly
			continue
		}
		compared = true
		got := make([]float64, 1)
		program.Eval(got, 0)
		if math.Abs(got[0]-want.Num) > 1e-9*max(1, math.Abs(want.Num)) {
			return fmt.Errorf("as an expression it would be %g where it is %g, for %v", got[0], want.Num, values)
		}
	}
	if !compared && failed == nil {
		failed = errors.New("whether an expression would say the same cannot be told")
	}
	if compared {
		return nil
	}
	return failed
}
