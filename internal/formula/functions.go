package formula

import (
	"fmt"
	"math"

	"github.com/casbin/govaluate"
)

var functions = map[string]govaluate.ExpressionFunction{
	"sqrt": unary("sqrt", math.Sqrt), "log": unary("log", math.Log), "exp": unary("exp", math.Exp),
	"floor": unary("floor", math.Floor), "ceil": unary("ceil", math.Ceil), "abs": unary("abs", math.Abs),
	"min": binary("min", math.Min), "max": binary("max", math.Max),
}

func unary(name string, of func(float64) float64) govaluate.ExpressionFunction {
	return func(arguments ...any) (any, error) {
		if len(arguments) == 1 {
			if x, ok := arguments[0].(float64); ok {
				return of(x), nil
			}
		}
		return nil, fmt.Errorf("%s needs one number", name)
	}
}

func binary(name string, of func(a, b float64) float64) govaluate.ExpressionFunction {
	return func(arguments ...any) (any, error) {
		if len(arguments) == 2 {
			a, isA := arguments[0].(float64)
			b, isB := arguments[1].(float64)
			if isA && isB {
				return of(a, b), nil
			}
		}
		return nil, fmt.Errorf("%s needs two numbers", name)
	}
}

// Function is the name of a function token's function, which the token itself does not tell; empty: unknown.
func Function(token govaluate.ExpressionToken) string {
	called, ok := token.Value.(govaluate.ExpressionFunction)
	if !ok {
		return ""
	}
	// Functions cannot be compared: each is told by what it says of no arguments.
	_, err := called()
	if err == nil {
		return ""
	}
	var name string
	_, _ = fmt.Sscanf(err.Error(), "%s needs", &name)
	return name
}
