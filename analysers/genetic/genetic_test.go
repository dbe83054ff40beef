package genetic_test

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"beagle/learn/analysertest"

	"beagle/analysers/genetic"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// rates is x * y / (x + y), two stages one after the other, which no other
// analyser knows.
func rates() analysertest.Task {
	x := model.Column{Variable: model.Variable{Name: "x", Char: model.ValueOf}, Kind: model.Number}
	y := model.Column{Variable: model.Variable{Name: "y", Char: model.ValueOf}, Kind: model.Number}
	target := model.Column{Kind: model.Number}
	for i := range 63 {
		a, b := 1+float64(i%9)/3, 0.5+float64(i%7)/3
		x.Num, y.Num, target.Num = append(x.Num, a), append(y.Num, b), append(target.Num, a*b/(a+b))
	}
	return analysertest.Task{
		Element:   model.Element{Kind: model.InternalAction},
		Table:     &model.Table{Columns: []model.Column{x, y}, Target: target},
		Proposals: []blackboard.Proposal{{Expression: expression.Constant(2.3456)}, {Expression: expression.Variable{Variable: x.Variable}}},
		Seed:      4,
	}
}

func TestWhatNobodyKnowsIsFound(t *testing.T) {
	task := rates()
	got := analysertest.Propose(t.Context(), t, genetic.Analyser, task)
	if len(got) == 0 {
		t.Fatal("nothing was found")
	}
	data := dataset.Prepare(task.Table, true)
	f, err := data.Evaluate(got[0].Expression)
	if err != nil || dataset.RelativeError(data, f) > 0.05 {
		t.Errorf("found %s with error %v", expression.String(got[0].Expression), dataset.RelativeError(data, f))
	}
}

// Keijzer's 14th function (2003): no sum of terms is one over a sum.
func TestOneOverASumIsFoundAsItIs(t *testing.T) {
	task := rates()
	for i := range task.Table.Target.Num {
		x, y := task.Table.Columns[0].Num[i], task.Table.Columns[1].Num[i]
		task.Table.Target.Num[i] = 8 / (2 + x*x + y*y)
	}
	got := analysertest.Propose(t.Context(), t, genetic.Analyser, task)
	if len(got) == 0 {
		t.Fatal("nothing was found")
	}
	data := dataset.Prepare(task.Table, true)
	f, err := data.Evaluate(got[0].Expression)
	if err != nil || dataset.RelativeError(data, f) > 1e-9 || expression.Size(got[0].Expression) > 15 {
		t.Errorf("found %s with error %v", expression.String(got[0].Expression), dataset.RelativeError(data, f))
	}
}

func TestTheSeedAloneDecides(t *testing.T) {
	texts := func(procs int) []string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		var out []string
		for _, p := range analysertest.Propose(t.Context(), t, genetic.Analyser, rates()) {
			out = append(out, expression.String(p.Expression))
		}
		return out
	}
	if one, two := texts(1), texts(2); !slices.Equal(one, two) {
		t.Errorf("one core finds %q, two find %q", one, two)
	}
}

func TestNothingIsSearchedWhereNothingIsLeft(t *testing.T) {
	task := rates()
	x, y := expression.Variable{Variable: task.Table.Columns[0].Variable}, expression.Variable{Variable: task.Table.Columns[1].Variable}
	task.Proposals = append(task.Proposals, blackboard.Proposal{Expression: expression.Binary{
		Op: expression.Div, Left: expression.Binary{Op: expression.Mul, Left: x, Right: y}, Right: expression.Binary{Op: expression.Add, Left: x, Right: y},
	}})
	if got := analysertest.Propose(t.Context(), t, genetic.Analyser, task); got != nil {
		t.Errorf("proposed %+v", got)
	}
}

func TestTheSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	analysertest.Propose(ctx, t, genetic.Analyser, rates()) // must come back at once, with or without proposals
}

// What is left over of a product bends with both parameters. A power with both
// of them in base and exponent follows that, and is far off where little was
// measured.
func TestNoPowerOfParametersByParametersIsDrawn(t *testing.T) {
	task := rates()
	r := rand.New(rand.NewPCG(5, 5))
	for i := range task.Table.Target.Num {
		x, y := task.Table.Columns[0].Num[i], task.Table.Columns[1].Num[i]
		task.Table.Target.Num[i] = (1 + x*y + 0.1*math.Pow(x, y/2+0.3)) * math.Exp(0.02*r.NormFloat64())
	}
	got := analysertest.Propose(t.Context(), t, genetic.Analyser, task)
	if len(got) == 0 {
		t.Fatal("nothing was searched")
	}
	for _, p := range got {
		if word := codelength.Implausible(p.Expression); word != "" {
			t.Errorf("%s: %s", expression.String(p.Expression), word)
		}
	}
}
