package stoex

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"beagle/model"
)

// Scope tells which variables exist where an expression stands.
type Scope interface {
	// Known reports whether the variable exists. Where it does not, hint says what does.
	Known(path []string) (ok bool, hint string)
}

// Check says what is wrong with an expression at a place: errors for what no parser or simulator accepts, warnings
// for what depends on the tool or on the data. Columns count characters from the start of the expression. inputs are
// the parameters that the expression may use; nil: not known.
func Check(text string, place Place, inputs []model.Input) []model.Problem {
	var scope Scope
	if inputs != nil {
		scope = inputScope(inputs)
	}
	_, problems := CheckIn(text, place, scope)
	return problems
}

// CheckIn is Check with a scope of its own; nil: nothing is known of variables.
func CheckIn(text string, place Place, scope Scope) (Expr, []model.Problem) {
	x, err := Parse(text)
	if err != nil {
		var at *Error
		if errors.As(err, &at) {
			return nil, []model.Problem{{Severity: model.Error, Rule: "stoex-syntax", Column: at.Column, Message: at.Message}}
		}
		return nil, []model.Problem{{Severity: model.Error, Rule: "stoex-syntax", Message: err.Error()}}
	}
	c := &checker{text: text, scope: scope}
	walk(x, c.node)
	c.place(x, place)
	c.divisions(x, place == Demand || place == Time)
	c.problems = append(c.problems, portability(text, x)...)
	sort.SliceStable(c.problems, func(i, j int) bool { return c.problems[i].Column < c.problems[j].Column })
	return x, c.problems
}

type checker struct {
	text     string
	scope    Scope
	problems []model.Problem
}

func problem(text string, severity model.Severity, rule string, at int, format string, args ...any) model.Problem {
	return model.Problem{
		Severity: severity, Rule: rule, Column: utf8.RuneCountInString(text[:min(at, len(text))]) + 1,
		Message: fmt.Sprintf(format, args...),
	}
}

func (c *checker) warn(rule string, at int, format string, args ...any) {
	c.problems = append(c.problems, problem(c.text, model.Warning, rule, at, format, args...))
}

func (c *checker) err(rule string, at int, format string, args ...any) {
	c.problems = append(c.problems, problem(c.text, model.Error, rule, at, format, args...))
}

func (c *checker) node(x Expr) {
	switch x := x.(type) {
	case *Ref:
		if c.scope != nil {
			if ok, hint := c.scope.Known(x.Path); !ok {
				c.err("stoex-variable", x.At, "there is no parameter %s here%s", x.name(), hint)
			}
		}
	case *Call:
		c.call(x)
	case *Unary:
		c.operand(x.X, x.Op, x.Op == OpNot)
	case *Binary:
		if x.Op.comparison() {
			c.compared(x)
			return
		}
		c.operand(x.X, x.Op, x.Op.boolean())
		c.operand(x.Y, x.Op, x.Op.boolean())
		if right, ok := plain(x.Y).(*Int); ok && right.Value == 0 && (x.Op == OpDiv || x.Op == OpMod) {
			c.warn("stoex-division", x.At, "a division by the whole number 0 ends the simulation")
		}
	case *Cond:
		if t := TypeOf(x.If); !t.logical() {
			c.warn("stoex-type", x.If.Pos(), "a condition must be a truth value, this is %s", t)
		}
	case *PMF:
		c.pmf(x)
	}
}

func (c *checker) operand(x Expr, op Op, logical bool) {
	t := TypeOf(x)
	if logical && !t.logical() {
		c.warn("stoex-type", x.Pos(), "%s needs truth values, this is %s", op, t)
	}
	if !logical && !t.numeric() {
		c.warn("stoex-type", x.Pos(), "%s needs numbers, this is %s", op, t)
	}
}

func (c *checker) compared(x *Binary) {
	group := func(t Type) string {
		switch t {
		case TypeAny, TypeAnyPMF:
			return ""
		case TypeEnum, TypeEnumPMF:
			return "a text"
		case TypeBool, TypeBoolPMF:
			return "a truth value"
		default:
			return "a number"
		}
	}
	a, b := group(TypeOf(x.X)), group(TypeOf(x.Y))
	if a != "" && b != "" && a != b {
		c.warn("stoex-type", x.At, "%s is compared with %s", a, b)
	}
}

func (c *checker) call(x *Call) {
	f, ok := library[x.Name]
	if !ok {
		hint := instead[x.Name]
		for name := range library {
			if hint == "" && strings.EqualFold(name, x.Name) {
				hint = "write " + name
			}
		}
		if hint != "" {
			hint = ": " + hint
		}
		c.err("stoex-function", x.At, "no simulator knows the function %s%s", x.Name, hint)
		return
	}
	if len(x.Args) != f.args {
		c.err("stoex-function", x.At, "%s takes %d arguments (%s), here are %d", x.Name, f.args, f.about, len(x.Args))
		return
	}
	for _, arg := range x.Args {
		if t := TypeOf(arg); !t.numeric() {
			c.warn("stoex-type", arg.Pos(), "%s needs numbers, this is %s", x.Name, t)
		}
	}
	if x.Name == "Min" || x.Name == "Max" {
		a, b := TypeOf(x.Args[0]), TypeOf(x.Args[1])
		if a == TypeInt && surelyDouble(x.Args[1]) || b == TypeInt && surelyDouble(x.Args[0]) {
			c.err("stoex-minmax", x.At, "%s ends the simulation where one argument is a whole number and the other is not: write 1.0 * x or a literal such as 2.0", x.Name)
		}
	}
}

// pmf checks a literal's probabilities, within 1e-4 as simulators do, and the order of a density's borders.
func (c *checker) pmf(x *PMF) {
	sum := 0.0
	for i, s := range x.Samples {
		sum += s.Probability
		if x.Kind == DoublePDF && s.Negative {
			c.err("stoex-pdf", s.Value.Pos(), "a DoublePDF with a negative value ends the simulation")
		}
		if x.Kind == DoublePDF && i > 0 && numeric(s) <= numeric(x.Samples[i-1]) {
			c.warn("stoex-pdf", s.Value.Pos(), "the values of a DoublePDF must grow")
		}
	}
	if math.Abs(sum-1) > 1e-4 {
		c.warn("stoex-pmf-sum", x.At, "the probabilities of this %s sum to %s, not to 1", x.Kind, FormatDouble(math.Round(sum*1e6)/1e6))
	}
}

func numeric(s Sample) float64 {
	value := 0.0
	switch v := s.Value.(type) {
	case *Int:
		value = float64(v.Value)
	case *Double:
		value = v.Value
	}
	if s.Negative {
		return -value
	}
	return value
}

func (c *checker) place(x Expr, place Place) {
	t := TypeOf(x)
	at := plain(x).Pos()
	switch {
	case place == Guard:
		if !t.logical() {
			c.err("stoex-place", at, "%s must be a truth value, this is %s", place, t)
		}
		walk(x, func(n Expr) {
			if r, ok := n.(*Ref); ok && slices.Contains(r.Path, "INNER") {
				c.warn("stoex-inner", r.At, "INNER must not be used in a branch condition")
			}
		})
	case place.integer():
		switch {
		case !t.numeric():
			c.err("stoex-place", at, "%s must be a whole number, this is %s", place, t)
		case surelyDouble(x):
			severity := c.warn
			if place == Iterations {
				severity = c.err
			}
			severity("stoex-place", at, "%s must be a whole number, this is %s: write Round(...) or Trunc(...)", place, t)
		}
	case place == Demand || place == Time:
		if !t.numeric() {
			c.err("stoex-place", at, "%s must be a number, this is %s", place, t)
		}
		if n, ok := plain(x).(*Unary); ok && place == Demand && n.Op == OpSub && literal(n.X) {
			c.err("stoex-negative", at, "a negative demand ends the simulation: write Max(0.0, ...)")
		}
	}
}

// divisions warns of divisions of whole numbers, whose fraction Palladio drops, where a fraction is wanted.
func (c *checker) divisions(x Expr, fraction bool) {
	switch x := x.(type) {
	case *Call:
		switch x.Name {
		case "Trunc":
			fraction = false
		case "Ceil", "Round":
			fraction = true
		}
	case *Binary:
		if fraction && x.Op == OpDiv && whole(x.X) && whole(x.Y) && !divides(x.X, x.Y) {
			c.warn("stoex-division", x.At, "a division of whole numbers drops the fraction: make one of them a decimal number, such as 2.0, or write Trunc(...) if that is meant")
		}
	}
	for _, part := range children(x) {
		c.divisions(part, fraction)
	}
}

// divides reports whether a division of literals leaves no fraction; that of one by zero has a warning of its own.
func divides(x, y Expr) bool {
	right, ok := plain(y).(*Int)
	if !ok {
		return false
	}
	left, ok := plain(x).(*Int)
	return right.Value == 0 || ok && left.Value%right.Value == 0
}

func whole(x Expr) bool {
	t := TypeOf(x)
	return t == TypeInt || t == TypeIntPMF
}

func literal(x Expr) bool {
	switch plain(x).(type) {
	case *Int, *Double:
		return true
	}
	return false
}

func surelyDouble(x Expr) bool {
	switch x := plain(x).(type) {
	case *Double:
		return true
	case *PMF:
		return x.Kind == DoublePMF || x.Kind == DoublePDF
	case *Unary:
		return x.Op == OpSub && surelyDouble(x.X)
	case *Binary:
		switch {
		case x.Op == OpPow:
			return true
		case x.Op.comparison() || x.Op.boolean():
			return false
		}
		return surelyDouble(x.X) || surelyDouble(x.Y)
	case *Cond:
		return surelyDouble(x.Then) && surelyDouble(x.Else)
	case *Call:
		f := library[x.Name]
		if x.Name == "Min" || x.Name == "Max" {
			return len(x.Args) == 2 && (surelyDouble(x.Args[0]) || surelyDouble(x.Args[1]))
		}
		return f.result == TypeDouble || f.result == TypeDoublePDF
	}
	return false
}

type inputScope []model.Input

// Known reports whether the service has a parameter of the path's first name, and lists its parameters where it has
// not.
func (s inputScope) Known(path []string) (bool, string) {
	var names []string
	for _, in := range s {
		if in.Name == path[0] {
			return true, ""
		}
		if in.Name != "" {
			names = append(names, in.Name)
		}
	}
	if len(names) == 0 {
		return false, ": the service has no parameters"
	}
	return false, ": the service has " + strings.Join(names, ", ")
}
