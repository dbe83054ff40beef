package stoex

import (
	"fmt"
	"slices"
	"strings"

	"beagle/model"
)

// maxTrials bounds the assignments that a set of guards is tried with.
const maxTrials = 4000

// Gap finds values for which none of a branch's guards holds: the simulator ends there.
func Gap(guards []Expr) (gap, overlap string) {
	candidates := map[model.Variable][]Val{}
	var order []model.Variable
	for _, g := range guards {
		if Draws(g) {
			return "", ""
		}
		for _, v := range variables(g) {
			if candidates[v] == nil {
				order = append(order, v)
				candidates[v] = []Val{}
			}
		}
	}
	pool := constants(guards)
	for _, v := range order {
		candidates[v] = fitting(v, guards, pool)
	}
	total := 1
	for _, v := range order {
		total = min(total*len(candidates[v]), maxTrials)
	}
	values := map[model.Variable]Val{}
	for trial := range total {
		rest := trial
		for _, v := range order {
			values[v] = candidates[v][rest%len(candidates[v])]
			rest /= len(candidates[v])
		}
		holding := 0
		for _, g := range guards {
			v, err := Eval(g, values, nil)
			yes, ok := v.Bool()
			if err != nil || !ok {
				return "", ""
			}
			if yes {
				holding++
			}
		}
		if holding == 0 && gap == "" {
			gap = describe(order, values)
		}
		if holding > 1 && overlap == "" {
			overlap = describe(order, values)
		}
	}
	return gap, overlap
}

// Draws reports whether an expression draws random numbers.
func Draws(x Expr) bool {
	found := false
	walk(x, func(x Expr) {
		switch x := x.(type) {
		case *PMF:
			found = true
		case *Call:
			found = found || library[x.Name].random
		}
	})
	return found
}

func variables(x Expr) []model.Variable {
	var list []model.Variable
	walk(x, func(x Expr) {
		if r, ok := x.(*Ref); ok {
			list = append(list, model.Variable{Name: r.name(), Char: r.Char})
		}
	})
	return list
}

func constants(guards []Expr) []Val {
	pool := []Val{IntValue(0), IntValue(1)}
	add := func(v Val) {
		if !slices.Contains(pool, v) {
			pool = append(pool, v)
		}
	}
	for _, g := range guards {
		walk(g, func(x Expr) {
			switch x := x.(type) {
			case *Int:
				for d := int32(-1); d <= 1; d++ {
					add(IntValue(x.Value + d))
				}
			case *Double:
				for _, d := range []float64{-1, 0, 1} {
					add(DoubleValue(x.Value + d))
				}
			case *Text:
				add(TextValue(x.Value))
			}
		})
	}
	add(TextValue("another"))
	return pool
}

// fitting are the values that a variable can be tried with.
func fitting(v model.Variable, guards []Expr, pool []Val) []Val {
	isText, isNumber := false, false
	same := func(x Expr) bool {
		r, ok := plain(x).(*Ref)
		return ok && r.Char == v.Char && r.name() == v.Name
	}
	for _, g := range guards {
		walk(g, func(x Expr) {
			b, ok := x.(*Binary)
			if !ok || b.Op.boolean() || !same(b.X) && !same(b.Y) {
				return
			}
			other := b.Y
			if same(b.Y) {
				other = b.X
			}
			switch TypeOf(other) {
			case TypeEnum:
				isText = true
			case TypeBool, TypeBoolPMF:
			default:
				isNumber = true
			}
		})
	}
	var list []Val
	for _, c := range pool {
		if isText && c.kind == valText || isNumber && !isText && c.number() {
			list = append(list, c)
		}
	}
	if !isText && !isNumber {
		list = []Val{BoolValue(false), BoolValue(true)}
	}
	return list
}

func describe(order []model.Variable, values map[model.Variable]Val) string {
	parts := make([]string, len(order))
	for i, v := range order {
		parts[i] = fmt.Sprintf("%s = %s", v, values[v])
	}
	return strings.Join(parts, ", ")
}
