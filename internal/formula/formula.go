// Package formula reads and evaluates the formulas that users write in their settings
// (derive, judge.fitness). Flags are numbers: 1 and 0.
package formula

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
)

// longest is how many bytes of a formula are read.
const longest = 4096

// syntax says in words what a formula may hold.
const syntax = "it may use + - * / ** % ( ), comparisons, && || !, a ? b : c, sqrt, log, exp, floor, ceil, abs, min and max"

// Formula is a formula that was read.
type Formula struct {
	text string
	Root *Node // the whole, never nil
}

// Node is a part of a formula: a constant, a variable, or an operation on other parts.
type Node struct {
	Op    string  // operator, function, "?:", "true" or "false"; empty: a constant or a variable
	Args  []*Node // of the operation
	Name  string  // of a variable
	Value any     // of a constant: float64 or string
}

// Parse reads a formula. Its errors, and those of Eval, go on a sentence that
// begins with the formula. Names with dots, such as width.VALUE, may stand with or
// without brackets.
func Parse(text string) (*Formula, error) {
	if len(text) > longest {
		return nil, fmt.Errorf("has %d characters; at most %d are read", len(text), longest)
	}
	p := parser{rest: text}
	root, err := (*Node)(nil), p.next()
	if err == nil {
		root, err = p.choice()
	}
	if err == nil && p.word != "" {
		err = errors.New("an operator is missing, or something stands where it cannot")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w; %s", err, syntax)
	}
	return &Formula{text, root}, nil
}

// Names are the names of the variables that it uses, sorted.
func (f *Formula) Names() []string {
	var names []string
	f.Root.each(func(n *Node) {
		if n.Name != "" {
			names = append(names, n.Name)
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}

func (n *Node) each(of func(*Node)) {
	of(n)
	for _, arg := range n.Args {
		arg.each(of)
	}
}

// Decides reports whether a part's value is a flag.
func (n *Node) Decides() bool {
	switch n.Op {
	case "true", "false", "!", "&&", "||", "==", "!=", "<", "<=", ">", ">=", "=~", "!~", "in":
		return true
	case "?:":
		return n.Args[1].Decides() && n.Args[2].Decides()
	}
	return false
}

// Eval is its value, from variables that are a float64 or a string each.
func (f *Formula) Eval(variables map[string]any) (float64, error) {
	value, err := f.Root.number(variables)
	if err != nil {
		return math.NaN(), fmt.Errorf("cannot be evaluated: %w", err)
	}
	return value, nil
}

// Text is the formula as it was read.
func (f *Formula) Text() string { return f.text }

// String is the formula in quotation marks, shortened for messages.
func (f *Formula) String() string { return Quoted(f.text) }

// Quoted is a text in an error message, of which nobody reads thousands of
// characters.
func Quoted(text string) string {
	const most = 80
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "..."
	}
	return fmt.Sprintf("%q", text)
}

var (
	unary = map[string]func(float64) float64{
		"sqrt": math.Sqrt, "log": math.Log, "exp": math.Exp, "floor": math.Floor, "ceil": math.Ceil, "abs": math.Abs,
		"-": func(x float64) float64 { return -x },
		"!": func(x float64) float64 { return truth(x == 0) },
		"~": func(x float64) float64 { return float64(^int64(x)) },
	}
	binary = map[string]func(a, b float64) float64{
		"min": math.Min, "max": math.Max, "%": math.Mod, "**": math.Pow,
		"+":  func(a, b float64) float64 { return a + b },
		"-":  func(a, b float64) float64 { return a - b },
		"*":  func(a, b float64) float64 { return a * b },
		"/":  func(a, b float64) float64 { return a / b },
		"<":  func(a, b float64) float64 { return truth(a < b) },
		"<=": func(a, b float64) float64 { return truth(a <= b) },
		">":  func(a, b float64) float64 { return truth(a > b) },
		">=": func(a, b float64) float64 { return truth(a >= b) },
		"&&": func(a, b float64) float64 { return truth(a != 0 && b != 0) },
		"||": func(a, b float64) float64 { return truth(a != 0 || b != 0) },
		"&":  func(a, b float64) float64 { return float64(int64(a) & int64(b)) },
		"|":  func(a, b float64) float64 { return float64(int64(a) | int64(b)) },
		"^":  func(a, b float64) float64 { return float64(int64(a) ^ int64(b)) },
		"<<": func(a, b float64) float64 { return float64(uint64(a) << uint64(b)) },
		">>": func(a, b float64) float64 { return float64(uint64(a) >> uint64(b)) },
	}
)

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (n *Node) number(variables map[string]any) (float64, error) {
	value, err := n.eval(variables)
	x, ok := value.(float64)
	if err == nil && !ok {
		err = fmt.Errorf("%q is a text, not a number", value)
	}
	return x, err
}

func (n *Node) eval(variables map[string]any) (any, error) {
	switch n.Op {
	case "", "true", "false":
		if n.Name == "" {
			return n.Value, nil
		}
		value, ok := variables[n.Name]
		if !ok {
			return nil, fmt.Errorf("there is no value of %s", n.Name)
		}
		return value, nil
	case "?:":
		x, err := n.Args[0].number(variables)
		if err != nil {
			return nil, err
		}
		return n.Args[2-int(truth(x != 0))].eval(variables)
	case "??": // every variable has a value
		return n.Args[0].eval(variables)
	case "==", "!=", "in", "=~", "!~":
		return n.compare(variables)
	}
	a, err := n.Args[0].number(variables)
	if err != nil {
		return nil, err
	}
	if len(n.Args) == 1 {
		return unary[n.Op](a), nil
	}
	b, err := n.Args[1].number(variables)
	if err != nil {
		return nil, err
	}
	return binary[n.Op](a, b), nil
}

// compare holds numbers or texts against each other.
func (n *Node) compare(variables map[string]any) (any, error) {
	left, err := n.Args[0].eval(variables)
	if err != nil {
		return nil, err
	}
	for _, arg := range n.Args[1:] {
		right, err := arg.eval(variables)
		if err != nil {
			return nil, err
		}
		same := left == right
		if n.Op == "=~" || n.Op == "!~" {
			pattern, err := regexp.Compile(fmt.Sprint(right))
			if err != nil {
				return nil, err
			}
			same = pattern.MatchString(fmt.Sprint(left))
		}
		if n.Op == "!=" || n.Op == "!~" {
			return truth(!same), nil
		}
		if same {
			return truth(true), nil
		}
	}
	return truth(false), nil
}
