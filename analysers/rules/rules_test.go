package rules_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/analysers/rules"
	"beagle/blackboard"
	"beagle/learn/analysertest"
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
		proposals := analysertest.Propose(t.Context(), t, rules.Analyser, analysertest.Task{Element: model.Element{Kind: model.Branch}, Table: table, Seed: 1})
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

func TestRulesCompareSeveralNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const n = 150
	columns := make([]model.Column, 5)
	for c, name := range []string{"used", "capacity", "request", "width", "user"} {
		columns[c] = model.Column{Variable: model.Variable{Name: name, Char: model.ValueOf}, Kind: model.Number}
		for range n {
			columns[c].Num = append(columns[c].Num, float64(r.IntN(60)))
		}
	}
	for i := range columns[1].Num {
		columns[1].Num[i] = float64(16 * (1 + r.IntN(6)))
	}
	for _, c := range []struct {
		taken func(used, capacity, request, width, user float64) bool
		guard string // of the transition that is taken, in one of two ways
		other string
	}{
		{func(used, capacity, request, _, _ float64) bool { return used+request > capacity }, "used.VALUE + request.VALUE > capacity.VALUE", "capacity.VALUE < used.VALUE + request.VALUE"},
		{func(used, capacity, _, _, _ float64) bool { return used > 0.75*capacity }, "used.VALUE > 0.75 * capacity.VALUE", ""},
		{func(_, _, request, width, _ float64) bool { return request > 2*width }, "request.VALUE > 2 * width.VALUE", "2 * width.VALUE < request.VALUE"},
		{func(used, capacity, _, _, _ float64) bool { return 3*used > capacity }, "3 * used.VALUE > capacity.VALUE", "capacity.VALUE < 3 * used.VALUE"},
		{func(_, capacity, request, width, _ float64) bool { return request*width > 10*capacity }, "request.VALUE * width.VALUE > 10 * capacity.VALUE", ""},
		{func(used, _, request, width, user float64) bool { return used+user > request+width }, "used.VALUE + user.VALUE > request.VALUE + width.VALUE", "request.VALUE + width.VALUE < used.VALUE + user.VALUE"},
		{func(_, _, request, width, user float64) bool { return request+width+user >= 100 }, "request.VALUE + width.VALUE + user.VALUE >= 100", ""},
		{func(_, _, request, width, _ float64) bool { return request >= width+10 }, "request.VALUE >= 10 + width.VALUE", "10 + width.VALUE <= request.VALUE"},
	} {
		table := &model.Table{Target: model.Column{Kind: model.Number}, Columns: columns}
		for i := range n {
			at := func(c int) float64 { return columns[c].Num[i] }
			table.Target.Num = append(table.Target.Num, float64(truth(c.taken(at(0), at(1), at(2), at(3), at(4)))))
		}
		proposals := analysertest.Propose(t.Context(), t, rules.Analyser, analysertest.Task{Element: model.Element{Kind: model.Branch}, Table: table, Seed: 1})
		if len(proposals) != 1 {
			t.Errorf("%s: %d proposals", c.guard, len(proposals))
			continue
		}
		if got := expression.String(proposals[0].Branches[1].Guard); got != c.guard && got != c.other {
			t.Errorf("the guard is %s, want %s", got, c.guard)
		}
		oneGuardHolds(t, c.guard, proposals[0], table)
	}
}

func TestGuardsAskNothingThatDecidesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const n = 300
	table := &model.Table{Target: model.Column{Kind: model.Number}, Columns: []model.Column{
		{Variable: model.Variable{Name: "x", Char: model.ValueOf}, Kind: model.Number},
		{Variable: model.Variable{Name: "y", Char: model.ValueOf}, Kind: model.Number},
	}}
	for range n { // taken often for large x, always where y is large, too
		x, y := float64(r.IntN(100)), float64(r.IntN(100))
		table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, x), append(table.Columns[1].Num, y)
		table.Target.Num = append(table.Target.Num, float64(truth(x >= 50 && (y >= 50 || r.Float64() < 0.7))))
	}
	proposals := analysertest.Propose(t.Context(), t, rules.Analyser, analysertest.Task{Element: model.Element{Kind: model.Branch}, Table: table, Seed: 1})
	if len(proposals) != 1 {
		t.Fatalf("%d proposals", len(proposals))
	}
	if got := expression.String(proposals[0].Branches[1].Guard); got != "x.VALUE >= 50" {
		t.Errorf("the guard is %s, want x.VALUE >= 50", got)
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
		for _, p := range analysertest.Propose(t.Context(), t, rules.Analyser, analysertest.Task{Element: model.Element{Kind: model.Branch}, Table: table, Seed: 1}) {
			t.Errorf("seed %d: a coin is explained by %s", seed, expression.String(p.Branches[0].Guard))
		}
	}
}

func TestTables(t *testing.T) { analysertest.Run(t, rules.Analyser) }

func TestRemaindersMayBeAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	table := &model.Table{
		Target:  model.Column{Kind: model.Number},
		Columns: []model.Column{{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number}},
	}
	for range 150 {
		x := r.IntN(500)
		table.Columns[0].Num = append(table.Columns[0].Num, float64(x))
		table.Target.Num = append(table.Target.Num, float64(truth(x%4 != 3)))
	}
	if got, want := first(t, table), "n.VALUE % 4 == 3"; got != want {
		t.Errorf("the first guard is %s, want %s", got, want)
	}
}
