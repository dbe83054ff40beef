package predict_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"beagle/model"
	"beagle/model/prediction"
	"beagle/predict"
)

const shop = "../pcm/instance/testdata/shop"

func call(t *testing.T, s prediction.Service, values map[string]float64) prediction.Forecast {
	t.Helper()
	var inputs []prediction.Input
	for name, x := range values {
		v, err := model.ParseVariable(name)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, prediction.Input{Variable: v, Value: model.NumberValue(x), Whole: true})
	}
	f, err := s.Call(inputs)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// order demands 0.001 for each item and saves each, at 1.0E-5 a byte.
func TestAnExecutionIsPredictedFromItsOwnInputs(t *testing.T) {
	file := filepath.Join(shop, "shop.repository")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, problems, err := predict.Predictor{}.Open(file, content, 1)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	order, err := m.Service("_orderSeff")
	if err != nil {
		t.Fatal(err)
	}
	f := call(t, order, map[string]float64{"items.NUMBER_OF_ELEMENTS": 3, "items.INNER.BYTESIZE": 200})
	if want := 0.003 + 3*0.002; math.Abs(f.Mean-want) > 1e-12 || f.Draw != f.Mean {
		t.Errorf("%+v, want %g", f, want)
	}
	if len(f.Parts) != 2 || f.Parts[0].Call || !f.Parts[1].Call || math.Abs(f.Parts[1].Seconds-0.006) > 1e-12 {
		t.Errorf("parts %+v", f.Parts)
	}
	if f = call(t, order, map[string]float64{"items.NUMBER_OF_ELEMENTS": 1, "items.INNER.BYTESIZE": 100}); math.Abs(f.Mean-0.002) > 1e-12 {
		t.Errorf("the next call: %+v", f)
	}
	if _, err := order.Call(nil); err == nil {
		t.Error("without inputs it is predicted all the same")
	}
	if _, err := m.Service("nobody"); err == nil {
		t.Error("there is a service that the model does not have")
	}
}

// A characterisation is drawn once a call: what it decides in several places goes
// together. Drawn for each place, two items saved nine times would take times
// between these two.
func TestWhatIsDrawnOnceIsTheSameEverywhereInTheCall(t *testing.T) {
	q := predict.Question{Models: []string{shop}, Service: "Front.order", Level: predict.Sampling, Seed: 1, Precision: 0.05}
	for _, text := range []string{"items.NUMBER_OF_ELEMENTS=IntPMF[(1;0.5)(9;0.5)]", "items.INNER.BYTESIZE=100"} {
		in, err := predict.ParseInput(text)
		if err != nil {
			t.Fatal(err)
		}
		q.Inputs = append(q.Inputs, in)
	}
	a, err := predict.Predict(t.Context(), q)
	if err != nil {
		t.Fatal(err, a)
	}
	for _, share := range []float64{0.01, 0.2, 0.4, 0.6, 0.8, 0.99} {
		want := 0.002
		if share > 0.5 {
			want = 0.018
		}
		if got := a.Scenarios[0].Quantile(share); math.Abs(got-want) > 0.01*want {
			t.Errorf("the %g quantile is %g, want %g", share, got, want)
		}
	}
}
