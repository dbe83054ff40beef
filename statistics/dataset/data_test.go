package dataset

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

var n = expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}

func tableOf(x []float64, f func(i int, x float64) float64) *model.Table {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number, Num: x}}, Target: model.Column{Kind: model.Number}}
	for i, v := range x {
		table.Target.Num = append(table.Target.Num, f(i, v))
	}
	return table
}

func said(d *Data, words string) bool {
	return strings.Contains(strings.Join(append(d.Remarks, d.Notes...), "\n"), words)
}

func TestNothingIsLeftOutSilently(t *testing.T) {
	nan := math.NaN()
	table := tableOf([]float64{1, 2, 3, 4, nan, 6}, func(_ int, x float64) float64 { return 2 * x })
	table.Target.Num[4] = 10
	table.Target.Num[5] = math.Inf(1)
	table.Columns = append(table.Columns,
		model.Column{Variable: model.Variable{Name: "rare", Char: model.ValueOf}, Kind: model.Number, Num: []float64{1, nan, nan, nan, 1, 2}},
		model.Column{Variable: model.Variable{Name: "twin", Char: model.ValueOf}, Kind: model.Number, Num: []float64{2, 4, 6, 8, 9, 12}},
		model.Column{Variable: model.Variable{Name: "near", Char: model.ValueOf}, Kind: model.Number, Num: []float64{3, 4, 5, 7, 9, 12}})
	d := Prepare(table, false)
	if d.Points() != 4 || len(d.Columns) != 2 {
		t.Errorf("%d points, %d columns", d.Points(), len(d.Columns))
	}
	for _, words := range []string{"1 of 6 observations were left out: the measured value", "rare.VALUE was left out", "a parameter was not observed", "n.VALUE and twin.VALUE cannot be told apart", "n.VALUE and near.VALUE vary together"} {
		if !said(d, words) {
			t.Errorf("%q is not among %q", words, d.Notes)
		}
	}
}

// Neighbours of large numbers are one value in floating point: a dependency on their difference is lost.
func TestNumbersThatDifferInTheirLastDigitsAreTold(t *testing.T) {
	for _, c := range []struct {
		from, by float64
		told     bool
	}{{1e18, 50, true}, {1e30, 1e15, true}, {1e18, 1e12, false}, {1e6, 1, false}} {
		table := tableOf([]float64{1, 2, 3, 4, 5, 6, 7, 8}, func(_ int, x float64) float64 { return 2 * x })
		for i := range table.Columns[0].Num {
			table.Columns[0].Num[i] = c.from + c.by*float64(i)
		}
		if d := Prepare(table, false); said(d, "n.VALUE differs in its last digits only") != c.told {
			t.Errorf("%g and steps of %g: %q", c.from, c.by, append(d.Remarks, d.Notes...))
		}
	}
}

// Floating point holds 16 digits: that two values are the same means no more.
func TestValuesOfManyDigitsAreTheSameToSixteenOfThem(t *testing.T) {
	for value, want := range map[float64]string{7: "id.VALUE was the same in all observations: ", 1e30: "id.VALUE was the same in all observations to 16 digits: "} {
		table := &model.Table{Columns: []model.Column{{Variable: model.Variable{Name: "id", Char: model.ValueOf}, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for i := range 20 {
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, value), append(table.Target.Num, float64(i+1))
		}
		if d := Prepare(table, true); !slices.ContainsFunc(d.Notes, func(note string) bool { return strings.HasPrefix(note, want) }) {
			t.Errorf("%q, want %q", d.Notes, want)
		}
	}
}

// The rows of a square matrix and the length of one are the same number: people say it of the matrix.
func TestOfEqualsWhatTheArgumentItselfIsStays(t *testing.T) {
	table := tableOf([]float64{1, 2, 3, 4, 5, 6}, func(_ int, x float64) float64 { return 2 * x })
	inner := model.Column{Variable: model.Variable{Name: "a.INNER", Char: model.NumberOfElements}, Kind: model.Number, Num: table.Columns[0].Num}
	table.Columns = []model.Column{inner, table.Columns[0]}
	d := Prepare(table, false)
	if len(d.Columns) != 1 || d.Columns[0].Variable.Name != "n" || len(d.Collinear) != 1 || d.Collinear[0].Left.Variable.Name != "a.INNER" {
		t.Errorf("kept %v, left %v", d.Columns, d.Collinear)
	}
}

func TestReplicatesAreThePointsNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var x []float64
	for i := range 300 {
		x = append(x, float64(i%30+1))
	}
	d := Prepare(tableOf(x, func(i int, x float64) float64 {
		y := 3 * x * math.Exp(0.08*r.NormFloat64())
		if i%50 == 0 {
			y *= 5 // outliers must not count as noise
		}
		return y
	}), true)
	if d.Points() != 30 || d.Cells != 30 || d.Exact {
		t.Errorf("%d points, %d cells", d.Points(), d.Cells)
	}
	if math.Abs(d.Noise-0.08) > 0.015 {
		t.Errorf("noise is %v, want 0.08", d.Noise)
	}
}

func TestWarmUpIsCutOnlyWhereItIsOne(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	random, grown := make([]float64, 300), make([]float64, 300)
	for i := range random {
		random[i] = math.Round(math.Exp(6 * r.Float64()))
		grown[i] = float64(i + 10)
	}
	noise := func() float64 { return math.Exp(0.08 * r.NormFloat64()) }
	warm := func(i int) float64 {
		if i < 40 {
			return 2.5
		}
		return 1
	}
	for name, c := range map[string]struct {
		table    *model.Table
		from, to int
	}{
		"warm-up":                    {tableOf(random, func(i int, x float64) float64 { return (5 + x) * noise() * warm(i) }), 35, 46},
		"none":                       {tableOf(random, func(_ int, x float64) float64 { return (5 + x) * noise() }), 0, 0},
		"small inputs first":         {tableOf(grown, func(_ int, x float64) float64 { return (500 + x*math.Log2(x)) * noise() }), 0, 0},
		"warm-up and growing inputs": {tableOf(grown, func(i int, x float64) float64 { return x * noise() * warm(i) }), 0, 0},
	} {
		d := Prepare(c.table, true)
		if d.WarmUp < c.from || d.WarmUp > c.to {
			t.Errorf("%s: %d rows were cut, want %d to %d", name, d.WarmUp, c.from, c.to)
		}
		if (d.WarmUp > 0) != said(d, "warm-up") {
			t.Errorf("%s: %d rows were cut, and %q was said", name, d.WarmUp, d.Notes)
		}
	}
}

func TestManyPointsAreSampledEvenly(t *testing.T) {
	x := make([]float64, 20000)
	for i := range x {
		x[i] = float64(i)
	}
	d := Prepare(tableOf(x, func(_ int, x float64) float64 { return x }), false)
	if d.Points() > maxPoints || !said(d, "sampled evenly") || d.Columns[0].Num[d.Points()-1] < 19000 {
		t.Errorf("%d points, %q", d.Points(), d.Notes)
	}
}

func TestYesAndNoByNumbersHaveNoLargerValuesAndNoForm(t *testing.T) {
	table := tableOf([]float64{0, 1, 0, 1, 1}, func(i int, x float64) float64 { return float64(i) + x })
	table.Columns = append(table.Columns, model.Column{Variable: model.Variable{Name: "m", Char: model.ValueOf}, Kind: model.Number, Num: []float64{2, 3, 2, 3, 2}})
	d := Prepare(table, true)
	beyond := Beyond(d, ExtrapolationFactor)
	if high := slices.Max(beyond[0].Num); high != 1 {
		t.Errorf("a flag grows to %g", high)
	}
	if high := slices.Max(beyond[1].Num); high != 12 {
		t.Errorf("a number grows to %g", high)
	}
	if said(d, "n.VALUE took only") || !said(d, "m.VALUE took only") {
		t.Errorf("notes are %q", d.Notes)
	}
}

func TestAParameterThatIsOftenMissingGoesRatherThanItsRows(t *testing.T) {
	var x, optional []float64
	for i := range 100 {
		x = append(x, float64(i))
		optional = append(optional, float64(i%7))
		if i%5 < 2 {
			optional[i] = math.NaN()
		}
	}
	table := tableOf(x, func(_ int, x float64) float64 { return 2 * x })
	table.Columns = append(table.Columns, model.Column{Variable: model.Variable{Name: "optional", Char: model.ValueOf}, Kind: model.Number, Num: optional})
	d := Prepare(table, false)
	if d.Points() != 100 || len(d.Columns) != 1 || !said(d, "optional.VALUE was left out: it has a usable value in only 60 of 100 observations") {
		t.Errorf("%d points, %d columns, %q", d.Points(), len(d.Columns), d.Notes)
	}
}

// Half of the observations may come from few inputs, where what is missing was all
// that told them apart.
func TestAParameterThatMostObservationsLackGoesThoughMostInputsHaveIt(t *testing.T) {
	var x, optional, weight []float64
	for i := range 100 {
		x, optional, weight = append(x, float64(i)), append(optional, float64(i%7)), append(weight, 1)
		if i%5 == 0 {
			optional[i], weight[i] = math.NaN(), 4
		}
	}
	table := tableOf(x, func(_ int, x float64) float64 { return 2 * x })
	table.Weight = weight
	table.Columns = append(table.Columns, model.Column{Variable: model.Variable{Name: "optional", Char: model.ValueOf}, Kind: model.Number, Num: optional})
	d := Prepare(table, false)
	if d.Points() != 100 || len(d.Columns) != 1 || !said(d, "optional.VALUE was left out: it has a usable value in only 80 of 160 observations") {
		t.Errorf("%d points, %d columns, %q", d.Points(), len(d.Columns), d.Notes)
	}
}

// What a program costs in the year 8104 nobody asks: of what hardly varied, four times the range is four times as far from the
// least value, and it is said.
func TestWhatHardlyVariedIsNotTakenFourTimesAsLarge(t *testing.T) {
	years := tableOf([]float64{2019, 2020, 2022, 2026, 2024, 2021}, func(i int, _ float64) float64 { return float64(i + 1) })
	d := Prepare(years, true)
	if high := slices.Max(d.Extrapolation[0].Num); high != 2019+4*7 {
		t.Errorf("years go on to %g", high)
	}
	if len(d.Remarks) != 1 || !strings.Contains(d.Remarks[0], "varied by only 0.35 %") {
		t.Errorf("remarks: %q", d.Remarks)
	}
}

func TestATargetThatIsAnInputInAnotherUnitIsSaid(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var elapsed []float64
	for range 20 {
		elapsed = append(elapsed, 100*r.Float64())
	}
	if d := Prepare(tableOf(elapsed, func(_ int, x float64) float64 { return x / 1000 }), true); !said(d, "is n.VALUE the same measurement?") {
		t.Errorf("a leak: %q", d.Notes)
	}
	for i := range elapsed {
		elapsed[i] = float64(i)
	}
	if d := Prepare(tableOf(elapsed, func(_ int, x float64) float64 { return x / 1000 }), true); said(d, "same measurement") {
		t.Errorf("sizes are called a measurement: %q", d.Notes)
	}
}

func TestValuesThatDifferInTheirLastDigitsOnlyAreSaid(t *testing.T) {
	large := func(i int, _ float64) float64 { return 1<<53 + float64(10*i) }
	if d := Prepare(tableOf([]float64{1, 2, 3, 4}, large), false); !said(d, "subtract what all have in common") {
		t.Errorf("notes are %q", d.Notes)
	}
}
