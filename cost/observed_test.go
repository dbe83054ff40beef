package cost

import (
	"math"
	"testing"

	"beagle/measure/java/driver"
	"beagle/model"
)

// Calls of a program that ran teach as those of a driver do. A parameter that got values of several kinds does not confuse that.
func TestCallsOfARunningProgramTeachTheirCost(t *testing.T) {
	m := &driver.Method{Class: "lib/Texts", Name: "wrap", Descriptor: "(Ljava/lang/Object;I)V", Names: []string{"of", "n"}}
	of, n := model.Variable{Name: "of", Char: model.ValueOf}, model.Variable{Name: "n", Char: model.ValueOf}
	var calls []driver.Observation
	for i := range 400 {
		value := model.NumberValue(float64(i % 7))
		if i%3 == 0 {
			value = model.TextValue("RED")
		}
		x := float64(10 + i*i%211)
		calls = append(calls, driver.Observation{
			Launch: 1, Seconds: 1e-6 + 2e-8*x, Calls: 1,
			Inputs: map[model.Variable]model.Value{of: value, n: model.NumberValue(x)},
		})
	}
	r := Observed(t.Context(), m, calls, 10, 1)
	if r.Learnt == nil {
		t.Fatal(r.Problems)
	}
	columns := []model.Column{{Variable: n, Kind: model.Number, Num: []float64{100}}, {Variable: of, Kind: model.Text, Levels: []string{"RED"}, Num: []float64{0}}}
	in, err := r.Predict(columns)
	if err != nil || math.Abs(in[0].Value/3e-6-1) > 0.02 {
		t.Errorf("100 cost %v, want 3e-6 (%v)", in, err)
	}
	if r := Observed(t.Context(), m, nil, 1, 1); r.Learnt != nil || len(r.Problems) != 1 || r.Problems[0].Rule != "never-called" {
		t.Errorf("of no calls it learns %+v", r)
	}
}
