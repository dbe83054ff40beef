package judge

import (
	"math"
	"testing"

	"beagle/statistics/dataset"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

func TestHostileDecisionsAreExaminedWithoutMoreThanTheySay(t *testing.T) {
	column := func(values ...float64) model.Column {
		return model.Column{Variable: n.Variable, Kind: model.Number, Num: values}
	}
	many := model.Column{Variable: model.Variable{Name: "key", Char: model.ValueOf}, Kind: model.Text}
	ways := model.Column{Kind: model.Number}
	for i := range 3000 {
		many.Levels, many.Num = append(many.Levels, string(rune('a'+i%26))+string(rune('0'+i%10))), append(many.Num, float64(i))
		ways.Num = append(ways.Num, float64(i%300))
	}
	hundreds := make([]blackboard.BranchProposal, 300)
	for i := range hundreds {
		hundreds[i].Probability = 1.0 / 300
	}
	even := []blackboard.BranchProposal{{Probability: 0.5}, {Probability: 0.5}}
	for _, c := range []struct {
		name     string
		table    *model.Table
		branches []blackboard.BranchProposal
		training float64
	}{
		{"one row", &model.Table{Columns: []model.Column{column(1)}, Target: model.Column{Kind: model.Number, Num: []float64{0}}}, even, 0},
		{"one way only", &model.Table{Columns: []model.Column{column(1, 2, 3, 4, 5, 6)}, Target: model.Column{Kind: model.Number, Num: make([]float64, 6)}}, even, 0},
		{"holes", &model.Table{Columns: []model.Column{column(1, math.NaN(), 3, math.Inf(1))}, Target: model.Column{Kind: model.Number, Num: []float64{0, 1, math.NaN(), 0}}}, even, 0},
		{"no input", &model.Table{Target: model.Column{Kind: model.Number, Num: []float64{0, 0, 1}}}, even, 1.0 / 3},
		{"hundreds of ways, thousands of names", &model.Table{Columns: []model.Column{many}, Target: ways}, hundreds, 299.0 / 300},
	} {
		e, err := ExplainBranch(t.Context(), dataset.PrepareKind(c.table, model.Branch), c.branches)
		if err != nil || e.Frequent == nil || e.Training > c.training+0.34 {
			t.Errorf("%s: %+v, %v", c.name, e, err)
		}
		for _, x := range []float64{e.Training, e.Validation, e.Extrapolation} {
			if x < 0 || x > 1 { // NaN is what cannot be known
				t.Errorf("%s: a share of %g", c.name, x)
			}
		}
	}
	guard := expression.Binary{Op: expression.Greater, Left: n, Right: expression.Constant(2)}
	one := &model.Table{Columns: []model.Column{column(1, 2, 3, 4, 5, 6)}, Target: model.Column{Kind: model.Number, Num: make([]float64, 6)}}
	if e, err := ExplainBranch(t.Context(), dataset.PrepareKind(one, model.Branch), guarded(guard)); err != nil || e.Validation != 0 {
		t.Errorf("a guard where one way was ever taken: %+v, %v", e, err)
	}
}
