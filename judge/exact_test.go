package judge

import (
	"math"
	"slices"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// counted are counts at some values of n.
func counted(f func(n float64) float64, at ...float64) *model.Table {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number, Num: at}}, Target: model.Column{Kind: model.Number}}
	for _, x := range at {
		table.Target.Num = append(table.Target.Num, f(x))
	}
	return table
}

func blocks(of float64) expression.Node {
	return times(18, expression.Unary{Func: expression.Ceil, Arg: bin(expression.Div, n, expression.Constant(of))})
}

// Blocks of 20 or 37 say the same counts up to 40, and others beyond: nobody knows which it is.
func TestADivisorOfExactCountsIsKnownToARangeOnly(t *testing.T) {
	count := func(n float64) float64 { return 18 * math.Ceil(n/30) }
	few := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 38, 39, 40}
	o := assessed(model.Loop, counted(count, few...), propose(blocks(30)), nil)
	v := &o.Verdict
	if v.Finding != blackboard.Exact || v.Optimal() {
		t.Errorf("%s with %+v", v.Finding, v.Reach)
	}
	if v.Undecided == nil || len(v.Undecided.Place) != 1 || !(v.Undecided.Gap >= 0.1) || slices.Contains(few, v.Undecided.Place[0].Value) {
		t.Errorf("undecided %+v, want a place that was not measured", v.Undecided)
	}
	for x := 25.0; x < 400; x++ { // each block's end was seen
		few = append(few, x)
	}
	if o := assessed(model.Loop, counted(count, few...), propose(blocks(30)), nil); !o.Verdict.Optimal() || o.Verdict.Undecided != nil {
		t.Errorf("%+v, undecided %+v", o.Verdict.Reach, o.Verdict.Undecided)
	}
}

// Where a threshold lies between two of forty inputs, the mean of nearly all inputs is known, whichever of these are asked for.
func TestAThresholdBetweenTwoOfManyInputsIsKnownWellEnough(t *testing.T) {
	for at := 212.5; at < 900; at += 25 {
		var all []float64
		for x := 25.0; x <= 1000; x += 25 {
			all = append(all, x)
		}
		count := func(n float64) float64 {
			if n <= at {
				return 3 * n * n
			}
			return 2 * n
		}
		form := expression.If{Cond: bin(expression.LessEqual, n, expression.Constant(at)), Then: bin(expression.Mul, times(3, n), n), Else: times(2, n)}
		if o := assessed(model.Loop, counted(count, all...), propose(form), nil); !o.Verdict.Optimal() {
			t.Errorf("a threshold of %g: %+v", at, o.Verdict.Reach[0])
		}
	}
}

// The range of a number ends where a count would be another one: of a divisor between 25 and 25.5, of a bound without
// limit, where a form has to stay sane; a factor has none.
func TestTheRangeOfANumberEndsWhereACountWouldBeAnother(t *testing.T) {
	data := dataset.Prepare(counted(func(n float64) float64 { return 18 * math.Ceil(n/25.4) }, 25, 51, 52, 76, 77), false)
	if low, high := endOf(data, blocks(25.4), 1, -1), endOf(data, blocks(25.4), 1, 1); math.Abs(low-76.0/3) > 0.001 || math.Abs(high-77.0/3) > 0.2 || high >= 26 {
		t.Errorf("a divisor lies between %v and %v", low, high)
	}
	if low, high := endOf(data, blocks(25.4), 0, -1), endOf(data, blocks(25.4), 0, 1); low != 18 || high != 18 {
		t.Errorf("a factor lies between %v and %v", low, high)
	}
	line := dataset.Prepare(counted(func(n float64) float64 { return 2 * n }, 1, 5, 9), false)
	bounded := bin(expression.Min, expression.Constant(20), times(2, n))
	if low, high := endOf(line, bounded, 0, -1), endOf(line, bounded, 0, 1); math.Abs(low-18) > 0.01 || high != 80 {
		t.Errorf("a bound lies between %v and %v", low, high)
	}
}

// One form far away with next to no probability moves no interval.
func TestAFarAndUnlikelyFormMovesNoInterval(t *testing.T) {
	m := mixture{
		{weight: 1 - 1e-9, middle: []float64{100}, deviation: []float64{0}},
		{weight: 1e-9, middle: []float64{-1e30}, deviation: []float64{0}},
	}
	if low, high := m.quantile(0, 0.05), m.quantile(0, 0.95); math.Abs(low-100) > 0.01 || math.Abs(high-100) > 0.01 {
		t.Errorf("between %v and %v", low, high)
	}
}

// A shorter form is more likely than one that says the same counts with more digits.
func TestOfExactFormsTheShorterIsLikelier(t *testing.T) {
	data := dataset.Prepare(counted(func(n float64) float64 { return 2 * n }, 1, 5, 9), false)
	forms := []Form{{Node: times(2, n), Weight: 1}, {Node: bin(expression.Min, expression.Constant(5740), times(2, n)), Weight: 1}}
	weight := 0.0
	for _, p := range exactly(data, forms, data.Columns) {
		if expression.Uses(p.node, expression.Min) {
			weight += p.weight
		}
	}
	if weight == 0 || weight > 0.001 {
		t.Errorf("a bound that was never reached has the probability %v", weight)
	}
}

// The numbers of a form go through their ranges independently of each other: each has another place in each form.
func TestNumbersGoThroughTheirRangesInOrdersOfTheirOwn(t *testing.T) {
	line := dataset.Prepare(counted(func(n float64) float64 { return 2 * n }, 1, 5, 9), false)
	bounded := bin(expression.Max, expression.Constant(1), bin(expression.Min, expression.Constant(20), times(2, n)))
	forms := alike(line, bounded)
	for place := range 2 { // the least and the most that the form says
		seen := map[float64]bool{}
		for _, form := range forms {
			seen[regression.Numbers(form)[place]] = true
		}
		if len(forms) < 10 || len(seen) != len(forms) {
			t.Errorf("number %d has %d values in %d forms", place, len(seen), len(forms))
		}
	}
}
