package cost

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
)

func TestACostIsBelowALimitWhereItsWholeIntervalIs(t *testing.T) {
	for _, test := range []struct {
		low, high model.Figure
		beyond    bool
		want      string
	}{{1, 2, false, held}, {4, 5, false, broken}, {2, 4, false, undecided}, {2, 4, true, undecided}} {
		got := below(3)(nil, &at{Mean: (test.low + test.high) / 2, Low: test.low, High: test.high, Beyond: test.beyond}, nil)
		if got.Outcome != test.want || (got.Outcome == undecided) != (got.Hint != "") {
			t.Errorf("%v to %v: %+v, want %s", test.low, test.high, got, test.want)
		}
	}
}

func TestAShareIsHeldWhereTheWorstQuotientIs(t *testing.T) {
	of := &at{Mean: 10, Low: 8, High: 12}
	for _, test := range []struct {
		low, high model.Figure
		beyond    bool
		want      string
	}{{1, 2, false, held}, {5, 6, false, broken}, {2, 4, false, undecided}, {2, 4, true, undecided}} {
		got := shareOf(0.3)(nil, &at{Mean: (test.low + test.high) / 2, Low: test.low, High: test.high, Beyond: test.beyond}, of)
		if got.Outcome != test.want || (got.Outcome == undecided) != (got.Hint != "") {
			t.Errorf("%v to %v: %+v, want %s", test.low, test.high, got, test.want)
		}
	}
}

// A share needs both costs at the same inputs, of which each method has its own.
func TestAShareIsUndecidedWhereTheOtherMethodWasNotLearnt(t *testing.T) {
	promises, err := promisesOf([]run.Contract{{Cost: "A.a", Share: 0.5, Of: "B.b", At: map[string]string{"n.VALUE": "10"}}}, "")
	if err != nil || len(promises) != 1 || len(methodsOf(promises)) != 2 {
		t.Fatal(promises, err)
	}
	n := []varied{{Name: "n.VALUE"}}
	here := map[string]*at{promises[0].asked.words(): {Mean: 1, Low: 1, High: 1}}
	all := map[string]*driven{"A.a": {method: method{Method: "p.A.a(int)", Varied: n}, at: here}, "B.b": {lacks: checked{Outcome: undecided, Why: "there is no method B.b"}}}
	if got := promises[0].outcome(all); got.Outcome != undecided || got.Why != "B.b: there is no method B.b" || got.Method != "p.A.a(int)" {
		t.Errorf("%+v", got)
	}
	all["B.b"] = &driven{method: method{Method: "p.B.b(int)", Varied: n}, at: map[string]*at{promises[0].asked.words(): {Mean: 4, Low: 4, High: 4}}}
	if got := promises[0].outcome(all); got.Outcome != held || got.Ratio != 0.25 || got.Contract != "at most 50 % of B.b at n.VALUE = 10" {
		t.Errorf("%+v", got)
	}
}

func TestAGrowthIsBrokenOnlyWhereTheFormulaIsTrusted(t *testing.T) {
	for _, test := range []struct {
		grows   string
		verdict run.Trust
		want    string
	}{
		{"n", run.Trusted, held},
		{"n log n", run.Check, held},
		{"n^2", run.Trusted, broken},
		{"n^2", run.Check, undecided},
		{"n", run.MeasureMore, undecided},
		{"text + other", run.Trusted, undecided},
	} {
		limit, _ := expression.ParseGrowth("n log n")
		if got := grows(limit)(&method{Grows: test.grows, Verdict: string(test.verdict)}, nil, nil); got.Outcome != test.want {
			t.Errorf("%s, %s: %+v, want %s", test.grows, test.verdict, got, test.want)
		}
	}
}

func TestACostIsSlowerWhereItsWholeIntervalLiesAboveTheOneBefore(t *testing.T) {
	then := &at{Mean: 2, Low: 1, High: 3}
	before := &method{Grows: "n", Verdict: string(run.Trusted)}
	for _, test := range []struct {
		low, high model.Figure
		want, why string
	}{{2, 4, held, ""}, {3.5, 5, broken, "times"}, {0.1, 0.5, held, "faster"}} {
		got := notSlower(before, then)(&method{Grows: "n^2", Verdict: string(run.Trusted)}, &at{Mean: (test.low + test.high) / 2, Low: test.low, High: test.high}, nil)
		if got.Outcome != test.want || !strings.Contains(got.Why, test.why) || !strings.Contains(got.Why, "it grew n and grows n^2") {
			t.Errorf("%v to %v: %+v", test.low, test.high, got)
		}
	}
}

// Each format is what its readers take: texts of a project are escaped in it.
func TestOutcomesAreWrittenInEachFormat(t *testing.T) {
	v := &verified{Version: 1, Contracts: []checked{
		{Method: "a.B.c(List<X>)", Contract: "below 1ms", Outcome: held, Why: "it costs 1 µs"},
		{Method: "a.B.d", Contract: "grows n", File: "src/B.java", Line: 7, Outcome: broken, Why: "it grows n^2 | <b>\x1b[31m"},
		{Method: "a.B.e", Contract: "grows n", Outcome: undecided, Why: "nothing", Hint: "more time"},
	}}
	texts := map[string]string{}
	for name, write := range formats {
		var out bytes.Buffer
		a := &app.App{Out: &out}
		if err := write(a, v); err != nil {
			t.Fatal(name, err)
		}
		if strings.Contains(out.String(), "\x1b") {
			t.Errorf("%s: an escape sequence gets out: %q", name, out.String())
		}
		texts[name] = out.String()
	}
	var suite struct {
		Failures int `xml:"failures,attr"`
		Cases    []struct {
			Class string `xml:"classname,attr"`
		} `xml:"testcase"`
	}
	if err := xml.Unmarshal([]byte(texts["junit"]), &suite); err != nil || suite.Failures != 1 || len(suite.Cases) != 3 || suite.Cases[0].Class != "a.B.c(List<X>)" {
		t.Errorf("%v %+v\n%s", err, suite, texts["junit"])
	}
	var log struct {
		Version string
		Runs    []struct{ Results []struct{ Level string } }
	}
	if err := json.Unmarshal([]byte(texts["sarif"]), &log); err != nil || log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Results) != 2 || log.Runs[0].Results[0].Level != "error" {
		t.Errorf("%v %+v", err, log)
	}
	if !strings.Contains(texts["sarif"], `"startLine": 7`) || !strings.Contains(texts["sarif"], "src/B.java") {
		t.Errorf("the place of a promise is missing in\n%s", texts["sarif"])
	}
	if want := "| broken | `a.B.d` | grows n | it grows n^2 \\| &lt;b>"; !strings.Contains(texts["markdown"], want) {
		t.Errorf("%s\nwants %s", texts["markdown"], want)
	}
	if !strings.HasSuffix(texts["text"], "1 held, 1 broken, 1 undecided\n") {
		t.Errorf("%s", texts["text"])
	}
}

func TestWhatIsNoBaseIsRefused(t *testing.T) {
	if _, err := readBase(t.TempDir() + "/none.json"); err == nil || !strings.Contains(err.Error(), "none.json") {
		t.Errorf("%v", err)
	}
}
