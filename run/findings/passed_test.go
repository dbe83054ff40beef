package findings

import (
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
	"beagle/run"
)

// plainly says a constant as its digits, and a text as it is.
type plainly struct{ adapter.Expressions }

func (plainly) Say(_ *model.Element, x expression.Node) (string, error) {
	if text, ok := x.(expression.Text); ok {
		return string(text), nil
	}
	return expression.String(x), nil
}

func TestAnArgumentOfWhichNothingIsKnownGetsWhatOthersPass(t *testing.T) {
	loop := model.Element{ID: "_l", PCMID: "_l", Kind: model.Loop}
	board := blackboard.New([]model.Element{loop}, 1, nil)
	size, kind := model.Variable{Name: "files", Char: model.NumberOfElements}, model.Variable{Name: "kind", Char: model.ValueOf}
	packed := model.Variable{Name: "packed", Char: model.ValueOf}
	c := board.Contribute("test")
	var seen []blackboard.Observation
	for i, x := range []float64{2, 4, 8} {
		text := []string{"tar", "zip", "zip"}[i]
		seen = append(seen, blackboard.Observation{
			Inputs: []blackboard.Assignment{{Variable: size, Value: model.NumberValue(x)}, {Variable: kind, Value: model.TextValue(text)}, {Variable: packed, Value: model.BoolValue(i > 0)}},
			Value:  model.NumberValue(x), Weight: 1,
		})
	}
	c.AddResults(loop.ID, seen)
	if err := c.Commit(); err != nil {
		t.Fatal(err)
	}
	f := New(run.Config{}, "", board)
	f.texts.sayer.Text = plainly{}
	for v, want := range map[model.Variable]string{size: "4.667", kind: "zip", packed: "1 == 1"} {
		if m := f.passedBy(loop.ID, v, &model.Element{}); m == nil || m.StoEx != want || m.Times != 3 || m.From != run.WhatIsPassed {
			t.Errorf("%s: %+v", v, m)
		}
	}
	if m := f.passedBy(loop.ID, model.Variable{Name: "other"}, &model.Element{}); m != nil {
		t.Errorf("what nobody saw is %+v", m)
	}
}
