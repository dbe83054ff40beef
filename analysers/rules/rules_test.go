package rules_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"beagle/analysers/analysertest"
	"beagle/analysers/rules"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

func TestRulesFindWhatTheProgramAsks(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const n = 120
	variable := func(name string) model.Variable { return model.Variable{Name: name, Char: model.ValueOf} }
	size, count := make([]float64, n), make([]float64, n)
	flag, kind := make([]float64, n), make([]float64, n)
	for i := range n {
		size[i] = math.Round(math.Pow(10, 1+4*r.Float64()))
		count[i] = float64(r.IntN(50))
		flag[i] = float64(r.IntN(2))
		kind[i] = float64(r.IntN(3))
	}
	for _, c := range []struct {
		name  string
		taken func(i int) int
		first string // the guard of the first transition
	}{
		{"a threshold", func(i int) int { return truth(size[i] > 1024) }, "size.BYTESIZE < 1024"},
		{"a flag", func(i int) int { return truth(flag[i] == 1) }, "NOT(flag.VALUE)"},
		{"an enumeration", func(i int) int { return truth(kind[i] != 1) }, `kind.VALUE == "tar"`},
		{"a switch", func(i int) int { return int(kind[i]) }, `kind.VALUE == "zip"`},
		{"both", func(i int) int { return truth(flag[i] != 1 || count[i] < 20) }, "flag.VALUE AND count.VALUE >= 20"},
		{"parity", func(i int) int { return truth(int(count[i])%2 != 0) }, "count.VALUE % 2 == 0"},
		{"one more than the other", func(i int) int { return truth(size[i] >= count[i]) }, "size.BYTESIZE < count.VALUE"},
	} {
		target := model.Column{Kind: model.Number, Num: make([]float64, n)}
		for i := range n {
			target.Num[i] = float64(c.taken(i))
		}
		table := &model.Table{Target: target, Columns: []model.Column{
			{Variable: model.Variable{Name: "size", Char: model.ByteSize}, Kind: model.Number, Num: size},
			{Variable: variable("count"), Kind: model.Number, Num: count},
			{Variable: variable("flag"), Kind: model.Bool, Num: flag},
			{Variable: variable("kind"), Kind: model.Text, Num: kind, Levels: []string{"zip", "tar", "rar"}},
		}}
		proposals := rules.Analyser.Learn(context.Background(), model.Element{Kind: model.Branch}, table, 1)
		if len(proposals) != 1 {
			t.Errorf("%s: %d proposals", c.name, len(proposals))
			continue
		}
		if got := expression.String(proposals[0].Branches[0].Guard); got != c.first {
			t.Errorf("%s: the first guard is %s, want %s", c.name, got, c.first)
		}
		oneGuardHolds(t, c.name, proposals[0], table)
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func oneGuardHolds(t *testing.T, name string, p blackboard.Proposal, table *model.Table) {
	t.Helper()
	held := make([]float64, table.Rows())
	for transition, b := range p.Branches {
		program, err := expression.Compile(b.Guard, table.Columns)
		if err != nil {
			t.Fatal(err)
		}
		out := make([]float64, table.Rows())
		program.Eval(out, 0)
		for i, x := range out {
			held[i] += x
			if x == 1 && int(table.Target.Num[i]) != transition {
				t.Fatalf("%s: row %d takes %v, but the guard of %d holds", name, i, table.Target.Num[i], transition)
			}
		}
	}
	for i, count := range held {
		if count != 1 {
			t.Fatalf("%s: %v guards hold in row %d", name, count, i)
		}
	}
}

func TestRandomDecisionsHaveNoRule(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 4))
		x, y, taken := make([]float64, 120), make([]float64, 120), make([]float64, 120)
		for i := range x {
			x[i], y[i], taken[i] = r.Float64()*1000, float64(r.IntN(100)), float64(truth(r.Float64() < 0.3))
		}
		table := &model.Table{Target: model.Column{Kind: model.Number, Num: taken}, Columns: []model.Column{
			{Variable: model.Variable{Name: "x", Char: model.ValueOf}, Kind: model.Number, Num: x},
			{Variable: model.Variable{Name: "y", Char: model.ValueOf}, Kind: model.Number, Num: y},
		}}
		for _, p := range rules.Analyser.Learn(context.Background(), model.Element{Kind: model.Branch}, table, 1) {
			t.Errorf("seed %d: a coin is explained by %s", seed, expression.String(p.Branches[0].Guard))
		}
	}
}

func TestTables(t *testing.T) { analysertest.Run(t, rules.Analyser.Learn) }
