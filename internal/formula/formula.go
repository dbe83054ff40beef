// Package formula evaluates the formulas that users write in their settings (derive, judge.fitness), by
// github.com/casbin/govaluate.
package formula

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/casbin/govaluate"
)

const longest = 4096

// syntax says in words what a formula may hold.
const syntax = "it may use + - * / ** % ( ), comparisons, && || !, a ? b : c, sqrt, log, exp, floor, ceil, abs, min and max"

// Formula is a formula that was read.
type Formula struct {
	text string
	eval *govaluate.EvaluableExpression
}

// Parse reads a formula. Its errors, and those of Eval, go on a sentence that begins with the formula. Names with
// dots, such as width.VALUE, may stand with or without brackets.
func Parse(text string) (f *Formula, err error) {
	if len(text) > longest {
		return nil, fmt.Errorf("has %d characters; at most %d are read", len(text), longest)
	}
	defer func() {
		if failure := recover(); failure != nil {
			f, err = nil, fmt.Errorf("cannot be read: %v", failure)
		}
	}()
	eval, err := govaluate.NewEvaluableExpressionWithFunctions(bracketed(text), functions)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %s; %s", inWords(err), syntax)
	}
	return &Formula{text, eval}, nil
}

// Names are the names of the variables that it uses, sorted.
func (f *Formula) Names() []string {
	names := f.eval.Vars()
	slices.Sort(names)
	return slices.Compact(names)
}

// Tokens are its parts in the order in which they stand.
func (f *Formula) Tokens() []govaluate.ExpressionToken { return f.eval.Tokens() }

// Eval is its value: a float64, a bool or a string, from variables of these types.
func (f *Formula) Eval(variables map[string]any) (value any, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			value, err = nil, fmt.Errorf("cannot be evaluated: %v", failure)
		}
	}()
	if value, err = f.eval.Evaluate(variables); err != nil {
		return nil, errors.New("cannot be evaluated: " + inWords(err))
	}
	switch value.(type) {
	case float64, bool, string:
		return value, nil
	}
	return nil, fmt.Errorf("yields a %T, not a number", value)
}

// Text is the formula as it was read.
func (f *Formula) Text() string { return f.text }

func (f *Formula) String() string { return Quoted(f.text) }

// Quoted is a text in an error message, of which nobody reads thousands of characters.
func Quoted(text string) string { return fmt.Sprintf("%q", shortened(text)) }

func shortened(text string) string {
	const most = 80
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}

func inWords(err error) string {
	text := err.Error()
	if strings.HasPrefix(text, "Cannot transition token types") {
		return "an operator is missing, or something stands where it cannot"
	}
	if text == "" {
		return "nothing is said why"
	}
	return shortened(strings.ToLower(text[:1]) + text[1:])
}

// bracketed puts names with dots into brackets, which govaluate would take for fields of values otherwise.
func bracketed(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\'' || c == '"' || c == '[':
			end := i + 1
			closing := c
			if c == '[' {
				closing = ']'
			}
			for end < len(text) && text[end] != closing {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
			b.WriteString(text[i:end])
			i = end
		case letter(c) || digit(c):
			end := i
			for end < len(text) && (letter(text[end]) || digit(text[end]) || text[end] == '.') {
				end++
			}
			word := text[i:end]
			if letter(c) && strings.Contains(word, ".") {
				word = "[" + word + "]"
			}
			b.WriteString(word)
			i = end
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

func letter(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

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
