package selection

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// What asks for both of two inputs that go together has to win by odds of twenty to one against what asks for one of them; of two that go
// their own ways, and of two characterisations of one argument, nobody asks that.
func TestAskingForBothOfTwoInputsThatGoTogetherHasToPay(t *testing.T) {
	first := expression.Variable{Variable: model.Variable{Name: "first", Char: model.ValueOf}}
	times := func(a, b expression.Node) expression.Node {
		return expression.Binary{Op: expression.Mul, Left: a, Right: b}
	}
	for _, test := range []struct {
		apart float64 // standard deviation of the logarithm of the other input
		other model.Variable
		costs float64
	}{
		{0.03, model.Variable{Name: "second", Char: model.ValueOf}, 3},
		{0.5, model.Variable{Name: "second", Char: model.ValueOf}, 0},
		{0.03, model.Variable{Name: "first", Char: model.ByteSize}, 0},
	} {
		r := rand.New(rand.NewPCG(4, 8))
		table := &model.Table{Columns: []model.Column{{Variable: first.Variable, Kind: model.Number}, {Variable: test.other, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for range 120 {
			x := math.Exp(3 + 4*r.Float64())
			y := 2 * x * math.Exp(test.apart*r.NormFloat64())
			table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, x), append(table.Columns[1].Num, y)
			table.Target.Num = append(table.Target.Num, 3e-9*x*y*math.Exp(0.1*r.NormFloat64()))
		}
		d := dataset.Prepare(table, true)
		second := expression.Variable{Variable: test.other}
		both, one := times(expression.Constant(3.0123e-9), times(first, second)), times(expression.Constant(6.0123e-9), times(first, first))
		c := Compare(d, []expression.Node{both, one}, false)
		prior := func(i int) float64 { return c.Lengths[i] - c.Unexplained(i) }
		named := codelength.Length(both, 2, d.Points()) - codelength.Length(one, 2, d.Points())
		if more := prior(0) - prior(1) - named; math.Abs(more-test.costs) > 1e-9 {
			t.Errorf("%v apart by %v: asking for both costs %v nats more than naming both, want %v", test.other, test.apart, more, test.costs)
		}
	}
}

// A number that has a value for each of three names costs what it takes to say it by them, so that a square of it is not taken for
// being shorter.
func TestANumberThatStandsForNamesCostsWhatTheyCost(t *testing.T) {
	mode := model.Column{Variable: model.Variable{Name: "mode", Char: model.ValueOf}, Kind: model.Text, Levels: []string{"fast", "normal", "best"}}
	code := expression.Variable{Variable: model.Variable{Name: "code", Char: model.ValueOf}}
	r := rand.New(rand.NewPCG(2, 5))
	table := &model.Table{Columns: []model.Column{mode, {Variable: code.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 120 {
		level := r.IntN(3)
		x := 2 * float64(level)
		if i == 60 {
			x++
		}
		table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, float64(level)), append(table.Columns[1].Num, x)
		table.Target.Num = append(table.Target.Num, []float64{2e-5, 3e-5, 9e-5}[level]*math.Exp(0.2*r.NormFloat64()))
	}
	d := dataset.Prepare(table, true)
	is := func(level string) expression.Node {
		return expression.Binary{Op: expression.Equal, Left: expression.Variable{Variable: mode.Variable}, Right: expression.Text(level)}
	}
	byCode := expression.Binary{Op: expression.Add, Left: expression.Constant(2.0123e-5), Right: expression.Binary{Op: expression.Mul, Left: expression.Constant(1.0987e-6), Right: expression.Binary{Op: expression.Pow, Left: code, Right: expression.Constant(3)}}}
	byName := expression.If{Cond: is("fast"), Then: expression.Constant(2.0123e-5), Else: expression.If{Cond: is("normal"), Then: expression.Constant(3.0123e-5), Else: expression.Constant(9.0123e-5)}}
	c := Compare(d, []expression.Node{byCode, byName}, false)
	if c.Reference != 1 {
		t.Errorf("the number is taken: %v", c.Lengths)
	}
	prior := c.Lengths[0] - c.Unexplained(0)
	if named := codelength.Length(byCode, 2, d.Points()); prior < named+5 {
		t.Errorf("asking for the number costs %v nats, only %v more than naming it", prior, prior-named)
	}
}
