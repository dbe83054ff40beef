package extract

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/extract/structure"
	"beagle/measure/launch/load"
	"beagle/measure/observed"
	"beagle/model"
	"beagle/pcm/stoex"
)

func size(n float64) model.Value { return model.NumberValue(n) }

func samples(n int, values func(i int) map[model.Variable]model.Value) (all []observed.Sample) {
	for i := range n {
		all = append(all, observed.Sample{Values: values(i), Weight: 1})
	}
	return all
}

func TestArgumentsThatCameTogetherStayTogether(t *testing.T) {
	file, kind := model.Variable{Name: "file", Char: model.ByteSize}, model.Variable{Name: "kind", Char: model.ValueOf}
	few := combinations(samples(4, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{file: size(float64(100 * (i % 2))), kind: model.TextValue([]string{"A", "B"}[i%2])}
	}))
	if len(few) != 2 || few[0].Share != 0.5 || few[0].Values["file.BYTESIZE"] != "0" || few[0].Values["kind.VALUE"] != `"A"` || few[1].Values["kind.VALUE"] != `"B"` {
		t.Errorf("two combinations are %+v", few)
	}
	many := combinations(samples(1000, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{file: size(float64(i)), kind: model.TextValue([]string{"A", "B"}[i%2])}
	}))
	total := 0.0
	for _, one := range many {
		total += one.Share
	}
	if len(many) != maxCombinations || math.Abs(total-1) > 1e-9 {
		t.Errorf("%d combinations have shares of %g together", len(many), total)
	}
	alone := combinations(samples(4, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{file: size(float64(i % 2))}
	}))
	if len(alone) != 1 || alone[0].Values["file.BYTESIZE"] != "IntPMF[(0;0.500000)(1;0.500000)]" {
		t.Errorf("one number alone is %+v", alone)
	}
}

// Tests like to give numbers that are none, and endless ones, which StoEx cannot say.
func TestNumbersThatAreNoneAreInNoUsageModel(t *testing.T) {
	x, y := model.Variable{Name: "x", Char: model.ValueOf}, model.Variable{Name: "y", Char: model.ValueOf}
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.NaN()}
	alone := combinations(samples(8, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{x: size(append([]float64{1, 1, math.Copysign(0, -1), 2.5}, odd...)[i])}
	}))
	if len(alone) != 1 || alone[0].Values["x.VALUE"] != "DoublePMF[(0;0.250000)(1;0.500000)(2.5;0.250000)]" {
		t.Errorf("one number alone is %+v", alone)
	}
	both := combinations(samples(4, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{x: size(float64(i)), y: size([]float64{1, 2, math.NaN(), 4}[i])}
	}))
	if len(both) != 3 || math.Abs(both[0].Share-1.0/3) > 1e-9 {
		t.Errorf("two numbers are %+v", both)
	}
	none := combinations(samples(4, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{x: size(odd[i])}
	}))
	for _, one := range none {
		if len(one.Values) > 0 {
			t.Errorf("of what cannot be said %+v is said", one)
		}
	}
}

// Sizes of the elements of a collection are given as their mean; StoEx wants whole ones.
func TestSizesAreGivenAsWholeNumbers(t *testing.T) {
	bytes, elements, ratio := model.Variable{Name: "all.INNER.name", Char: model.ByteSize}, model.Variable{Name: "all.INNER", Char: model.NumberOfElements}, model.Variable{Name: "ratio", Char: model.ValueOf}
	got := combinations(samples(1, func(int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{bytes: size(40.0 / 3), elements: size(2.5), ratio: size(0.25)}
	}))[0].Values
	if got["all.INNER.name.BYTESIZE"] != "13" || got["all.INNER.NUMBER_OF_ELEMENTS"] != "3" || got["ratio.VALUE"] != "0.25" {
		t.Errorf("given %v", got)
	}
}

func TestTextsThatAreDataAreLeftOutWherePalladioDoesNotReadThem(t *testing.T) {
	text := model.Variable{Name: "text", Char: model.ValueOf}
	given := func(texts ...string) []string {
		var values []string
		for _, one := range combinations(samples(len(texts), func(i int) map[model.Variable]model.Value {
			return map[model.Variable]model.Value{text: model.TextValue(texts[i])}
		})) {
			values = append(values, one.Values["text.VALUE"])
		}
		return values
	}
	if got := given("a word", "<b>", "", `say "so"`); !slices.Equal(got, []string{"", `"a word"`}) && !slices.Equal(got, []string{`"a word"`, ""}) {
		t.Errorf("texts of all kinds are given as %q", got)
	}
	types := slices.Repeat([]string{"text/html", "text/css"}, repeated)
	if got := given(types...); !slices.Equal(got, []string{`"text/css"`, `"text/html"`}) {
		t.Errorf("words that come again and again are given as %q", got)
	}
}

func TestNumbersAreWrittenAsStoExHasThem(t *testing.T) {
	for x, want := range map[float64]string{
		math.MaxInt32: "2147483647", 1e6: "1000000", 4e9: "4.0E9", -7: "-7", 0.5: "0.5", 1.5e-7: "1.5E-7", 0: "0",
	} {
		if got := literal(x); got != want {
			t.Errorf("%g is written %s, not %s", x, got, want)
		}
		if _, err := stoex.Parse(literal(x)); err != nil {
			t.Error(err)
		}
	}
	n := model.Variable{Name: "n", Char: model.ValueOf}
	mixed := combinations(samples(2, func(i int) map[model.Variable]model.Value {
		return map[model.Variable]model.Value{n: size([]float64{3, 4e9}[i])}
	}))
	if text := mixed[0].Values["n.VALUE"]; !strings.HasPrefix(text, "DoublePMF[") {
		t.Errorf("a number beyond whole ones is in %s", text)
	}
}

// A parameter that takes any object has a number in some executions and a text in others: what an expression asks
// for has a value in all.
func TestWhatSomeExecutionsHadNoValueOfHasItsUsualOne(t *testing.T) {
	number, length := model.Variable{Name: "key", Char: model.ValueOf}, model.Variable{Name: "key", Char: model.ByteSize}
	mixed := samples(4, func(i int) map[model.Variable]model.Value {
		if i == 3 {
			return map[model.Variable]model.Value{length: size(9), number: model.TextValue("A")}
		}
		return map[model.Variable]model.Value{number: size([]float64{5, 7, 7}[i])}
	})
	launches := []Launched{{Did: &observed.Launch{Entries: []*observed.Entry{{SEFF: "get", Samples: mixed}}}}}
	all := filled(mixed, usual(launches)["get"])
	for i, want := range []float64{5, 7, 7, 7} {
		if v := all[i].Values; v[number].Num != want || v[length].Num != 9 {
			t.Errorf("execution %d has %v", i, v)
		}
	}
	if mixed[3].Values[number].Str != "A" {
		t.Errorf("what was seen is %v now", mixed[3].Values)
	}
}

// Tests can make hundreds of millions of calls: no simulator would end a run of them all.
func TestAScenarioOfMillionsOfCallsMakesAShareOfThem(t *testing.T) {
	add, grow := &structure.Service{ID: "_add", Entry: true}, &structure.Service{ID: "_grow", Entry: true}
	r := &Result{Model: &structure.Model{Components: []*structure.Component{{Services: []*structure.Service{add, grow}}}}}
	use := func(adds, grows float64) structure.Scenario {
		r.Use([]Launched{{Name: "tests", Did: &observed.Launch{Entries: []*observed.Entry{{SEFF: "_add", Count: adds}, {SEFF: "_grow", Count: grows}}}}})
		return r.Model.Usage[0]
	}
	if s := use(9_000, 3); s.Name != "tests" || s.Calls[0].Count != 9_000 || s.Calls[1].Count != 3 {
		t.Errorf("few calls are %+v", s)
	}
	s := use(40_000_000, 10)
	if s.Name != "1 of 4001 parts of tests" {
		t.Errorf("the scenario is called %q", s.Name)
	}
	if a, b := s.Calls[0].Count, s.Calls[1].Count; a+b > maxCalls || a+b < 0.99*maxCalls || math.Abs(a/b-4_000_000) > 1 {
		t.Errorf("a run makes %g and %g calls", a, b)
	}
}

// A server that got requests is used as they came: one of its services by each, at their rate.
func TestTheUsageOfAServerHasTheWorkloadOfItsRequests(t *testing.T) {
	add := &structure.Service{ID: "_add", Entry: true}
	r := &Result{Model: &structure.Model{Components: []*structure.Component{{Services: []*structure.Service{add}}}}}
	r.Use([]Launched{
		{Name: "open", Workload: &load.Workload{Rate: 50}, Did: &observed.Launch{Entries: []*observed.Entry{{SEFF: "_add", Count: 40_000}}}},
		{Name: "closed", Workload: &load.Workload{Users: 3, Think: time.Second}, Did: &observed.Launch{Entries: []*observed.Entry{{SEFF: "_add", Count: 7}}}},
	})
	open, closed := r.Model.Usage[0], r.Model.Usage[1]
	if !open.OneOf || open.Rate != 50 || open.Name != "open" || !closed.OneOf || closed.Rate != 0 || closed.Users != 3 || closed.Think != 1 {
		t.Errorf("%+v", r.Model.Usage)
	}
}
