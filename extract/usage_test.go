package extract

import (
	"math"
	"testing"

	"beagle/measure/observed"
	"beagle/model"
)

func size(n float64) model.Value { return model.NumberValue(n) }

func samples(n int, values func(i int) map[model.Variable]model.Value) (all []observed.Sample) {
	for i := range n {
		all = append(all, observed.Sample{Values: values(i), Weight: 1})
	}
	return all
}

func TestArgumentsThatCameTogetherStayTogether(t *testing.T) {
	file, kind := model.Variable{Name: "file", Char: model.ByteSize}, model.Variable{Name: "kind", Char: model.ValueOf}
	few := combinations(samples(4, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{file: size(float64(100 * (i % 2))), kind: model.TextValue([]string{"A", "B"}[i%2])}
	}))
	if len(few) != 2 || few[0].Share != 0.5 || few[0].Values["file.BYTESIZE"] != "0" || few[0].Values["kind.VALUE"] != `"A"` || few[1].Values["kind.VALUE"] != `"B"` {
		t.Errorf("two combinations are %+v", few)
	}
	many := combinations(samples(1000, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{file: size(float64(i)), kind: model.TextValue([]string{"A", "B"}[i%2])}
	}))
	total := 0.0
	for _, one := range many {
		total += one.Share
	}
	if len(many) != maxCombinations || math.Abs(total-1) > 1e-9 {
		t.Errorf("%d combinations have shares of %g together", len(many), total)
	}
	alone := combinations(samples(4, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{file: size(float64(i % 2))}
	}))
	if len(alone) != 1 || alone[0].Values["file.BYTESIZE"] != "IntPMF[(0;0.500000)(1;0.500000)]" {
		t.Errorf("one number alone is %+v", alone)
	}
}
