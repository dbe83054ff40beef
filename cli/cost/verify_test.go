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
		got := below(3)(nil, &at{Mean: (test.low + test.high) / 2, Low: test.low, High: test.high, Beyond: test.beyond})
		if got.Outcome != test.want || (got.Outcome == undecided) != (got.Hint != "") {
			t.Errorf("%v to %v: %+v, want %s", test.low, test.high, got, test.want)
		}
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
		if got := grows(limit)(&method{Grows: test.grows, Verdict: string(test.verdict)}, nil); got.Outcome != test.want {
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
		got := notSlower(before, then)(&method{Grows: "n^2", Verdict: string(run.Trusted)}, &at{Mean: (test.low + test.high) / 2, Low: test.low, High: test.high})
		if got.Outcome != test.want || !strings.Contains(got.Why, test.why) || !strings.Contains(got.Why, "it grew n and grows n^2") {
			t.Errorf("%v to %v: %+v", test.low, test.high, got)
		}
	}
}

// Each format is what its readers take: texts of a project are escaped in it.
func TestOutcomesAreWrittenInEachFormat(t *testing.T) {
	v := &verified{Version: 1, Contracts: []checked{
		{Method: "a.B.c(List<X>)", Contract: "below 1ms", Outcome: held, Why: "it costs 1 µs"},
		{Method: "a.B.d", Contract: "grows n", Outcome: broken, Why: "it grows n^2 | <b>\x1b[31m"},
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
