package cost

import (
	"math"
	"testing"

	"beagle/judge"
	"beagle/learn"
	"beagle/model"
)

// Chance makes a mean of standard error 1 exceed another one by 2.326 times the square root of 2 in one of a hundred comparisons. A
// 90 % interval of it has ends 1.645 away.
func TestACostIsSlowerWhereChanceMakesItSoInOneOfAHundredComparisonsOnly(t *testing.T) {
	mean := func(x float64) judge.Interval { return judge.Interval{Value: x, Low: x - 1.645, High: x + 1.645} }
	for by, want := range map[float64]bool{3.2: false, 3.4: true, -9: false} {
		if got := Slower(mean(100), mean(100+by)); got != want {
			t.Errorf("slower by %v: %v", by, got)
		}
	}
	// Intervals that just do not meet, of which one is far wider than the other, differ by chance in one of twenty.
	if Slower(judge.Interval{Value: 100, Low: 99.9, High: 100.1}, judge.Interval{Value: 102, Low: 100.2, High: 104}) {
		t.Error("intervals that do not meet are enough")
	}
}

// one is the cost of 2 ns an element, measured from 10 to 10,240 elements in three launches that take the same.
func one(t *testing.T) (r Result, n model.Variable) {
	t.Helper()
	n = model.Variable{Name: "values", Char: model.NumberOfElements}
	r.Table.Columns = []model.Column{{Variable: n, Kind: model.Number}}
	r.Table.Target.Kind = model.Number
	for launch := range int32(3) {
		for size := 10.0; size <= 10240; size *= math.Sqrt2 {
			r.Table.Columns[0].Num = append(r.Table.Columns[0].Num, size)
			r.Table.Target.Num = append(r.Table.Target.Num, 2e-9*size*(1+0.001*float64(launch)))
			r.Table.Launch = append(r.Table.Launch, launch)
		}
	}
	learnt, err := learn.Table(t.Context(), &r.Table, model.InternalAction, learn.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r.Learnt = &learnt
	return r, n
}

func TestTheLargestInputIsFoundWithItsInterval(t *testing.T) {
	r, n := one(t)
	row := []model.Column{{Variable: n, Kind: model.Number, Num: []float64{0}}}
	for below, want := range map[float64]float64{2e-6: 1000, 4.8e-5: 24000} { // the second lies beyond what was measured
		found, err := r.Largest(row, n, below)
		if err != nil || math.Abs(found.Value/want-1) > 0.01 || !(found.Low < found.Value && found.Value < found.High) || found.Low < want/2 {
			t.Errorf("below %v: %+v %v, want %v", below, found, err, want)
		}
	}
	if found, err := r.Largest(row, n, 1e-9); err != nil || !math.IsNaN(found.Value) {
		t.Errorf("below all: %+v %v", found, err)
	}
	if found, err := r.Largest(row, n, 1); err != nil || !math.IsInf(found.Value, 1) {
		t.Errorf("above all up to four times the range: %+v %v", found, err)
	}
}
