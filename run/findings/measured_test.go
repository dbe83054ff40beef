package findings

import (
	"math"
	"strings"
	"testing"

	"beagle/blackboard"
	_ "beagle/builtin"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
)

// averaged is an analysis in which nothing was learnt of what was measured.
func averaged(t *testing.T, write string, element model.Element, at campaign.State, values ...float64) *Findings {
	t.Helper()
	element.ID, element.PCMID = "_x", "_x"
	board := blackboard.New([]model.Element{element}, 1, nil)
	c := board.Contribute("measure")
	var all []blackboard.Observation
	for i, v := range values {
		all = append(all, blackboard.Observation{Value: model.NumberValue(v), Launch: 1, Seq: int64(i)})
	}
	if len(all) > 0 {
		c.AddResults(element.ID, all)
	}
	if err := c.SetState("measure", at); err != nil {
		t.Fatal(err)
	}
	if err := c.Commit(); err != nil {
		t.Fatal(err)
	}
	return New(run.Config{Quality: run.Quality{Write: write}}, "", board)
}

// meanIn is the mean that is written of the one element of an analysis.
func meanIn(f *Findings) *run.MeasuredMean { return f.Elements(f.Board.Observations)[0].Measured }

func TestWhatRanAndWasNotLearntGetsItsMeasuredMean(t *testing.T) {
	demand := model.Element{Kind: model.InternalAction, Old: "0", Resource: model.Resource{Name: "CPU"}}
	mean := demand
	mean.Old, mean.Mean = "0.5", true
	theirs := demand
	theirs.Old = "0.5"
	for _, test := range []struct {
		name    string
		write   string
		element model.Element
		values  []float64
		want    string
	}{
		{"a demand", run.WriteMeans, demand, []float64{1e-3, 2e-3, 6e-3}, "0.003"},
		{"a demand of few digits", run.WriteMeans, demand, []float64{3.677773e-8}, "3.678E-8"},
		{"a mean of before", run.WriteMeans, mean, []float64{1e-3, 2e-3, 6e-3}, "0.003"},
		{"a count, as whole numbers", run.WriteMeans, model.Element{Kind: model.Loop, Old: "1"}, []float64{2, 2, 2, 3}, "IntPMF[(2;0.75)(3;0.25)]"},
		{"nobody asked for it", "good", demand, []float64{1e-3}, ""},
		{"somebody's own value", run.WriteMeans, theirs, []float64{1e-3}, ""},
		{"it never ran", run.WriteMeans, demand, nil, ""},
	} {
		m := meanIn(averaged(t, test.write, test.element, campaign.State{}, test.values...))
		switch {
		case m == nil && test.want != "":
			t.Errorf("%s: no mean, want %s", test.name, test.want)
		case m != nil && (m.StoEx != test.want || m.From != run.OwnMeasurements || m.Times != float64(len(test.values))):
			t.Errorf("%s: %+v, want %s", test.name, m, test.want)
		}
	}
}

// Drivers vary inputs by a design, whose mean is that of no program.
func TestADemandThatDriversTeachGetsTheMeanOfTheProgramsLaunches(t *testing.T) {
	demand := model.Element{Kind: model.InternalAction, Old: "0", Resource: model.Resource{Name: "CPU"}}
	at := campaign.State{Untaught: map[model.ElementID][]campaign.Untaught{"_x": {{Launch: 2, Seconds: 30, Times: 10}, {Launch: 3, Seconds: 50, Times: 10}}}}
	m := meanIn(averaged(t, run.WriteMeans, demand, at, 1e-3, 2e-3, 6e-3))
	if m == nil || m.StoEx != "4.0" || m.Times != 20 || m.Error != 1 || !strings.Contains(m.Words(), "20 executions in launches of the program") {
		t.Errorf("%+v", m)
	}
}

// A driver whose every call is shorter than the program's mean has the method do something else; one that has longer
// calls has other sizes, too.
func TestADriverThatNeverTakesAsLongTeachesNothing(t *testing.T) {
	demand := model.Element{Kind: model.InternalAction, Old: "0", Resource: model.Resource{Name: "CPU"}}
	for seconds, mean := range map[float64]bool{0.05: true, 0.02: false} {
		at := campaign.State{Untaught: map[model.ElementID][]campaign.Untaught{"_x": {{Launch: 2, Seconds: seconds, Times: 10}, {Launch: 3, Seconds: 0.1, Times: 10}}}}
		f := averaged(t, run.WriteMeans, demand, at, 1e-3, 2e-3, 3e-3)
		c := f.Board.Contribute("judge")
		c.Propose(blackboard.Proposal{Element: "_x", Expression: expression.Constant(2e-3), Analyser: "constant"})
		c.Judge("_x", []blackboard.Grade{{Fitness: 1, Size: 1}}, blackboard.Verdict{Final: 0})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
		got := f.Elements(f.Board.Observations)[0]
		if (got.Measured != nil) != mean || (got.Below != "") != mean || strings.Contains(strings.Join(got.Warnings, ";"), "its driver's calls take 3 ms at most, and the program's 5 ms on average") != mean {
			t.Errorf("%g s in ten calls: mean %v, %q, %q", seconds, got.Measured, got.Below, got.Warnings)
		}
	}
}

// One number that does not explain what a driver's calls take is the mean of a design: the program's mean stands in its
// place, however far it is from that. Where it explains them, it stays.
func TestOneNumberOfADesignIsNoMeanOfTheProgram(t *testing.T) {
	demand := model.Element{Kind: model.InternalAction, Old: "0", Resource: model.Resource{Name: "CPU"}}
	at := campaign.State{Untaught: map[model.ElementID][]campaign.Untaught{"_x": {{Launch: 2, Seconds: 4e-5, Times: 10}}}}
	for _, below := range [][]blackboard.Below{nil, {{What: blackboard.ErrorLimit, Value: 20, Limit: 0.5}}} {
		f := averaged(t, run.WriteMeans, demand, at, 1e-6, 1e-3, 9e-3)
		c := f.Board.Contribute("judge")
		c.Propose(blackboard.Proposal{Element: "_x", Expression: expression.Constant(3.9e-3), Analyser: "constant"})
		c.Judge("_x", []blackboard.Grade{{Fitness: 1, Size: 1}}, blackboard.Verdict{Final: 0, Below: below})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
		if m := meanIn(f); (m != nil) != (below != nil) || m != nil && m.StoEx != "4.0E-6" {
			t.Errorf("below the asked quality by %v: mean %+v", below, m)
		}
	}
}

func TestABranchGetsTheSharesThatWereTaken(t *testing.T) {
	branch := model.Element{Kind: model.Branch, Branches: []model.Option{{ID: "_a", Probability: 0.5}, {ID: "_b", Probability: 0.5}}}
	m := meanIn(averaged(t, run.WriteMeans, branch, campaign.State{}, 0, 1, 1, 1))
	if m == nil || len(m.Transitions) != 2 || *m.Transitions[0].Probability != 0.25 || *m.Transitions[1].Probability != 0.75 {
		t.Errorf("%+v", m)
	}
	if m := meanIn(averaged(t, run.WriteMeans, branch, campaign.State{}, 0, 2)); m != nil {
		t.Errorf("a transition that the model does not have was taken, but there is %+v", m)
	}
}

// Rounded shares add up to 1, and none is below 0: what rounding makes too much is taken from the largest.
func TestSharesOfABranchAreNeverBelowZero(t *testing.T) {
	branch := model.Element{Kind: model.Branch, Branches: []model.Option{{ID: "_a"}, {ID: "_b"}, {ID: "_c"}, {ID: "_d"}}}
	for i := range branch.Branches {
		branch.Branches[i].Probability = 0.25
	}
	m := meanIn(averaged(t, run.WriteMeans, branch, campaign.State{}, 0, 1, 2, 2, 2, 2))
	if m == nil {
		t.Fatal("there is none")
	}
	sum := 0.0
	for _, b := range m.Transitions {
		if *b.Probability < 0 {
			t.Errorf("%s has the probability %g", b.ID, *b.Probability)
		}
		sum += *b.Probability
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("they sum to %g", sum)
	}
}

// A demand that is learnt from second halves of launches promises nothing of the first; a measured mean is of all.
func TestServicesWithDemandsOfSecondHalvesAreKnown(t *testing.T) {
	early := &blackboard.HeldOut{Error: 0.1, Total: 0.02, Early: &blackboard.WarmUp{Observations: 20, Measured: 2, Modelled: 1}}
	for name, test := range map[string]struct {
		held  *blackboard.HeldOut
		below []blackboard.Below
		want  bool
	}{
		"second halves":            {early, nil, true},
		"all":                      {&blackboard.HeldOut{Error: 0.1, Total: 0.02}, nil, false},
		"its mean in its place":    {early, []blackboard.Below{{What: blackboard.TotalLimit, Value: -0.6, Limit: 0.3}}, false},
		"too few to leave any out": {nil, nil, false},
	} {
		demand := model.Element{ID: "_x", PCMID: "_x", SEFF: "_s", Kind: model.InternalAction, Old: "0", Resource: model.Resource{Name: "CPU"}}
		board := blackboard.New([]model.Element{demand}, 1, nil)
		c := board.Contribute("judge")
		c.Propose(blackboard.Proposal{Element: demand.ID, Expression: expression.Constant(1), Analyser: "constant"})
		c.Judge(demand.ID, []blackboard.Grade{{Fitness: 1, Size: 1}}, blackboard.Verdict{Final: 0, HeldOut: test.held, Below: test.below})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
		if got := New(run.Config{Quality: run.Quality{Write: run.WriteMeans}}, "", board).Settled()["_s"]; got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAMeanOfFewRecordsSaysHowBadlyItIsKnown(t *testing.T) {
	of := func(records float64) *run.MeasuredMean {
		element := model.Element{ID: "_x", PCMID: "_x", Kind: model.Loop, Old: "1"}
		board := blackboard.New([]model.Element{element}, 1, nil)
		c := board.Contribute("measure")
		c.AddResults(element.ID, []blackboard.Observation{
			{Value: model.NumberValue(4), Weight: 2000, Records: 4 * records, Launch: 1, Seq: 1},
			{Value: model.NumberValue(154), Weight: 53, Records: records, Launch: 2, Seq: 1},
		})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
		return meanIn(New(run.Config{Quality: run.Quality{Write: run.WriteMeans}}, "", board))
	}
	few, most := of(1), of(500)
	if said := few.Words(); few.Records != 5 || said != "measured mean of 2,053 executions, of which 5 were recorded and stand for the others; its standard error is 60 %, by the scatter of what was recorded" {
		t.Errorf("%d records: %s", few.Records, said)
	}
	if said := most.Words(); most.Records != 0 || said != "measured mean of 2,053 executions" {
		t.Errorf("all recorded: %s", said)
	}
}

// A limit that the mean keeps no better is no reason to write the mean: a driver's inputs are those of no program.
func TestAMeanStandsOnlyWhereItIsCloserThanTheExpression(t *testing.T) {
	size := model.Variable{Name: "text", Char: model.ByteSize}
	grows := expression.Binary{Op: expression.Mul, Left: expression.Constant(1e-8), Right: expression.Variable{Variable: size}}
	for _, test := range []struct {
		name  string
		node  expression.Node
		below blackboard.Quality
		mean  bool
	}{
		{"it grows as it does", grows, blackboard.MeanLimit, false},
		{"it says one number", expression.Constant(1e-8), blackboard.MeanLimit, true},
		{"it falls as the inputs grow", expression.Binary{Op: expression.Div, Left: expression.Constant(1), Right: expression.Variable{Variable: size}}, blackboard.TotalLimit, true},
		{"it has a number for each input", grows, blackboard.SpareLimit, true},
	} {
		demand := model.Element{ID: "_x", PCMID: "_x", SEFF: "_s", Kind: model.InternalAction, Old: "0", Resource: model.Resource{Name: "CPU"}}
		board := blackboard.New([]model.Element{demand}, 1, nil)
		c := board.Contribute("judge")
		var all []blackboard.Observation
		for i := range 40 {
			n := float64(uint64(1) << (i % 10))
			all = append(all, blackboard.Observation{Value: model.NumberValue(1e-8 * n), Inputs: []blackboard.Assignment{{Variable: size, Value: model.NumberValue(n)}}, Launch: int32(1 + i/10), Seq: int64(i % 10)})
		}
		c.AddResults(demand.ID, all)
		c.Propose(blackboard.Proposal{Element: demand.ID, Expression: test.node, Analyser: "linear"})
		c.Judge(demand.ID, []blackboard.Grade{{Fitness: 1, Size: 1}}, blackboard.Verdict{Final: 0, Below: []blackboard.Below{{What: test.below, Value: 0.4, Limit: 0.3}}})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
		if got := New(run.Config{Quality: run.Quality{Write: run.WriteMeans}}, "", board).line(&demand).state; (got.Measured != nil) != test.mean || (got.Below != "") != test.mean {
			t.Errorf("%s: mean %v, %q", test.name, got.Measured, got.Below)
		}
		if got := New(run.Config{Quality: run.Quality{Write: "good"}}, "", board).line(&demand).state; got.Below == "" {
			t.Errorf("%s: written where only what is good is", test.name)
		}
	}
}
