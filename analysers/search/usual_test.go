package search_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/analysers/analyser"
	"beagle/analysers/search"
	"beagle/analysers/sums"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

var items = expression.Variable{Variable: model.Variable{Name: "items", Char: model.NumberOfElements}}

var columns = expression.Variable{Variable: model.Variable{Name: "columns", Char: model.ValueOf}}

// compared are four launches of a program that goes through rows and columns: what a column costs is less where there
// are many, as where a processor takes several at a time.
func compared(seed uint64) *dataset.Data {
	r := rand.New(rand.NewPCG(seed, 16))
	table := &model.Table{Columns: []model.Column{{Variable: items.Variable, Kind: model.Number}, {Variable: columns.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for launch := range int32(4) {
		for seq := range int64(60) {
			rows, cells := math.Round(10*math.Pow(30, r.Float64())), math.Round(10*math.Pow(50, r.Float64()))
			table.Columns[0].Num = append(table.Columns[0].Num, rows)
			table.Columns[1].Num = append(table.Columns[1].Num, cells)
			table.Target.Num = append(table.Target.Num, rows*(6e-9+2e-9*math.Pow(cells, 0.6))*math.Exp(0.15*r.NormFloat64()))
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
		}
	}
	return dataset.Prepare(table, true)
}

// Where the machine bends what a usual sum costs, roots and bends take all places of a search for the least that is left. The
// usual sum is proposed all the same, so that it can be chosen or said to be as likely.
func TestAUsualSumIsProposedBesideRootsThatMeetTheDataBetter(t *testing.T) {
	nested := expression.Binary{Op: expression.Mul, Left: items, Right: columns}
	missing := 0
	for seed := range uint64(5) {
		d := compared(seed)
		line := regression.Fit(d, []regression.Term{{Node: items, Values: values(t, d, items)}, {Node: nested, Values: values(t, d, nested)}})
		wanted := codelength.Shape(regression.Readable(d, line.Node()))
		has := func(n expression.Node) bool { return codelength.Shape(regression.Readable(d, n)) == wanted }
		if !slices.ContainsFunc(search.Found(t.Context(), d, false), func(c search.Candidate) bool { return has(c.Node) }) {
			missing++
		}
		pass := &analyser.Pass{Element: model.Element{ID: "compare", Kind: model.InternalAction}, Data: d}
		if err := sums.Analyser.Run(t.Context(), pass); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(pass.Proposed, func(p blackboard.Proposal) bool { return has(p.Expression) }) {
			t.Errorf("seed %d: %s is not among %d proposals", seed, expression.String(wanted), len(pass.Proposed))
		}
	}
	if missing == 0 {
		t.Error("the search proposes the usual sum by itself, so nothing was tried")
	}
}

func values(t *testing.T, d *dataset.Data, n expression.Node) []float64 {
	t.Helper()
	f, err := d.Evaluate(n)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
