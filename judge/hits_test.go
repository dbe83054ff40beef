package judge

import (
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// inner are counts of a loop in a loop of n rounds, which runs 0, 1, ..., n-1 times; shift moves those of n that it
// is asked for.
func inner(shift func(n int) float64) *model.Table {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for rounds := 2; rounds < 40; rounds++ {
		for round := range rounds {
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, float64(rounds)), append(table.Target.Num, float64(round)+shift(rounds))
			table.Launch, table.Seq = append(table.Launch, int32(rounds%3)), append(table.Seq, int64(len(table.Seq)))
		}
	}
	return table
}

func TestWhatMeetsTheMeansOfCountsIsAheadOfWhatIsNear(t *testing.T) {
	near := expression.Binary{Op: expression.Mul, Left: expression.Constant(0.47), Right: n}
	law := expression.Binary{Op: expression.Sub, Left: expression.Binary{Op: expression.Mul, Left: expression.Constant(0.5), Right: n}, Right: expression.Constant(0.5)}
	proposals := []blackboard.Proposal{{Expression: near}, {Expression: law}}
	for name, shift := range map[string]func(int) float64{
		"all means":            func(int) float64 { return 0 },
		"most, others sampled": func(n int) float64 { return []float64{0, 0, 0, 0, 0.2}[n%5] },
	} {
		o := assess(model.Loop, dataset.PrepareKind(inner(shift), model.Loop), proposals, nil)
		if o.Verdict.Final != 1 || o.Verdict.Lead < 10 {
			t.Errorf("%s: chose %d, %g nats ahead, want the law by 10 at the least: %+v", name, o.Verdict.Final, o.Verdict.Lead, o.Grades)
		}
	}
}

func TestFewMeansThatAreMetAreChance(t *testing.T) {
	d := dataset.PrepareKind(inner(func(n int) float64 { return float64(n % 2) }), model.Loop)
	f, err := d.Evaluate(n)
	if err != nil || meets(d, n, f) != 0 || meets(d, n, make([]float64, len(f))) != 0 {
		t.Errorf("%v, or chance counts", err)
	}
}
