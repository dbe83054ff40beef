package control

import (
	"context"
	"testing"

	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
)

func TestAnElementIsMeasuredWhereThatDecidesWhenAPersonAsks(t *testing.T) {
	place := []blackboard.Assigned{{Variable: model.Variable{Name: "n"}, Value: 1200}}
	undecided := judge.Ruling{Finished: true, Reason: "enough", Verdicts: map[model.ElementID]blackboard.Verdict{
		loopElement.ID: {Undecided: &blackboard.Undecided{Place: place}},
	}}
	m := &launching{planned: 1}
	a := analysis(m, &rulings{answers: []judge.Ruling{undecided, {Finished: true, Reason: "now it is"}}})
	a.Measurer = again{m}
	if err := a.Machine.MeasureThere(loopElement.ID); err != nil {
		t.Fatal(err)
	}
	asked := false
	a.Last = func(context.Context) {
		if !asked { // while the end is prepared, nothing is lost either
			asked = true
			mustAsk(t, func() error { return a.Machine.MeasureThere(loopElement.ID) })
		}
	}
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantState(t, a, Finished)
	var told blackboard.Asked
	if err := a.Board.State(blackboard.AskedKey, &told); err != nil || len(told.Where[loopElement.ID]) != 1 {
		t.Errorf("asked %+v, %v", told, err)
	}
	if m.started.Load() != 2 || a.Machine.Status().Reason != "now it is" {
		t.Errorf("%d launches, reason %q", m.started.Load(), a.Machine.Status().Reason)
	}
	if err := a.Machine.MeasureThere(loopElement.ID); err == nil {
		t.Error("an order after the end was taken")
	}
}
