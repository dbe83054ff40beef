package expression

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"beagle/model"
)

type order map[model.Variable]struct{ power, logs float64 }

// Grows says in usual words how an expression grows.
func Grows(n Node) string {
	all := orders(n)
	var vars []model.Variable
	for _, o := range all {
		for v := range o {
			if !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
	}
	slices.SortFunc(vars, func(a, b model.Variable) int { return strings.Compare(a.String(), b.String()) })
	name := func(v model.Variable) string {
		switch {
		case len(vars) == 1:
			return "n"
		}
		return v.Name
	}
	var terms []string
	for _, o := range all {
		if slices.ContainsFunc(all, func(other order) bool { return other.exceeds(o) }) {
			continue
		}
		if text := o.text(vars, name); !slices.Contains(terms, text) {
			terms = append(terms, text)
		}
	}
	if len(terms) > 1 {
		terms = slices.DeleteFunc(terms, func(t string) bool { return t == "1" })
	}
	slices.Sort(terms)
	return strings.Join(terms, " + ")
}

// exponential stands for e^n, which grows faster than all powers: 2^n is its power ln 2.
var exponential = model.Variable{Name: "e^n"}

func (o order) text(vars []model.Variable, name func(model.Variable) string) string {
	var parts []string
	for _, v := range vars {
		e := o[v]
		switch {
		case v == exponential && e.power != 0:
			parts = append(parts, fmt.Sprintf("%.3g^n", math.Exp(e.power)))
		case e.power == 1:
			parts = append(parts, name(v))
		case e.power == 0.5:
			parts = append(parts, "sqrt "+name(v))
		case e.power != 0:
			parts = append(parts, fmt.Sprintf("%s^%.3g", name(v), e.power))
		}
		switch {
		case e.logs == 1:
			parts = append(parts, "log "+name(v))
		case e.logs != 0:
			parts = append(parts, fmt.Sprintf("(log %s)^%.3g", name(v), e.logs))
		}
	}
	if len(parts) == 0 {
		return "1"
	}
	return strings.Join(parts, " ")
}

func (o order) exceeds(other order) bool {
	if a, b := o[exponential].power, other[exponential].power; a != b {
		return a > b
	}
	faster := false
	for _, both := range []order{o, other} {
		for v := range both {
			a, b := o[v], other[v]
			if a.power < b.power || a.power == b.power && a.logs < b.logs {
				return false
			}
			faster = faster || a != b
		}
	}
	return faster
}

func orders(n Node) []order {
	switch n := n.(type) {
	case Variable:
		return []order{{n.Variable: {power: 1}}}
	case Unary:
		return unaryOrders(n)
	case Binary:
		return binaryOrders(n)
	case If:
		return append(within(n.Then, bounded(n.Cond, true)), within(n.Else, bounded(n.Cond, false))...)
	}
	return []order{{}}
}

// within are the orders of what counts for small values of some variables only, which are constants for them.
func within(n Node, small []model.Variable) []order {
	if !slices.ContainsFunc(Variables(n), func(v model.Variable) bool { return !slices.Contains(small, v) }) {
		return []order{{}}
	}
	all := orders(n)
	for _, o := range all {
		for _, v := range small {
			delete(o, v)
		}
	}
	return all
}

// bounded are the variables that are no larger than some number where a condition holds, or where it does not.
func bounded(cond Node, holds bool) []model.Variable {
	if u, ok := cond.(Unary); ok && u.Func == Not {
		return bounded(u.Arg, !holds)
	}
	c, ok := cond.(Binary)
	if !ok {
		return nil
	}
	if c.Op == And && holds || c.Op == Or && !holds {
		return append(bounded(c.Left, holds), bounded(c.Right, holds)...)
	}
	v, left := c.Left.(Variable)
	if !left {
		v, ok = c.Right.(Variable)
	}
	small := false // where it holds
	switch c.Op {
	case Equal:
		small = true
	case NotEqual:
	case Less, LessEqual:
		small = left
	case Greater, GreaterEqual:
		small = !left
	default:
		ok = false
	}
	if !ok || small != holds {
		return nil
	}
	return []model.Variable{v.Variable}
}

func unaryOrders(n Unary) []order {
	all := orders(n.Arg)
	switch n.Func {
	case Sqrt:
		return raised(all, 0.5)
	case Exp:
		if len(Variables(n.Arg)) > 0 {
			return []order{{exponential: {power: slope(n.Arg)}}}
		}
	case Ln:
		return logarithms(n.Arg)
	case Not, Sin:
		return []order{{}}
	default:
	}
	return all
}

func binaryOrders(n Binary) []order {
	left, right := orders(n.Left), orders(n.Right)
	switch n.Op {
	case Add, Sub, Max:
		return append(left, right...)
	case Min:
		if slices.ContainsFunc(left, right[0].exceeds) {
			return left
		}
		return right
	case Mul:
		return products(left, right, 1)
	case Div:
		return products(left, right[:1], -1)
	case Pow:
		if c, ok := n.Right.(Constant); ok {
			return raised(left, float64(c))
		}
		base, ok := n.Left.(Constant)
		if !ok || base <= 0 { // n^n: faster than each
			base = math.MaxFloat32
		}
		return []order{{exponential: {power: math.Log(float64(base)) * slope(n.Right)}}}
	case Mod:
		return right
	case Log:
		return logarithms(n.Right)
	default:
	}
	return []order{{}}
}

// slope is by how much an exponent grows with its variable; of what is no line, 1.
func slope(n Node) float64 {
	if b, ok := n.(Binary); ok {
		left, isLeft := b.Left.(Constant)
		right, isRight := b.Right.(Constant)
		switch {
		case b.Op == Mul && isLeft:
			return float64(left) * slope(b.Right)
		case b.Op == Mul && isRight:
			return float64(right) * slope(b.Left)
		case b.Op == Div && isRight:
			return slope(b.Left) / float64(right)
		case b.Op == Add && isLeft:
			return slope(b.Right)
		case (b.Op == Add || b.Op == Sub) && isRight:
			return slope(b.Left)
		case b.Op == Sub && isLeft:
			return -slope(b.Right)
		}
	}
	return 1
}

func logarithms(of Node) (all []order) {
	for _, v := range Variables(of) {
		all = append(all, order{v: {logs: 1}})
	}
	if all == nil {
		return []order{{}}
	}
	return all
}

func raised(all []order, power float64) (out []order) {
	for _, o := range all {
		out = append(out, o.times(o, power-1))
	}
	return out
}

func products(left, right []order, power float64) (out []order) {
	const most = 64 // terms: an expression that people read has fewer
	for _, a := range left {
		for _, b := range right {
			if len(out) < most {
				out = append(out, a.times(b, power))
			}
		}
	}
	return out
}

func (o order) times(other order, power float64) order {
	out := order{}
	for v, e := range o {
		out[v] = e
	}
	for v, e := range other {
		x := out[v]
		x.power, x.logs = round(x.power+power*e.power), round(x.logs+power*e.logs)
		out[v] = x
		if x.power == 0 && x.logs == 0 {
			delete(out, v)
		}
	}
	return out
}

func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// Growth is how a cost grows with one input: with a power of it and of its logarithm, or exponentially.
type Growth struct {
	Base  float64 // of an exponential; 1: it is none
	Power float64
	Logs  float64
}

// ParseGrowth reads a growth as Grows says it of one input: "1", "log n", "n", "n log n", "n^2", "sqrt n", "1.6^n".
func ParseGrowth(text string) (Growth, error) {
	g := Growth{Base: 1}
	wrong := fmt.Errorf("%q is no growth: write 1, log n, sqrt n, n, n log n, n^2 or 2^n", text)
	words := strings.Fields(strings.ReplaceAll(text, "*", " "))
	if len(words) == 0 {
		return g, wrong
	}
	for i := 0; i < len(words); i++ {
		word := words[i]
		next := i+1 < len(words) && words[i+1] == "n"
		power, hasPower := strings.CutPrefix(word, "n^")
		base, hasBase := strings.CutSuffix(word, "^n")
		logs, hasLogs := "", false
		if i+1 < len(words) && word == "(log" {
			logs, hasLogs = strings.CutPrefix(words[i+1], "n)^")
		}
		switch {
		case word == "1" && len(words) == 1:
		case word == "n":
			g.Power++
		case word == "log" && next:
			g.Logs++
			i++
		case word == "sqrt" && next:
			g.Power += 0.5
			i++
		case hasLogs:
			x, err := strconv.ParseFloat(logs, 64)
			if err != nil {
				return g, wrong
			}
			g.Logs += x
			i++
		case hasPower:
			x, err := strconv.ParseFloat(power, 64)
			if err != nil {
				return g, wrong
			}
			g.Power += x
		case hasBase:
			x, err := strconv.ParseFloat(base, 64)
			if err != nil || !(x > 0) || math.IsInf(x, 0) {
				return g, wrong
			}
			g.Base *= x
		default:
			return g, wrong
		}
	}
	return g, nil
}

// Exceeds reports whether a growth ends above another one as its input grows.
func (g Growth) Exceeds(other Growth) bool {
	switch {
	case g.Base != other.Base:
		return g.Base > other.Base
	case g.Power != other.Power:
		return g.Power > other.Power
	}
	return g.Logs > other.Logs
}
