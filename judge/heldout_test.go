package judge

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// slowPath is a quantity that takes thirty times as long now and then: its median
// says nothing of what it costs.
func slowPath(launches int, columns ...model.Column) *model.Table {
	r := rand.New(rand.NewPCG(1, 9))
	table := &model.Table{Columns: columns, Target: model.Column{Kind: model.Number}}
	for launch := range launches {
		for seq := range 100 {
			y := 1e-6 * math.Exp(0.01*r.NormFloat64())
			if r.IntN(10) == 0 {
				y *= 30
			}
			table.Target.Num = append(table.Target.Num, y)
			table.Launch, table.Seq = append(table.Launch, int32(launch)), append(table.Seq, int64(seq))
			for i := range table.Columns {
				table.Columns[i].Num = append(table.Columns[i].Num, float64(r.IntN(50)+1))
			}
		}
	}
	return table
}

// A model predicts totals: the written level is held against launches left out, and
// scatter that no parameter decides is no fault.
func TestARareSlowPathIsPredictedByItsMean(t *testing.T) {
	ruling, err := New(Options{Error: ErrorLimit, Total: TotalLimit}).Judge(context.Background(), judged{slowPath(5), expression.Constant(1e-6)})
	if err != nil {
		t.Fatal(err)
	}
	verdict := ruling.Verdicts["a"]
	if f := verdict.HeldOut; f == nil || f.Launches != 5 || f.Observations != 500 || math.Abs(float64(f.Total)) > 0.2 || verdict.Finding != blackboard.Misfits && verdict.Below != nil {
		t.Errorf("predicted %+v, below %v", f, verdict.Below)
	}
}

func TestAConstantForWhatAParameterDecidesIsBelowTheAskedQuality(t *testing.T) {
	v := judged{measured(func(x float64) float64 { return x * x * x }, 0.05), expression.Constant(8000)}
	ruling, err := New(Options{Error: ErrorLimit, Total: TotalLimit}).Judge(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	verdict := ruling.Verdicts["a"]
	if len(verdict.Below) == 0 || !strings.Contains(Below(&verdict), "limit 50 %") {
		t.Errorf("below: %q, %+v", Below(&verdict), verdict.HeldOut)
	}
	if ruling, _ = New(Options{}).Judge(context.Background(), v); ruling.Verdicts["a"].Below != nil {
		t.Error("it is held to limits that nobody set")
	}
}

func TestALawPredictsObservationsThatWereLeftOut(t *testing.T) {
	table := measured(func(x float64) float64 { return 2 * x }, 0.05)
	f := crossValidate(dataset.Prepare(table, true), times(2.2, n))
	if f == nil || f.Launches != 0 || math.Abs(float64(f.Total)) > 0.03 || math.Abs(float64(f.Error)-0.034) > 0.02 {
		t.Errorf("numbers are learnt anew from the rest: %+v", f)
	}
}

// judged is a blackboard of one demand and one proposal.
type judged struct {
	table    *model.Table
	proposed expression.Node
}

func (v judged) Elements() []model.Element {
	return []model.Element{{ID: "a", Kind: model.InternalAction}}
}
func (v judged) Table(model.ElementID) *model.Table              { return v.table }
func (v judged) State(string, any) error                         { return nil }
func (v judged) Proposals(model.ElementID) []blackboard.Proposal { return propose(v.proposed) }
func (v judged) Data(e *model.Element) *dataset.Data             { return dataset.Prepare(v.table, e.Kind.Noisy()) }
