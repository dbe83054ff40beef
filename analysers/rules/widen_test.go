package rules_test

import (
	"testing"

	"beagle/learn/analysertest"

	"beagle/analysers/rules"
	"beagle/model"
	"beagle/model/expression"
)

func first(t *testing.T, table *model.Table) string {
	t.Helper()
	proposals := analysertest.Propose(t.Context(), t, rules.Analyser, analysertest.Task{Element: model.Element{Kind: model.Branch}, Table: table, Seed: 1})
	if len(proposals) != 1 {
		return "nothing"
	}
	return expression.String(proposals[0].Branches[0].Guard)
}

func TestAThresholdLiesBetweenThePointsThatItDecides(t *testing.T) {
	// amount >= 100 and flag: amounts between 85 and 140 were only seen without the flag.
	amount, flag, taken := []float64{}, []float64{}, []float64{}
	for i := range 60 {
		a, f := float64(5*i), float64(i%2)
		if a > 85 && a < 140 {
			f = 0
		}
		amount, flag = append(amount, a), append(flag, f)
		taken = append(taken, float64(truth(a >= 100 && f == 1)))
	}
	table := &model.Table{
		Target: model.Column{Kind: model.Number, Num: taken},
		Columns: []model.Column{
			{Variable: model.Variable{Name: "amount", Char: model.ValueOf}, Kind: model.Number, Num: amount},
			{Variable: model.Variable{Name: "flag", Char: model.ValueOf}, Kind: model.Bool, Num: flag},
		},
	}
	if got, want := first(t, table), "NOT(flag.VALUE) OR amount.VALUE < 100"; got != want {
		t.Errorf("the first guard is %s, want %s", got, want)
	}
}

func TestFewDecisionsThatDifferAreExplainedWhereTheInputsExplainThem(t *testing.T) {
	// age < 12 or age >= 65, of which the first was seen twice in 30.
	table := &model.Table{Target: model.Column{Kind: model.Number}, Columns: []model.Column{
		{Variable: model.Variable{Name: "age", Char: model.ValueOf}, Kind: model.Number},
	}}
	for _, age := range []float64{7, 11, 13, 17, 18, 21, 22, 26, 29, 30, 33, 35, 38, 40, 41, 44, 47, 50, 52, 55, 57, 60, 62, 64, 65, 70, 72, 77, 81, 88} {
		table.Columns[0].Num = append(table.Columns[0].Num, age)
		table.Target.Num = append(table.Target.Num, float64(truth(age < 12 || age >= 65)))
	}
	if got, want := first(t, table), "age.VALUE <= 64 AND age.VALUE >= 12"; got != want {
		t.Errorf("the first guard is %s, want %s", got, want)
	}
}
