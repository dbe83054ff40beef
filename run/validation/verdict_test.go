package validation

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/model"
	"beagle/model/prediction"
	"beagle/run"
	"beagle/run/findings"
)

func TestTheVerdictSaysWhatIsGoodAndWhatWouldBeBetter(t *testing.T) {
	good := run.ServicePrediction{Service: "A.a", Entry: true, Calls: 100, Error: run.PredictionError{Median: 0.04, P90: 0.2}, Bias: run.PredictionBias{Value: -0.02}, Unexplained: 0.02}
	glue := run.ServicePrediction{
		Service: "B.b", Entry: true, Calls: 100, Error: run.PredictionError{Median: 0.4, P90: 0.6}, Bias: run.PredictionBias{Value: -0.3}, Unexplained: 0.3,
		Gaps: []run.Gap{{After: "parse", Share: 0.25}}, Parts: []run.PartPrediction{{Name: "parse", Blame: 0.9}},
	}
	rare := run.ServicePrediction{Service: "D.d", Entry: true, Calls: 100, Error: run.PredictionError{Median: 0.04, P90: 0.5}, Bias: run.PredictionBias{Value: -0.19}, Unexplained: 0.02}
	waits := run.ServicePrediction{Service: "E.e", Entry: true, Calls: 100, Error: run.PredictionError{Median: 0.04, P90: 0.1}, Waited: 0.4}
	young := run.ServicePrediction{Service: "F.f", Entry: true, Calls: 100, Error: run.PredictionError{Median: 0.8, P90: 2}, Unsettled: 4}
	chance := run.ServicePrediction{
		Service: "G.g", Entry: true, Calls: 100, Error: run.PredictionError{Median: 0.2, P90: 0.5}, Scatter: 0.19,
		Parts: []run.PartPrediction{{Name: "escape", Blame: 1}},
	}
	lacks := run.ServicePrediction{
		Service: "H.h", Entry: true, Calls: 100, MeasuredMean: 0.02, Error: run.PredictionError{Median: 1, P90: 1}, Bias: run.PredictionBias{Value: -0.9},
		Parts: []run.PartPrediction{{Name: "query", Measured: 0.015, Blame: 0.8}, {Name: "G.g", Call: true, Measured: 0.003, Blame: 0.2}, {Name: "known", Measured: 0.002, Predicted: 0.002}},
	}
	silent := run.ServicePrediction{Service: "C.c", Why: "the model has no such service", Unexplained: model.Unknown()}
	for _, c := range []struct {
		of   []run.ServicePrediction
		good bool
		says []string
	}{
		{[]run.ServicePrediction{good}, true, []string{"good for A.a: half of 100 calls are predicted within 4.0 %", "their mean is -2.0 % off"}},
		{[]run.ServicePrediction{good, glue}, false, []string{"not good for single calls of B.b", `no action explains 30 % of B.b, most of it after "parse"`, `90 % of what is off in B.b is the demand of "parse"`}},
		{[]run.ServicePrediction{good, rare}, false, []string{"good for usual calls, not for the mean, of D.d", "some calls of D.d take much longer than their inputs say"}},
		{[]run.ServicePrediction{waits}, false, []string{"for 40 % of its time E.e waits outside of its actions", "model that as an action with a DELAY"}},
		{[]run.ServicePrediction{young}, false, []string{"4 launches of F.f still got faster after half of the calls"}},
		{[]run.ServicePrediction{chance}, false, []string{"calls of G.g with alike inputs differ, too: half of them are up to 19 % off"}},
		{[]run.ServicePrediction{glue, lacks}, false, []string{
			"1 service that is entered holds demands that are not known", "count as 0: they are predicted too low, whatever was learnt of the rest (H.h); of 1 other one half are predicted within 40 %",
			`not good for H.h: 90 % of its time is in demands that are not known and count as 0, most of it in "query"`,
		}},
		{[]run.ServicePrediction{silent}, false, []string{"C.c cannot be predicted: the model has no such service"}},
	} {
		words, is := verdict(&run.Validation{HeldOut: true, Services: c.of}, "")
		all := strings.Join(words, "\n")
		if is != c.good {
			t.Errorf("good: %v of\n%s", is, all)
		}
		for _, says := range c.says {
			if !strings.Contains(all, says) {
				t.Errorf("%q is not said in\n%s", says, all)
			}
		}
	}
}

// A test's stand-in does what a called service would: how long it took says nothing of the model.
func TestAServiceWhoseCallsRanElsewhereIsNotJudged(t *testing.T) {
	service := func(name string, bias float64, parts ...run.PartPrediction) run.ServicePrediction {
		return run.ServicePrediction{
			Service: name, Entry: true, Calls: 100, MeasuredMean: 1e-3, PredictedMean: 2e-3, Error: run.PredictionError{Median: 0.02, P90: 0.1},
			Bias: run.PredictionBias{Value: bias}, Parts: parts,
		}
	}
	mocked := service("Shop.buy", 1, run.PartPrediction{Name: "Store.take", Call: true, Predicted: 1.5e-3})
	seen := service("Shop.look", 0.02, run.PartPrediction{Name: "Store.list", Call: true, Measured: 1e-3, Predicted: 1.5e-3})
	far := service("Shop.pay", -0.5)
	replaced := standIns([]measure.Launch{{StandIns: []string{"Store", "Bank"}}, {StandIns: []string{"Store"}}})
	words, good := verdict(&run.Validation{HeldOut: true, Services: []run.ServicePrediction{mocked, seen, far}}, replaced)
	all := strings.Join(words, "\n")
	for _, says := range []string{
		"Shop.buy cannot be judged: 75 % of what the model predicts for it is of Store.take", "good for Shop.look",
		"1 of 2 services within 20 %", "worst: Shop.pay -50 %", "1 service more cannot be judged", "stand-ins (mocks) in the place of Bank, Store:",
	} {
		if !strings.Contains(all, says) {
			t.Errorf("%q is not said in\n%s", says, all)
		}
	}
	if good || strings.Contains(all, "calls of Shop.buy") {
		t.Errorf("good: %v of\n%s", good, all)
	}
}

// How many services are near says nothing of the program's time, of which few may hold most.
func TestTheVerdictBeginsWithTheTimeOfAllServices(t *testing.T) {
	of := func(measured, predicted float64, brief bool) run.ServicePrediction {
		return run.ServicePrediction{Service: "A.a", Entry: true, Calls: 100, MeasuredMean: measured, PredictedMean: predicted, Brief: brief, Bias: run.PredictionBias{Value: predicted/measured - 1}}
	}
	slow := of(1, 0.2, false) // one call of a hundred took half of all
	slow.Bias.HalfWidth = 1
	words, _ := verdict(&run.Validation{HeldOut: true, Services: []run.ServicePrediction{of(6, 5, false), of(2, 2.5, false), of(0.5, 0.2, true), of(0.5, 0.5, true), slow}}, "")
	for _, says := range []string{
		"total CPU time -16 %, 2 of 5 services within 20 %; worst: A.a -80 %; 2 of the 5 take hardly longer than the probes inside them",
	} {
		if !strings.Contains(words[0], says) {
			t.Errorf("%q is not said in\n%s", says, words[0])
		}
	}
	if all := strings.Join(words, "\n"); !strings.Contains(all, "the actions of A.a:") || !strings.Contains(all, "-80 % off (known to ±100 %, since few calls make most of it)") {
		t.Errorf("said is\n%s", all)
	}
}

// A total of which a few calls make most is known as little as these are.
func TestTheTotalIsSaidWithHowWellItIsKnown(t *testing.T) {
	of := func(half float64) string {
		s := run.ServicePrediction{Service: "A.a", Entry: true, Calls: 100, MeasuredMean: 1, PredictedMean: 0.6, Bias: run.PredictionBias{Value: -0.4, HalfWidth: model.Figure(half)}}
		return means(&run.Validation{Services: []run.ServicePrediction{s, s}})
	}
	if said := of(0.5); !strings.Contains(said, "total CPU time -40 % (known to ±35 %") {
		t.Error(said)
	}
	if said := of(0.02); strings.Contains(said, "known to") {
		t.Error(said)
	}
}

// What the collector takes is left out of what is compared, so that a model may come
// out well and be wrong on the clock.
func TestAModelIsNotGoodWhereTheCollectorTakesMuch(t *testing.T) {
	well := run.ServicePrediction{Service: "A.a", Entry: true, Calls: 100, Error: run.PredictionError{Median: 0.04, P90: 0.2}}
	for collected, good := range map[float64]bool{0.01: true, 0.07: true, 0.2: false} {
		words, is := verdict(&run.Validation{HeldOut: true, Services: []run.ServicePrediction{well}, Collected: collected}, "")
		if said := strings.Contains(strings.Join(words, "\n"), "garbage collector stopped"); is != good || said != (collected > 0.05) {
			t.Errorf("%v: good %v, %q", collected, is, words)
		}
	}
}

func TestLaunchesAreDividedWholeAndOfEachKindEvenly(t *testing.T) {
	v := &validator{}
	v.at.Made = map[int32]int{1: 0, 2: 1, 3: 0, 4: 1, 5: 0, 6: 2}
	all := []*collected{executed("a", 1), executed("b", 2), executed("a", 3), executed("b", 4), executed("a", 5), executed("c", 6)}
	parts := v.divide(all)
	if lone := alone(parts, all); len(parts) != 3 || !lone["c"] || len(lone) != 1 {
		t.Fatalf("%v, alone %v", parts, lone)
	}
	judged := map[int32]int{}
	for i, p := range parts {
		for launch := range int32(7) {
			if !p.judges(&execution{launch: launch}) {
				continue
			}
			if before, twice := judged[launch]; twice {
				t.Errorf("launch %d judges in parts %d and %d", launch, before, i)
			}
			judged[launch] = i
		}
	}
	if len(judged) != 5 || judged[1] == judged[3] || judged[2] == judged[4] {
		t.Errorf("%v", judged)
	}
}

// A configuration that is repeated is one kind of launch, also where one pass was enough: its
// launches teach each other.
func TestRepeatedLaunchesOfOnePassTeachEachOther(t *testing.T) {
	v := &validator{Subject: Subject{Findings: &findings.Findings{Config: run.Config{Launch: []measure.Launch{{Name: "tests", Repeat: 3}}}}}}
	v.at.Made = map[int32]int{1: 0, 2: 1, 3: 2}
	all := []*collected{executed("a", 1), executed("a", 2), executed("a", 3)}
	parts := v.divide(all)
	if lone := alone(parts, all); len(parts) != 3 || len(lone) > 0 {
		t.Errorf("%d parts, alone %v", len(parts), lone)
	}
}

func executed(seff string, launch int32) *collected {
	return &collected{seff: seff, launch: launch, list: []*execution{{seff: seff, launch: launch}}}
}

// Passes of probes have each kind of launch once, and a service may be recorded in one
// pass only: were all launches of a pass in one part, nobody would teach that part
// what the service takes, and it would be predicted to take nothing.
func TestWhatOnePassRecordsIsTaughtByOtherLaunchesOfThatPass(t *testing.T) {
	v := &validator{}
	v.at.Made = map[int32]int{}
	var all []*collected
	const kinds, passes = 4, 6
	for launch := range int32(kinds * passes) {
		v.at.Made[launch+1] = int(launch % kinds)
		service := "other"
		if launch < kinds {
			service = "first pass only"
		}
		all = append(all, executed(service, launch+1))
	}
	all = append(all, executed("one launch only", 5))
	parts := v.divide(all)
	if lone := alone(parts, all); len(lone) != 1 || !lone["one launch only"] {
		t.Fatalf("alone: %v", lone)
	}
	for i, p := range parts {
		taught := false
		for launch := range int32(kinds) {
			taught = taught || !p.judges(&execution{launch: launch + 1})
		}
		if !taught {
			t.Errorf("part %d has all launches of the first pass", i)
		}
	}
}

// Services may be shorter than what their probes are taken to cost.
func TestWhatIsShorterThanItsProbesIsSaidAndNoNumber(t *testing.T) {
	s := sample{seff: "s", calls: []predictedCall{{execution: &execution{launch: 1, weight: 1, clock: 1e-7, probes: 1e-7}}}}
	out := s.judged(&validator{})
	if out.Calls != 0 || out.Refused != 1 || out.Why == "" {
		t.Errorf("%+v", out)
	}
	if _, err := json.Marshal(out); err != nil {
		t.Error(err)
	}
}

// serviceOf is a service of which a test says what each call takes.
type serviceOf func([]prediction.Input) prediction.Forecast

func (f serviceOf) Call(inputs []prediction.Input) (prediction.Forecast, error) {
	return f(inputs), nil
}

// Programs are called with NaN and without an end, and tests of theirs are so above all.
func TestACallWithoutANumberIsNotPredictedAndInNoRange(t *testing.T) {
	size := model.Variable{Name: "size", Char: model.ValueOf}
	given := func(x float64) *execution {
		return &execution{launch: 1, weight: 1, took: 1, clock: 1, inputs: []prediction.Input{{Variable: size, Value: model.NumberValue(x)}}}
	}
	line := serviceOf(func(inputs []prediction.Input) prediction.Forecast {
		return prediction.Forecast{Mean: inputs[0].Value.Num, Draw: inputs[0].Value.Num}
	})
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, err := forecastOf(line, given(x)); err == nil {
			t.Errorf("a call with %g is predicted", x)
		}
	}
	if f, err := forecastOf(line, given(2)); err != nil || f.Mean != 2 {
		t.Error(f, err)
	}
	s := sample{seff: "s"}
	for _, x := range []float64{math.NaN(), 3, math.Inf(1), 5} {
		s.calls = append(s.calls, predictedCall{given(x), prediction.Forecast{Mean: 1, Draw: 1}})
	}
	out := s.judged(&validator{})
	if len(out.Range) != 1 || out.Range[0].Low != 3 || out.Range[0].High != 5 {
		t.Errorf("the range is %+v", out.Range)
	}
	if _, err := json.Marshal(out); err != nil {
		t.Error(err)
	}
}

// Service calls of one log are divided by where they stand in it, those of several
// by their logs; each judges once.
func TestRecordedCallsAreDividedByLogsOrByStretchesOfTheOne(t *testing.T) {
	for logs, inStretches := range map[int32]bool{1: true, 2: false, 5: false} {
		var all []*collected
		for log := range logs {
			c := &collected{seff: "s", launch: log + 1}
			for call := range int64(90) {
				c.list = append(c.list, &execution{seff: "s", launch: log + 1, call: call + 1})
			}
			all = append(all, c)
		}
		parts, stretched := (&validator{}).divideLogs(all)
		if stretched != inStretches || len(parts) != min(max(int(logs), 1), mostParts) && logs > 1 || len(parts) < 2 {
			t.Fatalf("%d logs: %d parts, stretches: %v", logs, len(parts), stretched)
		}
		for _, c := range all {
			whose := map[int]int{}
			for _, e := range c.list {
				judging := 0
				for i, p := range parts {
					if p.judges(e) {
						judging++
						whose[i]++
					}
				}
				if judging != 1 {
					t.Errorf("%d logs: call %d of log %d judges %d times", logs, e.call, e.launch, judging)
				}
			}
			if want := map[bool]int{true: mostParts, false: 1}[inStretches]; len(whose) != want {
				t.Errorf("%d logs: log %d is in parts %v", logs, c.launch, whose)
			}
		}
	}
}

// Tests make a few calls of what a driver calls for a minute: that they take longer says little against the model. That
// they take less says that the driver's inputs are others.
func TestTheProgramsOwnCallsAreSaidBesideWhatDriversJudge(t *testing.T) {
	for predicted, want := range map[float64]string{
		2.5e-3: "took 5 µs, and 2.5 µs is predicted (500 calls a launch): code that is called for the first time",
		10e-3:  "took 5 µs, and 10 µs is predicted (500 calls a launch): its driver has other inputs",
		5.1e-3: "",
	} {
		s := run.ServicePrediction{Service: "S", InProgram: &run.InProgram{Calls: 1000, Launches: 2, Spent: run.Spent{Measured: 5e-3, Predicted: predicted}}}
		if said := strings.Join(inProgram(&s), "\n"); (said == "") != (want == "") || !strings.Contains(said, want) {
			t.Errorf("of %g s predicted it says %q, want %q", predicted, said, want)
		}
	}
}
