package realcode

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

func TestAReaderSaysTheTermsThatNoOtherOutgrows(t *testing.T) {
	n := expression.Variable{Variable: model.Variable{Name: "n", Char: model.NumberOfElements}}
	bytes := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ByteSize}}
	m := expression.Variable{Variable: model.Variable{Name: "m"}}
	of := func(op expression.Op, l, r expression.Node) expression.Node {
		return expression.Binary{Op: op, Left: l, Right: r}
	}
	number := func(x float64) expression.Node { return expression.Constant(x) }
	sum := func(l, r expression.Node) expression.Node { return of(expression.Add, l, r) }
	product := func(l, r expression.Node) expression.Node { return of(expression.Mul, l, r) }
	log := func(x expression.Node) expression.Node { return of(expression.Log, number(2), x) }
	for want, n := range map[string]expression.Node{
		"1":                            number(3e-6),
		"n":                            sum(number(1e-6), product(number(2e-9), bytes)),
		"log n*n":                      sum(product(number(5), n), product(n, log(n))),
		"n^1.16":                       sum(product(n, log(n)), of(expression.Pow, n, number(1.16))),
		"m*n":                          product(sum(number(3), n), sum(number(4), m)),
		"m + n":                        sum(sum(n, m), of(expression.Div, number(1), n)),
		"m*n + m^2":                    sum(product(m, m), product(n, m)),
		"2^n":                          sum(product(n, n), of(expression.Pow, number(2.02), n)),
		"n^0.5":                        expression.Unary{Func: expression.Sqrt, Arg: sum(n, number(10))},
		"m + n^2":                      expression.If{Cond: of(expression.Less, n, m), Then: product(n, n), Else: sum(m, n)},
		"Min(1, n.NUMBER_OF_ELEMENTS)": of(expression.Min, number(1), n),
	} {
		if got := Grows(n); got != want {
			t.Errorf("%s: a reader says %q, want %q", expression.String(n), got, want)
		}
	}
}

func TestEverySectionIsMarkedAndHasAForm(t *testing.T) {
	all, err := Sections()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 60 {
		t.Errorf("%d sections, want 60", len(all))
	}
	seen := map[string]bool{}
	for _, s := range all {
		if seen[s.Key()] || s.Form == "" || s.Why == "" || s.Offset == 0 || len(s.Inputs) == 0 {
			t.Errorf("%+v", s)
		}
		seen[s.Key()] = true
	}
}

func TestRecordedTablesAreWhole(t *testing.T) {
	for _, condition := range Conditions {
		tables, err := Read(condition)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range tables {
			parts := map[string]int{}
			for _, p := range table.Part {
				parts[p]++
			}
			if parts["1"] < 100 || parts["held"] < 100 || parts["beyond"] < 100 || len(table.Columns) == 0 {
				t.Errorf("%s of %s: rows of each part %v, %d columns", table.Section.Key(), condition, parts, len(table.Columns))
			}
		}
	}
}
