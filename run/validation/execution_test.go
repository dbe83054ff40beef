package validation

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"beagle/blackboard"
	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/run"
	"beagle/run/findings"
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

// An execution of a service inside itself, by way of another one, is part of the outer one.
func TestRecursionIsOneExecution(t *testing.T) {
	list := executions(t,
		measure.Event{Kind: measure.ServiceEntered, Section: 0, Time: 10 * ms},
		measure.Event{Kind: measure.ParameterCaptured, Section: 0, Index: 0, Char: model.ValueOf, Value: model.NumberValue(7)},
		measure.Event{Kind: measure.ServiceEntered, Section: 1, Time: 11 * ms},
		measure.Event{Kind: measure.ServiceEntered, Section: 0, Time: 12 * ms},
		measure.Event{Kind: measure.ParameterCaptured, Section: 0, Index: 0, Char: model.ValueOf, Value: model.NumberValue(3)},
		measure.Event{Kind: measure.DemandCaptured, Section: 0, Time: 12 * ms, Wall: ms},
		measure.Event{Kind: measure.ServiceLeft, Section: 0, Time: 13 * ms},
		measure.Event{Kind: measure.DemandCaptured, Section: 1, Time: 11 * ms, Wall: 4 * ms},
		measure.Event{Kind: measure.ServiceLeft, Section: 1, Time: 15 * ms},
		measure.Event{Kind: measure.DemandCaptured, Section: 0, Time: 15 * ms, Wall: 3 * ms},
		measure.Event{Kind: measure.ServiceLeft, Section: 0, Time: 18 * ms},
	)
	if len(list) != 2 {
		t.Fatalf("%d executions", len(list))
	}
	inner, outer := list[0], list[1]
	if inner.seff != "inner" || !near(inner.took, 0.004) || !near(outer.took, 0.008) || !near(outer.covered, 0.007) || len(outer.inputs) != 1 || outer.inputs[0].Value.Num != 7 {
		t.Errorf("inner: %+v, outer: %+v", inner, outer)
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

// Of one time learning must not take what the thread had of a processor, and judging the clock.
func TestADemandIsJudgedByTheTimeThatItIsLearntFrom(t *testing.T) {
	for name, test := range map[string]struct {
		demand      measure.Event
		clock       measure.Clock
		took, waits float64 // ms
	}{
		"short, and its thread waited": {measure.Event{Wall: 4 * ms, CPU: ms}, measure.AutoClock, 1, 0},
		"short, and both clocks alike": {measure.Event{Wall: 4 * ms, CPU: 4*ms - 10_000}, measure.AutoClock, 4, 0},
		"by the clock":                 {measure.Event{Wall: 4 * ms, CPU: -1, Away: 3 * ms}, measure.WallTime, 4, 0},
	} {
		var list []*execution
		r := &reader{
			order: testOrder, clock: test.clock, short: map[string]bool{"work": true},
			threads: map[threadKey]*thread{}, seen: map[seffLaunch]int64{}, to: func(e *execution) { list = append(list, e) },
		}
		test.demand.Kind, test.demand.Time = measure.DemandCaptured, 10*ms
		for _, e := range []measure.Event{
			{Kind: measure.ServiceEntered, Section: 0, Time: 10 * ms},
			test.demand,
			{Kind: measure.ServiceLeft, Section: 0, Time: 14 * ms, Wall: 4 * ms, Away: 3 * ms},
		} {
			if err := r.event(e); err != nil {
				t.Fatal(err)
			}
		}
		if e := list[0]; !near(e.covered, test.took/1000) || !near(e.took, test.took/1000) || !near(e.waited, test.waits) {
			t.Errorf("%s: %g ms in its action, %g ms in all, %g ms waited outside", name, 1000*e.covered, 1000*e.took, 1000*e.waited)
		}
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
	if outer := list[1]; !near(outer.covered, 0.006) || !near(outer.inner, 0.006) {
		t.Errorf("covered %g, inside %g", outer.covered, outer.inner)
	}
}

// Where a service takes hardly longer than its probes, what is left of the clock says nothing; its actions do.
func TestBriefServicesAreJudgedByTheirActions(t *testing.T) {
	called := func(took, probes float64) *execution {
		return &execution{seff: "brief", took: took, probes: probes, inner: 20, covered: 20, weight: 1, gaps: []gap{{seconds: took - 20}}, parts: []measuredPart{{id: "field", seconds: 20}}}
	}
	calling := &execution{seff: "long", took: 900, probes: 90, inner: 520, covered: 700, weight: 1, parts: []measuredPart{{id: "work", seconds: 500}, {id: "brief", call: true, seconds: 200, inner: 20}}}
	pass := &collected{seff: "brief", launch: 2, list: []*execution{{seff: "brief", took: 150, probes: 150, weight: 1}}} // times something else
	all := []*collected{
		{seff: "brief", launch: 1, list: []*execution{called(150, 150), called(140, 150), called(5000, 150)}},
		pass,
		{seff: "long", launch: 1, list: []*execution{calling}},
	}
	left, brief := judgeByActions(all, nil, nil)
	if !brief["brief"] || brief["long"] {
		t.Errorf("brief are %v", brief)
	}
	if len(left) != 2 || slices.Contains(left, pass) {
		t.Errorf("%d are left", len(left))
	}
	for _, e := range left[0].list {
		if e.took != 20 || e.covered != 20 || e.gaps != nil {
			t.Errorf("it took %+v", e)
		}
	}
	if calling.took != 900 || calling.parts[1].seconds != 20 || calling.covered != 520 {
		t.Errorf("what calls it took %+v", calling)
	}
}

// Where all statements of a service are in one action, what its clock shows besides are probes, however long it takes.
func TestServicesThatAreOneActionAreJudgedByIt(t *testing.T) {
	one := &execution{seff: "one", took: 1400, probes: 100, inner: 400, covered: 400, weight: 1, gaps: []gap{{seconds: 1000}}, parts: []measuredPart{{id: "all", seconds: 400}}}
	left, brief := judgeByActions([]*collected{{seff: "one", launch: 1, list: []*execution{one}}}, nil, map[string]bool{"one": true})
	if len(left) != 1 || len(brief) > 0 || one.took != 400 || one.covered != 400 || one.gaps != nil {
		t.Errorf("%d are left, brief are %v, it took %+v", len(left), brief, one)
	}
}

// A mean that one call of a hundred makes is not known; one that all make alike is.
func TestTheMeanOfCallsIsKnownByHowFarTheyLieApart(t *testing.T) {
	calls := make([]weighted, 100)
	for i := range calls {
		calls[i] = weighted{1 + 0.01*float64(i%2), 1}
	}
	if half := halfWidth(calls) / mean(calls); half > 0.001 {
		t.Errorf("of calls that are alike it is known to %g", half)
	}
	calls[0].value = 100
	if half := halfWidth(calls) / mean(calls); half < 0.9 || half > 1.1 {
		t.Errorf("of calls of which one is half of all it is known to %g", half)
	}
}

// What a service of a component takes that an action of it calls is in that action; else it is a part of its own.
func TestCallsDuringAnActionAreKnownAsSuch(t *testing.T) {
	list := executions(t,
		measure.Event{Kind: measure.ServiceEntered, Section: 0, Time: 10 * ms},
		measure.Event{Kind: measure.ServiceEntered, Section: 1, Time: 12 * ms},
		measure.Event{Kind: measure.ServiceLeft, Section: 1, Time: 14 * ms},
		measure.Event{Kind: measure.DemandCaptured, Section: 0, Time: 11 * ms, Wall: 6 * ms},
		measure.Event{Kind: measure.ServiceEntered, Section: 1, Time: 18 * ms},
		measure.Event{Kind: measure.ServiceLeft, Section: 1, Time: 21 * ms},
		measure.Event{Kind: measure.ServiceLeft, Section: 0, Time: 22 * ms},
	)
	call := list[2].parts[0]
	if !call.call || !near(call.seconds, 0.005) || !near(call.inside, 0.002) {
		t.Errorf("the called service is %+v", call)
	}
}

// Of executions of which not all was recorded nobody knows what ran inside what: a service that the model does not call
// is in an action of the one that called it, as one of the same component is, or one of short calls that others enter.
func TestCallsThatTheModelLacksAreInActionsAlsoWhereNotAllWasRecorded(t *testing.T) {
	outer := &execution{seff: "sort", took: 1, weight: 1, sampled: true, parts: []measuredPart{
		{id: "work", seconds: 0.9}, {id: "compare", call: true, seconds: 0.5}, {id: "store", call: true, seconds: 0.1},
	}}
	s := sample{seff: "sort", calls: []predictedCall{{execution: outer}}}
	var out run.ServicePrediction
	s.explain(&validator{}, &out)
	if len(out.Parts) != 1 || out.Parts[0].ID != "work" {
		t.Errorf("parts are %+v", out.Parts)
	}
}

// Learning anew for each part may take too long: services of which only the parts that are left have launches
// were in no verdict, without a word.
func TestServicesOfPartsThatWereNotJudgedAreLeftToTheWholeModel(t *testing.T) {
	all := []*collected{{seff: "judged", launch: 1}, {seff: "judged", launch: 2}, {seff: "other", launch: 3}}
	if left := unjudged(all, map[string]*sample{"judged": {}}); len(left) != 1 || !left["other"] {
		t.Errorf("left are %v", left)
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
		{seen: 4, weight: 4, list: []*execution{ // stands for all four
			{took: 10, covered: 9, weight: 1, parts: []measuredPart{{id: "a", seconds: 3}, {id: "callee", call: true, seconds: 6}}},
			{took: 10, covered: 10, weight: 1, parts: []measuredPart{{id: "a", seconds: 5}, {id: "callee", call: true, seconds: 6}}}, // parts overlap
		}},
		{seen: 1, launch: 2, list: []*execution{{took: 2, weight: 1}}},
		{seen: 1, launch: 3, list: []*execution{{took: 7, weight: 1}}}, // a pass that times something else
	}
	all[0].standForAll()
	kinds := map[int32]int{0: 1, 2: 2, 3: 1}
	if got, want := float64(inActions(all, kinds, nil)), (2*3+2*4)/(2*4+2*4+2.0); math.Abs(got-want) > 1e-9 {
		t.Errorf("%g of the time is in actions, not %g", got, want)
	}
	// Statements that two actions share are measured for both.
	shared := []*collected{{seen: 1, list: []*execution{{took: 10, covered: 4, weight: 1, parts: []measuredPart{{id: "a", seconds: 4}, {id: "b", seconds: 4}}}}}}
	if got := float64(inActions(shared, kinds, nil)); math.Abs(got-0.4) > 1e-9 {
		t.Errorf("%g of the time is in actions that share statements, not 0.4", got)
	}
	if share := inActions(nil, kinds, nil); share.Finite() {
		t.Errorf("of no time %g is in actions", float64(share))
	}
}

// Each request may have a thread of its own.
func TestThreadsThatHaveEndedLeaveRoomForOthers(t *testing.T) {
	var events []measure.Event
	for thread := range int64(mostThreads + 100) {
		events = append(events, measure.Event{Kind: measure.ServiceEntered, Thread: thread + 1, Time: ms}, measure.Event{Kind: measure.ServiceLeft, Thread: thread + 1, Time: 2 * ms})
	}
	if list := executions(t, events...); len(list) != mostThreads+100 {
		t.Errorf("of %d executions %d are known", mostThreads+100, len(list))
	}
}

// What services without inputs took is in logs, too, and the parts of an execution have one order.
func TestExecutionsOfServicesWithoutInputsAreReadFromLogs(t *testing.T) {
	log, former := filepath.Join(t.TempDir(), "log"), "cipm.consistency.bridge.monitoring.records."
	need.File(t, filepath.Join(log, "kieker.map"), "$0="+former+"ServiceCallRecord\n$1="+former+"ResponseTimeRecord\n")
	need.File(t, filepath.Join(log, "kieker-20240101-000000-000-UTC-001.dat"), "$1;-1;s;e1;_c;_cpu;1300;1400\n$1;-1;s;e1;_a;_cpu;1400;1500\n$1;-1;s;e1;_b;_cpu;1500;1600\n$0;-1;s;e1;_plain;{};<not set>;<not set>;1000;2000\n")
	board := blackboard.New([]model.Element{{ID: "_a", PCMID: "_a", SEFF: "_plain", Kind: model.InternalAction}}, 1, nil)
	cfg := run.Config{}
	cfg.Measure.Logs = []string{log}
	v := &validator{Subject: Subject{Findings: findings.New(cfg, "", board)}}
	for range 20 {
		var list []*execution
		if err := v.logged(t.Context(), func(e *execution) { list = append(list, e) }); err != nil {
			t.Fatal(err)
		}
		if len(list) != 1 || len(list[0].parts) != 3 || list[0].parts[0].id != "_a" || list[0].parts[2].id != "_c" {
			t.Fatalf("executions are %+v", list)
		}
	}
}

// A service of 80 ns is driven in batches, and tests call it with probes that read its text for half a microsecond:
// tests do not judge it. Where calls take long, they do, also where all but the probes are in its one action, and where
// its demand is their mean.
func TestDriversJudgeWhatProbesDisturbInOtherLaunches(t *testing.T) {
	cfg := run.Config{Launch: []measure.Launch{{Name: "driver", Drives: "parse"}, {Name: "tests"}}}
	v := &validator{Subject: Subject{Findings: findings.New(cfg, "", blackboard.New(nil, 1, nil))}, at: campaign.State{Made: map[int32]int{1: 0, 2: 1}}}
	for _, c := range []struct {
		took      float64
		one, mean bool
		left      int
	}{{600, false, false, 1}, {90, false, false, 2}, {600, true, false, 2}, {600, false, true, 2}} {
		driver, tests := &collected{seff: "parse", launch: 1}, &collected{seff: "parse", launch: 2}
		driver.list = []*execution{{took: 80, inner: 80, weight: 1}}
		tests.list = []*execution{{took: c.took, probes: 10, inner: 80, weight: 1}}
		if got := v.leaveDisturbed([]*collected{driver, tests}, map[string]bool{"parse": c.one}, map[string]bool{"parse": c.mean}); len(got) != c.left || got[0] != driver {
			t.Errorf("of calls that seem to take %g ns %d launches judge", c.took, len(got))
		}
	}
}

// What drivers teach is judged by other launches of drivers, and what they do not call by the program.
func TestDriversJudgeWhatTheyTeach(t *testing.T) {
	cfg := run.Config{Launch: []measure.Launch{{Name: "driver", Drives: "parse"}, {Name: "tests"}}}
	v := &validator{Subject: Subject{Findings: findings.New(cfg, "", blackboard.New(nil, 1, nil))}, at: campaign.State{Made: map[int32]int{1: 0, 2: 1}}}
	execution := []*execution{{took: 1, weight: 1}}
	driver, tests := &collected{seff: "parse", launch: 1, list: execution}, &collected{seff: "parse", launch: 2, list: execution}
	inside, other := &collected{seff: "read", launch: 1, list: execution}, &collected{seff: "read", launch: 2, list: execution}
	for _, c := range []struct {
		name         string
		mean         bool
		of           []*collected
		judging, own []*collected
	}{
		{"both call it", false, []*collected{driver, tests}, []*collected{driver}, []*collected{tests}},
		{"both call it, and its demand is the program's mean", true, []*collected{driver, tests}, []*collected{tests}, nil},
		{"the driver alone", false, []*collected{driver}, []*collected{driver}, nil},
		{"its driver never got so far", false, []*collected{tests}, []*collected{tests}, nil},
		{"called inside of what is driven, and by the program", false, []*collected{inside, other}, []*collected{other}, nil},
		{"called inside of what is driven", false, []*collected{inside}, []*collected{inside}, nil},
	} {
		judging, own := v.byDrivers(c.of, map[string]bool{"parse": c.mean})
		if !slices.Equal(judging, c.judging) || !slices.Equal(own, c.own) {
			t.Errorf("%s: %d launches judge, and of %d others it is said what they took", c.name, len(judging), len(own))
		}
	}
}

// How long drivers call a service says nothing of its share of the program's time.
func TestDriversWeighAsTheProgramCalls(t *testing.T) {
	cfg := run.Config{Launch: []measure.Launch{{Name: "driver", Drives: "parse"}, {Name: "tests"}}}
	v := &validator{Subject: Subject{Findings: findings.New(cfg, "", blackboard.New(nil, 1, nil))}, at: campaign.State{Made: map[int32]int{1: 0, 2: 1}}}
	driven := &execution{launch: 1, took: 100, weight: 1, entry: true}
	driver := &collected{seff: "parse", launch: 1, list: []*execution{driven}}
	tests := &collected{seff: "parse", launch: 2, list: []*execution{{took: 3, inner: 2, weight: 5, entry: true}, {took: 9, inner: 9, weight: 1}}}
	for want, one := range map[float64]map[string]bool{15: nil, 10: {"parse": true}, 100: nil} {
		v.entered = v.enteredIn([]*collected{driver, tests}, one)
		if want == 100 { // nothing but drivers is launched
			v.entered = v.enteredIn([]*collected{driver}, one)
		}
		spent := &run.Spent{Measured: 100, Predicted: 80}
		if v.asEntered(spent, &sample{seff: "parse", calls: []predictedCall{{execution: driven}}}); spent.Measured != want || spent.Predicted != 0.8*want {
			t.Errorf("%v, want %g", *spent, want)
		}
	}
}
