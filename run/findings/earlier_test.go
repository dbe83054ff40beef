package findings

import (
	"context"
	"testing"

	"beagle/blackboard"
	_ "beagle/builtin"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
)

// What stood after an earlier round is seen as it was then: its expression, its curve
// and the points that it was learnt from, with the error that they gave it.
func TestAnElementIsSeenAsItStoodAfterAnEarlierRound(t *testing.T) {
	n := model.Variable{Name: "n", Char: model.ValueOf}
	element := model.Element{ID: "_l", PCMID: "_l", Kind: model.Loop, Inputs: []model.Input{{Name: "n", Type: "INT"}}}
	board := blackboard.New([]model.Element{element}, 1, nil)
	for launch, proposal := range []expression.Node{expression.Constant(4), expression.Variable{Variable: n}} {
		c := board.Contribute("test")
		for i := range 3 {
			x := float64(4 + launch*10 + i)
			c.AddResults(element.ID, []blackboard.Observation{{Inputs: []blackboard.Assignment{{Variable: n, Value: model.NumberValue(x)}}, Value: model.NumberValue(x), Launch: int32(launch), Seq: int64(i)}})
		}
		c.Propose(blackboard.Proposal{Element: element.ID, Expression: proposal})
		c.Judge(element.ID, []blackboard.Grade{{Fitness: 40, Size: 1}, {Fitness: 2, Size: 1}}[:launch+1], blackboard.Verdict{Final: launch, Finding: blackboard.Scattered})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	f := New(run.Config{Model: "m.repository"}, "", board)
	now, err := f.Detail(context.Background(), element.ID, run.Aspect{})
	if err != nil || now.Rounds != 2 || now.Earlier != nil || len(now.Points) != 6 {
		t.Fatalf("now: %d rounds, %+v, %d points, %v", now.Rounds, now.Earlier, len(now.Points), err)
	}
	then, err := f.Detail(context.Background(), element.ID, run.Aspect{Round: 1})
	if err != nil || then.Earlier == nil || then.Earlier.Best == nil {
		t.Fatalf("then: %+v, %v", then.Earlier, err)
	}
	best := then.Earlier.Best
	if then.Earlier.Round != 1 || then.Earlier.Launches != 1 || best.StoEx != "4" || best.Fitness != 40 || best.Size != 1 {
		t.Errorf("then stood %+v, %+v", then.Earlier, best)
	}
	if !(best.Error > 0.1 && best.Error < 0.25) { // of all that was measured since it is more than half
		t.Errorf("its error was %v of what was measured by then", best.Error)
	}
	if len(then.Points) != 3 || then.Points[2].P == nil || *then.Points[2].P != 4 {
		t.Errorf("points of then: %+v", then.Points)
	}
	if last := len(then.Curve) - 1; last < 0 || then.Curve[last].X != 16 || then.Curve[last].Y != 4 {
		t.Errorf("the curve of then: %+v", then.Curve)
	}
}
