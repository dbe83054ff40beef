package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/run/findings"
)

func TestDemandsCarryTheirScatterWhereThatIsWanted(t *testing.T) {
	n := model.Variable{Name: "n", Char: model.ValueOf}
	for setting, wanted := range map[string]bool{"": false, "false": false, run.ScatterAlways: true, run.ScatterAuto: false} {
		e := model.Element{ID: "e", Kind: model.InternalAction, Inputs: []model.Input{{Name: "n", Type: "INT"}}}
		board := blackboard.New([]model.Element{e}, 1, nil)
		random := rand.New(rand.NewPCG(1, 2))
		var seen []blackboard.Observation
		for i := range 300 {
			x := float64(i%20 + 1)
			seen = append(seen, blackboard.Observation{
				Inputs: []blackboard.Assignment{{Variable: n, Value: model.NumberValue(x)}},
				Value:  model.NumberValue(2 * x * math.Exp(0.2*random.NormFloat64())), Launch: 1, Seq: int64(i),
			})
		}
		c := board.Contribute("test")
		c.AddResults("e", seen)
		c.Propose(blackboard.Proposal{Element: "e", Analyser: "test", Expression: expression.Binary{Op: expression.Mul, Left: expression.Constant(2), Right: expression.Variable{Variable: n}}})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
		f := findings.New(run.Config{Scatter: setting}, "", board)
		p := f.Elements(board.Observations)[0].Proposals[0]
		if got := strings.Contains(p.StoEx, ") * LognormMoments(1.0"); got != wanted || strings.Contains(p.Why, "KS") != wanted {
			t.Errorf("scatter %q: %q, %q", setting, p.StoEx, p.Why)
		}
		if problems := run.CheckText("", &e, p.StoEx); len(problems) > 0 {
			t.Errorf("%q: %v", p.StoEx, problems)
		}
	}
}
