package validation

import (
	"math"
	"testing"

	"beagle/measure"
	"beagle/model"
)

// A service "outer" with the action "work" calls a service "inner" with the
// action "wait".
var testOrder = measure.Order{
	Services: []measure.Service{{SEFF: "outer", Inputs: []model.Input{{Name: "n"}}}, {SEFF: "inner"}},
	Sections: []measure.Section{{Kind: measure.Demand, PCMID: "work", Service: 0}, {Kind: measure.Demand, PCMID: "wait", Service: 1}},
}

const ms = 1_000_000 // ns

func executions(t *testing.T, events ...measure.Event) (list []*execution) {
	t.Helper()
	r := &reader{
		order: testOrder, clock: measure.CPUTime, threads: map[threadKey]*thread{}, seen: map[seffLaunch]int64{},
		to: func(e *execution) { list = append(list, e) },
	}
	for _, e := range events {
		if e.Kind == measure.DemandCaptured && e.CPU == 0 {
			e.CPU = e.Wall
		}
		if err := r.event(e); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestAnExecutionHasItsInputsItsPartsAndWhatNoneOfThemExplains(t *testing.T) {
	list := executions(t,
		measure.Event{Kind: measure.ServiceEntered, Section: 0, Time: 10 * ms},
		measure.Event{Kind: measure.ParameterCaptured, Section: 0, Index: 0, Char: model.ValueOf, Value: model.NumberValue(7)},
		measure.Event{Kind: measure.DemandCaptured, Section: 0, Time: 11 * ms, Wall: 3 * ms},
		measure.Event{Kind: measure.ServiceEntered, Section: 1, Time: 15 * ms},
		measure.Event{Kind: measure.DemandCaptured, Section: 1, Time: 15 * ms, Wall: 2 * ms, CPU: ms}, // waited for 1 ms
		measure.Event{Kind: measure.ServiceLeft, Section: 1, Time: 17 * ms},
		measure.Event{Kind: measure.ServiceLeft, Section: 0, Time: 20 * ms},
	)
	if len(list) != 2 {
		t.Fatalf("%d executions", len(list))
	}
	inner, outer := list[0], list[1]
	if inner.seff != "inner" || inner.entry || !near(inner.took, 0.001) || !near(inner.covered, 0.001) {
		t.Errorf("inner: %+v", inner)
	}
	if outer.seff != "outer" || !outer.entry || !near(outer.clock, 0.010) || !near(outer.took, 0.009) || !near(outer.covered, 0.004) {
		t.Errorf("outer: %+v", outer)
	}
	if len(outer.inputs) != 1 || outer.inputs[0].Variable.String() != "n.VALUE" || outer.inputs[0].Value.Num != 7 {
		t.Errorf("inputs %+v", outer.inputs)
	}
	want := []gap{{"", "work", 0.001}, {"work", "inner", 0.001}, {"inner", "", 0.003}}
	if len(outer.gaps) != len(want) {
		t.Fatalf("gaps %+v", outer.gaps)
	}
	for i, g := range outer.gaps {
		if g.after != want[i].after || g.before != want[i].before || !near(g.seconds, want[i].seconds) {
			t.Errorf("gap %+v, want %+v", g, want[i])
		}
	}
}

// Where probes leave executions out, those that are recorded stand for several:
// within an execution that stands for five, an action that stands for five ran once.
func TestWeightsCountExecutionsOfTheProgram(t *testing.T) {
	list := executions(t,
		measure.Event{Kind: measure.ServiceEntered, Section: 0, Time: 10 * ms},
		measure.Event{Kind: measure.ServiceEntered, Section: 1, Time: 10 * ms, Weight: 5},
		measure.Event{Kind: measure.DemandCaptured, Section: 1, Time: 10 * ms, Wall: ms, Weight: 5},
		measure.Event{Kind: measure.ServiceLeft, Section: 1, Time: 11 * ms, Weight: 5},
		measure.Event{Kind: measure.ServiceLeft, Section: 0, Time: 15 * ms},
	)
	inner, outer := list[0], list[1]
	if !near(inner.covered, 0.001) || inner.weight != 5 {
		t.Errorf("inner: %+v", inner)
	}
	if !near(outer.covered, 0.005) || !outer.sampled || len(outer.gaps) != 0 {
		t.Errorf("outer: %+v", outer)
	}
}

// What a thread waits in a demand of the processor, and outside of all demands, is
// no work; what it waits in an action that is to wait is what is predicted.
func TestTimeWithoutAProcessorIsNoWork(t *testing.T) {
	var list []*execution
	r := &reader{
		order: testOrder, clock: measure.AutoClock, short: map[string]bool{"work": true}, waiting: map[string]bool{"wait": true},
		threads: map[threadKey]*thread{}, seen: map[seffLaunch]int64{}, to: func(e *execution) { list = append(list, e) },
	}
	for _, e := range []measure.Event{
		{Kind: measure.ServiceEntered, Section: 0, Time: 10 * ms},
		{Kind: measure.DemandCaptured, Section: 0, Time: 10 * ms, Wall: 4 * ms, CPU: -1, Away: 3 * ms},
		{Kind: measure.ServiceEntered, Section: 1, Time: 14 * ms},
		{Kind: measure.DemandCaptured, Section: 1, Time: 14 * ms, Wall: 5 * ms, CPU: 0},
		{Kind: measure.ServiceLeft, Section: 1, Time: 20 * ms, Wall: 6 * ms, Away: 5 * ms},
		{Kind: measure.ServiceLeft, Section: 0, Time: 30 * ms, Wall: 19 * ms, Away: 10 * ms},
	} {
		if err := r.event(e); err != nil {
			t.Fatal(err)
		}
	}
	inner, outer := list[0], list[1]
	if !near(inner.took, 0.006) || !near(inner.waited, 0) {
		t.Errorf("inner: %+v", inner)
	}
	// 20 ms on the clock: 1 the probes', 3 away in "work", 2 away between, 5 of waiting kept.
	if !near(outer.probes, 0.001) || !near(outer.waited, 0.002) || !near(outer.took, 0.014) || !near(outer.covered, 0.007) {
		t.Errorf("outer: %+v", outer)
	}
}

func TestWhatIsMeasuredInsideAnActionCountsOnce(t *testing.T) {
	list := executions(t,
		measure.Event{Kind: measure.ServiceEntered, Section: 0, Time: 10 * ms},
		measure.Event{Kind: measure.ServiceEntered, Section: 1, Time: 12 * ms},
		measure.Event{Kind: measure.ServiceLeft, Section: 1, Time: 14 * ms},
		measure.Event{Kind: measure.DemandCaptured, Section: 0, Time: 11 * ms, Wall: 6 * ms},
		measure.Event{Kind: measure.ServiceLeft, Section: 0, Time: 17 * ms},
	)
	if outer := list[1]; !near(outer.covered, 0.006) {
		t.Errorf("covered %g", outer.covered)
	}
}

func TestDistancesOfSamples(t *testing.T) {
	a := []weighted{{1, 1}, {2, 1}, {3, 2}}
	if ks, w := distances(a, a); !near(ks, 0) || !near(w, 0) {
		t.Errorf("of the same: %g, %g", ks, w)
	}
	b := []weighted{{2, 1}, {3, 1}, {4, 2}} // one more each
	if ks, w := distances(a, b); !near(ks, 0.5) || !near(w, 1) {
		t.Errorf("moved by one: %g, %g", ks, w)
	}
}

func TestTheShareInActionsLeavesOutServicesThatAreCalled(t *testing.T) {
	all := []*collected{
		{seen: 4, list: []*execution{ // stands for all four
			{took: 10, covered: 9, weight: 1, parts: []measuredPart{{id: "a", seconds: 3}, {id: "callee", call: true, seconds: 6}}},
			{took: 10, covered: 10, weight: 1, parts: []measuredPart{{id: "a", seconds: 5}, {id: "callee", call: true, seconds: 6}}}, // parts overlap
		}},
		{seen: 1, launch: 2, list: []*execution{{took: 2, weight: 1}}},
		{seen: 1, launch: 3, list: []*execution{{took: 7, weight: 1}}}, // a pass that times something else
	}
	kinds := map[int32]int{0: 1, 2: 2, 3: 1}
	if got, want := float64(inActions(all, kinds)), (2*3+2*4)/(2*4+2*4+2.0); math.Abs(got-want) > 1e-9 {
		t.Errorf("%g of the time is in actions, not %g", got, want)
	}
	// Statements that two actions share are measured for both.
	shared := []*collected{{seen: 1, list: []*execution{{took: 10, covered: 4, weight: 1, parts: []measuredPart{{id: "a", seconds: 4}, {id: "b", seconds: 4}}}}}}
	if got := float64(inActions(shared, kinds)); math.Abs(got-0.4) > 1e-9 {
		t.Errorf("%g of the time is in actions that share statements, not 0.4", got)
	}
	if share := inActions(nil, kinds); share.Finite() {
		t.Errorf("of no time %g is in actions", float64(share))
	}
}
