package parser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
)

// The elements of the tests: a service "work(n, name)" with one element of
// each kind, and a second service "other(m)".
var (
	inputs   = []model.Input{{Name: "n", Index: 0, Type: "INT"}, {Name: "name", Index: 1, Type: "STRING"}}
	elements = []model.Element{
		{ID: "cpu", PCMID: "action", Kind: model.InternalAction, SEFF: "work", Service: "work", Inputs: inputs, Resource: model.Resource{Name: "CPU"}, Sections: code(10)},
		{ID: "delay", PCMID: "action", Kind: model.InternalAction, SEFF: "work", Service: "work", Inputs: inputs, Resource: model.Resource{Name: "DELAY"}, Sections: code(10)},
		{ID: "loop", PCMID: "loop", Kind: model.Loop, SEFF: "work", Service: "work", Inputs: inputs, Sections: code(20)},
		{
			ID: "branch", PCMID: "branch", Kind: model.Branch, SEFF: "work", Service: "work", Inputs: inputs,
			Branches: []model.Option{{ID: "then", Section: &code(30)[0]}, {ID: "else"}},
		},
		{ID: "arg", PCMID: "call", Kind: model.CallParameter, SEFF: "work", Service: "work", Inputs: inputs, Callee: "store", Argument: model.Variable{Name: "size", Char: model.ValueOf}, Position: 0, Sections: code(40)},
		{ID: "bytes", PCMID: "call", Kind: model.CallParameter, SEFF: "work", Service: "work", Inputs: inputs, Callee: "store", Argument: model.Variable{Name: "data", Char: model.ByteSize}, Position: 1, Sections: code(40)},
		{ID: "result", PCMID: "call", Kind: model.CallParameter, SEFF: "work", Service: "work", Inputs: inputs, Callee: "store", Argument: model.Variable{Name: "RETURN", Char: model.ValueOf}, Position: -1, Sections: code(40)},
		{ID: "inner", PCMID: "inner", Kind: model.Loop, SEFF: "other", Service: "other", Inputs: []model.Input{{Name: "m"}}, Sections: code(50)},
	}
)

func code(at int) []model.Section { return []model.Section{{Unit: "demo.Work", First: at, Last: at}} }

// The sections of the order of these elements, by index.
const (
	action = int32(iota)
	loopBody
	then
	missingElse
	callStore
	innerBody
)

const (
	work = int32(iota)
	other
)

func newTestParser(t testing.TB, clock measure.Clock) *Parser {
	t.Helper()
	order, problems := measure.NewOrder(elements, nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return New(order, elements, clock)
}

func param(index int32, char model.Characterisation, v model.Value) measure.Event {
	return measure.Event{Kind: measure.ParameterCaptured, Index: index, Char: char, Value: v}
}

func number(index int32, x float64) measure.Event {
	return param(index, model.ValueOf, model.NumberValue(x))
}

// enterWork is the entry of work(n, name).
func enterWork(n float64, name string) []measure.Event {
	return []measure.Event{{Kind: measure.ServiceEntered, Section: work}, number(0, n), param(1, model.ValueOf, model.TextValue(name))}
}

var leaveWork = measure.Event{Kind: measure.ServiceLeft, Section: work}

// observed says what was observed of an element, one line each:
// "inputs -> value", followed by "xN" where it stands for several.
func observed(p *Parser, id model.ElementID) (lines []string) {
	p.Flush()
	for _, r := range p.Results() {
		if r.Element == id {
			for _, o := range r.Observations {
				lines = append(lines, line(o))
			}
		}
	}
	return lines
}

func line(o blackboard.Observation) string {
	var b strings.Builder
	for _, a := range o.Inputs {
		fmt.Fprintf(&b, "%s=%s ", a.Variable.Name, a.Value)
	}
	fmt.Fprintf(&b, "-> %s", o.Value)
	if o.Weight > 1 {
		fmt.Fprintf(&b, " x%g", o.Weight)
	}
	return b.String()
}

func check(t *testing.T, p *Parser, id model.ElementID, want ...string) {
	t.Helper()
	if got := observed(p, id); !slices.Equal(got, want) {
		t.Errorf("observed of %s:\n  %s\nwant:\n  %s", id, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestTheValuesAtEntryParameteriseTheWholeExecution(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	p.Events(enterWork(3, "a"))
	p.Events([]measure.Event{{Kind: measure.DemandCaptured, Section: action, Wall: 5e9, CPU: 2e9}, leaveWork})
	p.Events(enterWork(4, "b"))
	p.Events([]measure.Event{{Kind: measure.DemandCaptured, Section: action, Wall: 7e9, CPU: 3e9}, leaveWork})
	check(t, p, "cpu", `n=3 name="a" -> 2`, `n=4 name="b" -> 3`)
}

func TestAValueCapturedLaterReplacesTheEarlierOne(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	p.Events([]measure.Event{{Kind: measure.ServiceEntered, Section: work}, number(0, 1), number(0, 2), {Kind: measure.LoopCounted, Section: loopBody, Count: 5}})
	check(t, p, "loop", `n=2 -> 5`)
}

// What a service does inside an execution of itself is part of that execution: it counts once, for the inputs of the
// outer one.
func TestNestedServicesKeepTheirOwnValuesAndRecursiveOnesAreOneExecution(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	p.Events(enterWork(1, "outer"))
	p.Events(enterWork(2, "recursive"))
	p.Events([]measure.Event{{Kind: measure.ServiceEntered, Section: other}, number(0, 9), {Kind: measure.LoopCounted, Section: innerBody, Count: 90}})
	p.Events([]measure.Event{{Kind: measure.LoopCounted, Section: loopBody, Count: 20}}) // of work, while other is open
	p.Events([]measure.Event{{Kind: measure.ServiceLeft, Section: other}, {Kind: measure.DemandCaptured, Section: action, Wall: 2e9, CPU: 2e9}, leaveWork})
	p.Events([]measure.Event{{Kind: measure.LoopCounted, Section: loopBody, Count: 10}, {Kind: measure.DemandCaptured, Section: action, Wall: 3e9, CPU: 3e9}, leaveWork})
	p.Flush()
	var got []string
	for _, r := range p.Results() {
		for _, o := range r.Observations {
			got = append(got, line(o))
		}
	}
	slices.Sort(got)
	if want := []string{`m=9 -> 90`, `n=1 name="outer" -> 0`, `n=1 name="outer" -> 10`, `n=1 name="outer" -> 3`}; !slices.Equal(got, want) {
		t.Errorf("observed %q, want %q", got, want)
	}
}

func TestThreadsAreIndependent(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	on := func(thread int64, events ...measure.Event) {
		for _, e := range events {
			e.Thread = thread
			p.Events([]measure.Event{e})
		}
	}
	on(1, enterWork(1, "a")...)
	on(2, enterWork(2, "b")...)
	on(1, measure.Event{Kind: measure.SectionEntered, Section: loopBody})
	on(2, measure.Event{Kind: measure.SectionEntered, Section: loopBody})
	on(1, measure.Event{Kind: measure.SectionLeft, Section: loopBody}, measure.Event{Kind: measure.SectionEntered, Section: loopBody})
	on(2, measure.Event{Kind: measure.SectionLeft, Section: loopBody}, leaveWork)
	on(1, measure.Event{Kind: measure.SectionLeft, Section: loopBody}, leaveWork)
	check(t, p, "loop", `n=2 name="b" -> 1`, `n=1 name="a" -> 2`)
}

func TestTheEnteredTransitionIsTheDecision(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	for n := range 4 {
		p.Events(enterWork(float64(n%2), "x"))
		p.Events([]measure.Event{{Kind: measure.SectionEntered, Section: then + int32(n%2)}, leaveWork})
	}
	check(t, p, "branch", `n=0 name="x" -> 0 x2`, `n=1 name="x" -> 1 x2`)
}

func TestValuesAtACallAreItsResults(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	p.Events(enterWork(8, "x"))
	p.Events([]measure.Event{
		{Kind: measure.CallEntered, Section: callStore},
		number(0, 4), // the first argument, size
		param(1, model.ByteSize, model.NumberValue(80)),         // the second, data
		param(1, model.NumberOfElements, model.NumberValue(10)), // which nobody asked for
		{Kind: measure.ServiceEntered, Section: other},
		number(0, 77),
		{Kind: measure.ServiceLeft, Section: other},
		{Kind: measure.CallLeft, Section: callStore},
		number(0, 5),   // the argument after the call: it was passed as 4
		number(-1, 42), // the returned value
		leaveWork,
	})
	p.Flush()
	got := map[model.ElementID]string{}
	for _, r := range p.Results() {
		for _, o := range r.Observations {
			got[r.Element] += line(o) + ";"
		}
	}
	for id, want := range map[model.ElementID]string{
		"arg": `n=8 name="x" -> 4;`, "bytes": `n=8 name="x" -> 80;`, "result": `n=8 name="x" -> 42;`,
	} {
		if got[id] != want {
			t.Errorf("%s: %s, want %s", id, got[id], want)
		}
	}
}

func TestTheClockChoosesTheDemand(t *testing.T) {
	for _, test := range []struct {
		clock          measure.Clock
		wall, cpu      int64
		demand, waited string
	}{
		{measure.CPUTime, 5e9, 2e9, "-> 2", "-> 3"},
		{measure.WallTime, 5e9, 2e9, "-> 5", "-> 3"},
		{measure.CPUTime, 5e9, -1, "-> 5", ""},
		{measure.WallTime, 5e9, -1, "-> 5", ""},
		{measure.CPUTime, 1e9, 2e9, "-> 2", "-> 0"}, // two clocks never agree exactly
	} {
		p := newTestParser(t, test.clock)
		p.Events([]measure.Event{{Kind: measure.ServiceEntered, Section: work}, {Kind: measure.DemandCaptured, Section: action, Wall: test.wall, CPU: test.cpu}})
		p.Flush()
		got := map[model.ElementID]string{}
		for _, r := range p.Results() {
			got[r.Element] = line(r.Observations[0])
		}
		if got["cpu"] != test.demand || got["delay"] != test.waited {
			t.Errorf("%s clock, wall %d, CPU %d: demand %q, delay %q", test.clock, test.wall, test.cpu, got["cpu"], got["delay"])
		}
	}
}

func TestTimesOfOneExecutionAreOneObservation(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	for _, times := range [][]int64{{1, 90, 2, 3, 80}, {7}} {
		p.Events(enterWork(float64(len(times)), "x"))
		for _, seconds := range times {
			p.Events([]measure.Event{{Kind: measure.DemandCaptured, Section: action, CPU: seconds * 1e9}})
		}
		p.Events([]measure.Event{leaveWork})
	}
	if n := p.Samples()[0]; n != 6 {
		t.Errorf("%d samples, want all six", n)
	}
	p.Flush()
	results := p.Results()
	if results[0].Missed != 0 {
		t.Errorf("%d missed, want 0", results[0].Missed)
	}
	var lines []string
	for _, o := range results[0].Observations {
		lines = append(lines, line(o))
	}
	if want := []string{`n=5 name="x" -> 35.2 x5`, `n=1 name="x" -> 7`}; !slices.Equal(lines, want) {
		t.Errorf("observed %v, want the means %v", lines, want)
	}
}

// Probes record the first executions of a launch, which are cold, one by one, and later ones for many.
func TestTheTimesOfAnExecutionStandForAllExecutionsOfItsRecord(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	for _, record := range []struct{ weight, seconds int64 }{{1, 700}, {100, 20}} {
		p.Events([]measure.Event{
			{Kind: measure.ServiceEntered, Section: work, Weight: float64(record.weight)},
			{Kind: measure.DemandCaptured, Section: action, CPU: record.seconds * 1e9, Weight: float64(record.weight)},
			leaveWork,
		})
	}
	p.Flush()
	result, mean, executions := p.Results()[0], 0.0, 0.0
	for _, o := range result.Observations {
		mean, executions = mean+o.Weight*o.Value.Num, executions+o.Weight
	}
	if mean /= executions; executions != 101 || result.Missed != 0 || mean != 2700.0/101 {
		t.Errorf("a mean of %g s in %g executions, %d missed", mean, executions, result.Missed)
	}
}

func TestWhatHappensOutsideOfItsServiceHasNoParametersAndIsSaid(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	p.Events([]measure.Event{{Kind: measure.LoopCounted, Section: loopBody, Count: 2}})
	check(t, p, "loop", `-> 2`)
	if problems := p.Problems(); len(problems) != 1 || !strings.Contains(problems[0].Message, "work: 1 executions ran outside of its calls") {
		t.Errorf("problems %v", problems)
	}
}

// A test or reflection enters what is inside a component: its costs are none of the
// service's, which never ran.
func TestWhatRunsWithoutItsServiceIsNoneOfItsWhereOthersRun(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	inside := measure.Event{Kind: measure.LoopCounted, Section: loopBody, Count: 2}
	p.Events([]measure.Event{{Kind: measure.ServiceEntered, Section: other}, inside})
	if n := p.Samples(); slices.Max(n) > 0 {
		t.Errorf("samples are %v", n)
	}
	if results := p.Results(); len(results) > 0 {
		t.Errorf("observed %+v", results)
	}
	if problems := p.Problems(); !slices.ContainsFunc(problems, func(p model.Problem) bool { return p.Rule == "service-never-ran" && strings.HasPrefix(p.Message, "1 ") }) {
		t.Errorf("problems %v", problems)
	}
	p.Events(append(enterWork(1, "a"), inside))
	check(t, p, "loop", `n=1 name="a" -> 2`)
}

func TestAnExceptionEndsWhatItLeftOpen(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	p.Events(enterWork(1, "a"))
	p.Events([]measure.Event{
		{Kind: measure.SectionEntered, Section: loopBody},
		{Kind: measure.ServiceEntered, Section: other},
		number(0, 9),
		{Kind: measure.CallEntered, Section: callStore},
		leaveWork, // the exception went through other, whose end is lost
	})
	p.Events(enterWork(2, "b"))
	p.Events([]measure.Event{{Kind: measure.SectionEntered, Section: loopBody}, {Kind: measure.SectionLeft, Section: loopBody}, leaveWork})
	check(t, p, "loop", `n=1 name="a" -> 1`, `n=2 name="b" -> 1`)
}

func TestTextsCountWhileTheyAreFew(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	for i := range 200 {
		p.Events(enterWork(1, fmt.Sprintf("file-%d", i)))
		p.Events([]measure.Event{{Kind: measure.LoopCounted, Section: loopBody, Count: 3}, leaveWork})
	}
	for _, l := range observed(p, "loop") {
		if strings.Contains(l, "name=") {
			t.Fatalf("%s: a text with 200 values is kept", l)
		}
	}
}

func TestOfElementsAndBytesTheOneThatSaysMoreIsKept(t *testing.T) {
	for _, test := range []struct {
		name            string
		elements, bytes float64
		index           int32
		want            string
	}{
		{"a byte array", 10, 10, 0, "BYTESIZE"},
		{"an array of numbers", 10, 40, 0, "NUMBER_OF_ELEMENTS"},
		{"a string", 10, 20, 1, "BYTESIZE"},
	} {
		for _, reversed := range []bool{false, true} {
			p := newTestParser(t, measure.CPUTime)
			for _, times := range []float64{1, 0, 3} {
				both := []measure.Event{
					param(test.index, model.NumberOfElements, model.NumberValue(times*test.elements)),
					param(test.index, model.ByteSize, model.NumberValue(times*test.bytes)),
				}
				if reversed {
					slices.Reverse(both)
				}
				p.Events([]measure.Event{{Kind: measure.ServiceEntered, Section: work}})
				p.Events(both)
				p.Events([]measure.Event{{Kind: measure.LoopCounted, Section: loopBody, Count: 1}, leaveWork})
			}
			for _, r := range p.Results() {
				for _, o := range r.Observations {
					if len(o.Inputs) != 1 || o.Inputs[0].Variable.Char.String() != test.want {
						t.Errorf("%s is characterised by %v, want %s", test.name, o.Inputs, test.want)
					}
				}
			}
		}
	}
}

func TestEventsOfSectionsThatDoNotExistAreHarmless(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	for kind := measure.ServiceEntered; kind <= measure.LoopCounted+1; kind++ {
		for _, section := range []int32{-1, 0, 99, 1 << 30} {
			for _, index := range []int32{-2, -1, 0, 99} {
				p.Events([]measure.Event{{Kind: kind, Section: section, Index: index, CPU: -5, Wall: -5, Count: -1}})
			}
		}
	}
	p.Flush()
}
