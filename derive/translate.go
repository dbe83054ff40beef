package derive

import (
	"errors"
	"fmt"

	"beagle/internal/formula"
	"beagle/model/expression"
)

var (
	unary = map[string]expression.Func{
		"-": expression.Neg, "!": expression.Not,
		"sqrt": expression.Sqrt, "log": expression.Ln, "exp": expression.Exp,
		"floor": expression.Floor, "ceil": expression.Ceil, "abs": expression.Abs,
	}
	binary = map[string]expression.Op{
		"||": expression.Or, "&&": expression.And,
		"==": expression.Equal, "!=": expression.NotEqual,
		"<": expression.Less, "<=": expression.LessEqual,
		">": expression.Greater, ">=": expression.GreaterEqual,
		"+": expression.Add, "-": expression.Sub,
		"*": expression.Mul, "/": expression.Div, "%": expression.Mod,
		"**": expression.Pow, "min": expression.Min, "max": expression.Max,
	}
)

// translate is a part of a formula as an expression tree; an error names the part that
// no expression can say.
func translate(n *formula.Node) (expression.Node, error) {
	if n.Op == "" && n.Name != "" {
		v, err := variable(n.Name)
		return expression.Variable{Variable: v}, err
	}
	switch x := n.Value.(type) {
	case float64:
		return expression.Constant(x), nil
	case string:
		return expression.Text(x), nil
	}
	args := make([]expression.Node, len(n.Args))
	for i, arg := range n.Args {
		said, err := translate(arg)
		if err != nil {
			return nil, err
		}
		args[i] = said
	}
	if n.Op == "?:" {
		return expression.If{Cond: args[0], Then: args[1], Else: args[2]}, nil
	}
	if f, ok := unary[n.Op]; ok && len(args) == 1 {
		return expression.Unary{Func: f, Arg: args[0]}, nil
	}
	op, ok := binary[n.Op]
	if !ok {
		return nil, fmt.Errorf("%s cannot be said in it", n.Op)
	}
	for _, arg := range args {
		if _, text := arg.(expression.Text); text && op != expression.Equal && op != expression.NotEqual {
			return nil, errors.New("a text can only be compared for equality")
		}
	}
	return expression.Binary{Op: op, Left: args[0], Right: args[1]}, nil
}
