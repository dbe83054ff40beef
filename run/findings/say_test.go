package findings

import (
	"math"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/derive"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

func TestAFormulaWithoutStoExIsNamed(t *testing.T) {
	own, err := derive.Parse(map[string]string{"low": "n.VALUE & 7"})
	if err != nil {
		t.Fatal(err)
	}
	p := blackboard.Proposal{Expression: expression.Variable{Variable: model.Variable{Name: "low", Char: model.ValueOf}}}
	if _, err := (&Sayer{Own: own}).Say(&model.Element{Kind: model.Loop}, &p, 1, nil); err == nil || !strings.Contains(err.Error(), "the formula \"n.VALUE & 7\" of low has no StoEx") {
		t.Errorf("says %v", err)
	}
}

// means is a language of models without inputs.
type means struct{ adapter.Expressions }

func (means) MeansOnly() bool { return true }

func (means) Say(_ *model.Element, x expression.Node) (string, error) {
	return expression.String(x), nil
}

func TestWithoutInputsACountIsTheMeanOfAll(t *testing.T) {
	table := &model.Table{Target: model.Column{Kind: model.Number, Num: []float64{1, 1, math.NaN(), 1, 9}}, Weight: []float64{1, 1, 5, 1, 3}} // NaN: a hole
	data := func() *dataset.Data { return dataset.Prepare(table, false) }
	said, err := (&Sayer{Text: means{}}).Say(&model.Element{Kind: model.Loop}, &blackboard.Proposal{Expression: expression.Constant(1)}, 1, data)
	if err != nil || said.Text != "5" {
		t.Errorf("1, 1, 1 and three times 9 is said as %s, %v", said.Text, err)
	}
}

func TestADemandInAModelDividesByNothingThatMayBeZero(t *testing.T) {
	n := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for x := 1.0; x < 40; x++ {
		table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, 3e-4/x)
	}
	data := func() *dataset.Data { return dataset.Prepare(table, true) }
	p := blackboard.Proposal{Expression: expression.Binary{Op: expression.Div, Left: expression.Constant(3e-4), Right: n}}
	said, err := (&Sayer{Text: means{}}).Say(&model.Element{Kind: model.InternalAction}, &p, 1, data)
	if err != nil || said.Text != "0.0003 / Max(1, n.VALUE)" {
		t.Errorf("says %q, %v", said.Text, err)
	}
}

func TestOddsAreWrittenWithoutExponents(t *testing.T) {
	for nats, want := range map[float64]string{0.25: "1.28 times as likely", 6: "403 times as likely", 7: "more than 1000 times as likely"} {
		if got := odds(nats); got != want {
			t.Errorf("%g nats are %q, not %q", nats, got, want)
		}
	}
}
