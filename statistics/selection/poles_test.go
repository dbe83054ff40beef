package selection

import (
	"math"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

func variable(name string) expression.Variable {
	return expression.Variable{Variable: model.Variable{Name: name, Char: model.ValueOf}}
}

// inputs are data of some columns, each with sixty values from the first to the second, whole ones where told.
func inputs(t *testing.T, columns map[string][2]float64, whole bool) *dataset.Data {
	t.Helper()
	table := &model.Table{Target: model.Column{Kind: model.Number}}
	const rows = 60
	step := 1
	for _, name := range []string{"work", "n", "k"} {
		ends, ok := columns[name]
		if !ok {
			continue
		}
		c := model.Column{Variable: variable(name).Variable, Kind: model.Number}
		for i := range rows {
			x := ends[0] * math.Pow(ends[1]/ends[0], float64(i*step%rows)/(rows-1))
			if whole {
				x = math.Round(x)
			}
			c.Num = append(c.Num, x)
		}
		table.Columns, step = append(table.Columns, c), step+6
	}
	for i := range rows {
		table.Target.Num = append(table.Target.Num, 1e-6*(1+0.1*float64(i%7)))
	}
	return dataset.Prepare(table, true)
}

func TestNothingIsDividedByAnInputThatMayBeZero(t *testing.T) {
	n, k, work := variable("n"), variable("k"), variable("work")
	num := func(x float64) expression.Node { return expression.Constant(x) }
	ceil := func(n expression.Node) expression.Node { return expression.Unary{Func: expression.Ceil, Arg: n} }
	for _, test := range []struct {
		name    string
		columns map[string][2]float64
		real    bool // not whole
		n       expression.Node
		want    string
	}{
		{name: "a share", columns: map[string][2]float64{"work": {100, 10000}, "k": {1, 16}}, n: bin(expression.Div, work, k), want: "work.VALUE / Max(1, k.VALUE)"},
		{name: "a share of more than were ever few", columns: map[string][2]float64{"work": {100, 10000}, "k": {8, 64}}, n: bin(expression.Div, work, k), want: "work.VALUE / Max(1, k.VALUE)"},
		{name: "started batches", columns: map[string][2]float64{"n": {1, 1000}, "k": {1, 40}}, n: ceil(bin(expression.Div, n, k)), want: "Ceil(n.VALUE / Max(1, k.VALUE))"},
		{name: "a remainder", columns: map[string][2]float64{"n": {1, 1000}, "k": {1, 40}}, n: bin(expression.Mod, n, k), want: "n.VALUE % Max(1, k.VALUE)"},
		{name: "a number alone", columns: map[string][2]float64{"n": {1, 1000}}, n: bin(expression.Div, num(3e-4), n), want: "0.0003 / Max(1, n.VALUE)"},
		{name: "a number alone, far from zero", columns: map[string][2]float64{"n": {1000, 50000}}, n: bin(expression.Div, num(3e-4), n), want: "0.0003 / Max(250, n.VALUE)"},
		{name: "a negative power", columns: map[string][2]float64{"n": {2, 100}}, n: bin(expression.Pow, n, num(-2)), want: "Max(1, n.VALUE) ^ (-2)"},
		{name: "a sum", columns: map[string][2]float64{"n": {1, 30}, "k": {1, 40}}, n: bin(expression.Div, num(1), bin(expression.Add, bin(expression.Mul, num(20), n), bin(expression.Mul, num(30), k))), want: "1 / Max(20, 20 * n.VALUE + 30 * k.VALUE)"},
		{name: "a sum that is never zero", columns: map[string][2]float64{"n": {1, 30}}, n: bin(expression.Div, num(1), bin(expression.Add, num(0.25), n)), want: "1 / (0.25 + n.VALUE)"},
		{name: "what is left of a load", columns: map[string][2]float64{"n": {0.1, 0.9}}, real: true, n: bin(expression.Div, num(1), bin(expression.Sub, num(1), n)), want: "1 / (1 - n.VALUE)"},
		{name: "a rate near zero", columns: map[string][2]float64{"work": {100, 10000}, "k": {0.5, 40}}, real: true, n: bin(expression.Div, work, k), want: "work.VALUE / Max(0.125, k.VALUE)"},
		{name: "a rate far from zero", columns: map[string][2]float64{"work": {100, 10000}, "k": {5.5, 9}}, real: true, n: bin(expression.Div, work, k), want: "work.VALUE / k.VALUE"},
	} {
		d := inputs(t, test.columns, !test.real)
		got := WithoutPoles(d, test.n)
		if text := expression.String(got); text != test.want {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
		before, err := d.Evaluate(test.n)
		after, err2 := d.Evaluate(got)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		for i := range before {
			if before[i] != after[i] {
				t.Errorf("%s: %g instead of %g where it was measured", test.name, after[i], before[i])
				break
			}
		}
	}
}
