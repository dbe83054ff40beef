package store

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"beagle/blackboard"
	"beagle/model"
)

// What is read quickly is what encoding/json reads; what is not is left to it.
func TestRowsAreReadQuicklyAsJSONReadsThem(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	numbers := []float64{0, -0.5, 1, 1e-7, 1e21, 123456789.125, math.MaxFloat64, math.SmallestNonzeroFloat64}
	value := func() model.Value {
		switch random.IntN(4) {
		case 0:
			return model.BoolValue(random.IntN(2) == 0)
		case 1:
			return model.TextValue([]string{"", "fast", "größe", "a:b,c}", `with "quotes"`, "back\\slash", "line\nbreak", "<&>"}[random.IntN(8)])
		case 2:
			return model.NumberValue(random.NormFloat64() * math.Pow(10, float64(random.IntN(40)-20)))
		}
		return model.NumberValue(numbers[random.IntN(len(numbers))])
	}
	columns := []model.Variable{{Name: "n", Char: model.ValueOf}, {Name: "mode", Char: model.ValueOf}, {Name: "file", Char: model.ByteSize}}
	names := namesOf(columns)
	quick := 0
	for range 2000 {
		var g blackboard.Group
		for _, c := range columns {
			if random.IntN(4) > 0 {
				g.Inputs = append(g.Inputs, blackboard.Assignment{Variable: c, Value: value()})
			}
		}
		g.Value = value()
		for range random.IntN(4) {
			g.Samples = append(g.Samples, blackboard.Sample{Value: value().Num, Launch: int32(random.IntN(9)), Seq: random.Int64N(1 << 40), Weight: []float64{0, 64, 0.5}[random.IntN(3)]})
		}
		text := func(x any) string {
			data, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
		inputs, single, samples := text(encodeInputs(g.Inputs)), text(encodeValue(g.Value)), text(encodeSamples(g.Samples))
		var got blackboard.Group
		if err := decodeGroup(&got, inputs, single, samples, columns, names); err != nil || !reflect.DeepEqual(got, g) {
			t.Fatalf("%s %s %s: read %+v, not %+v (%v)", inputs, single, samples, got, g, err)
		}
		if _, ok := quickInputs(inputs, names, columns); ok {
			quick++
		}
	}
	if quick < 1000 {
		t.Errorf("only %d of 2000 were read quickly", quick)
	}
}

func TestWhatIsOddIsNotReadQuickly(t *testing.T) {
	columns := []model.Variable{{Name: "n", Char: model.ValueOf}}
	for _, odd := range []string{``, `{`, `{"n.VALUE":}`, `{"n.VALUE":1`, `{"n.VALUE":1,}`, `{"n.VALUE":1}x`, `{"m.VALUE":1}`, `{"n.VALUE":1,"n.VALUE":2}`, `{"n.VALUE":{"number":"NaN"}}`, `{"n.VALUE":"\u00e9"}`, `[]`} {
		if got, ok := quickInputs(odd, namesOf(columns), columns); ok {
			t.Errorf("%s was read as %v", odd, got)
		}
	}
	for _, odd := range []string{``, `[`, `[1,2,3]`, `[[1,2]]`, `[[1,2,3],]`, `[[1,2,3]`, `[[1,2,3]]x`, `[[1,2,3,4,5]]`, `[[1,2,3][1,2,3]]`} {
		if got, ok := quickSamples(odd); ok {
			t.Errorf("%s was read as %v", odd, got)
		}
	}
}
