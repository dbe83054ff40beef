package genetic_test

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"beagle/analysers/analyser"
	"beagle/analysers/fit"
	"beagle/analysers/genetic"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// power is x ^ y, which no other analyser knows.
func power() analyser.Task {
	x := model.Column{Variable: model.Variable{Name: "x", Char: model.ValueOf}, Kind: model.Number}
	y := model.Column{Variable: model.Variable{Name: "y", Char: model.ValueOf}, Kind: model.Number}
	target := model.Column{Kind: model.Number}
	for i := range 63 {
		a, b := 1+float64(i%9)/3, 0.5+float64(i%7)/3
		x.Num, y.Num, target.Num = append(x.Num, a), append(y.Num, b), append(target.Num, math.Pow(a, b))
	}
	return analyser.Task{
		Element:   model.Element{Kind: model.InternalAction},
		Table:     &model.Table{Columns: []model.Column{x, y}, Target: target},
		Proposals: []blackboard.Proposal{{Expression: expression.Constant(2.3456)}, {Expression: expression.Variable{Variable: x.Variable}}},
		Seed:      4,
	}
}

func TestWhatNobodyKnowsIsFound(t *testing.T) {
	task := power()
	got := genetic.Analyser.Improve(context.Background(), task)
	if len(got) == 0 {
		t.Fatal("nothing was found")
	}
	data := fit.Prepare(task.Table, true)
	f, err := data.Evaluate(got[0].Expression)
	if err != nil || fit.RelativeError(data, f) > 0.05 {
		t.Errorf("found %s with error %v", expression.String(got[0].Expression), fit.RelativeError(data, f))
	}
}

func TestTheSeedAloneDecides(t *testing.T) {
	texts := func(procs int) []string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		var out []string
		for _, p := range genetic.Analyser.Improve(context.Background(), power()) {
			out = append(out, expression.String(p.Expression))
		}
		return out
	}
	if one, two := texts(1), texts(2); !slices.Equal(one, two) {
		t.Errorf("one core finds %q, two find %q", one, two)
	}
}

func TestNothingIsSearchedWhereNothingIsLeft(t *testing.T) {
	task := power()
	task.Proposals = append(task.Proposals, blackboard.Proposal{Expression: expression.Binary{
		Op: expression.Pow, Left: expression.Variable{Variable: task.Table.Columns[0].Variable}, Right: expression.Variable{Variable: task.Table.Columns[1].Variable},
	}})
	if got := genetic.Analyser.Improve(context.Background(), task); got != nil {
		t.Errorf("proposed %+v", got)
	}
}

func TestTheSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	genetic.Analyser.Improve(ctx, power()) // must come back at once, with or without proposals
}
