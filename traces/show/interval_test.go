package show

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"beagle/traces"
	"beagle/traces/kieker"
)

func TestALineOfAnIntervalTellsOfTheIntervalAndOfEverything(t *testing.T) {
	v := View{Output: "json", Kind: "classes"}
	begin := time.Unix(1000, 0)
	lines := v.Intervals(begin)
	connected := begin.Add(-time.Hour)
	report := func(source string, records, unknown int64, ended bool) kieker.Report {
		return kieker.Report{
			Source: source, Connected: connected, Records: records, Unknown: unknown, Ended: ended,
			Classes: []kieker.UnknownClass{{Class: "my.Own", Count: unknown}},
		}
	}
	line := func(counts traces.Counts, sources ...kieker.Report) (d Document) {
		t.Helper()
		var out bytes.Buffer
		if err := lines.Line(&out, nil, counts, begin.Add(time.Second), sources); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out.Bytes(), &d); err != nil || bytes.Count(out.Bytes(), []byte("\n")) != 1 {
			t.Fatalf("%v: %s", err, out.Bytes())
		}
		return d
	}
	line(traces.Counts{Records: 100, Valid: 10, Unsorted: 1}, report("a", 60, 2, false), report("b", 40, 0, true))
	d := line(traces.Counts{Records: 7, Valid: 3}, report("a", 67, 5, false), report("b", 40, 0, true))

	if d.Records != 10 || d.Traces != 3 || d.Unknown != 3 || d.Unsorted != 0 || len(d.Notes) != 0 {
		t.Errorf("the interval has %+v", d)
	}
	if want := (Total{Records: 112, Traces: 13, Unknown: 5, Unsorted: 1}); *d.Total != want {
		t.Errorf("the total is %+v, want %+v", *d.Total, want)
	}
	if len(d.Sources) != 1 || d.Sources[0].Source != "a" {
		t.Fatalf("sources that ended before are told again: %+v", d.Sources)
	}
	if a := d.Sources[0]; a.Records != 7 || a.Unknown != 3 || a.Classes[0].Count != 3 || a.Total.Records != 67 || a.Total.Unknown != 5 {
		t.Errorf("the source has %+v, in total %+v", a.Report, *a.Total)
	}
}

func TestWhatLimitsLeaveOutIsSaid(t *testing.T) {
	r := traces.Result{Counts: traces.Counts{Unsorted: 3}}
	r.Reasons[traces.TooMany], r.Reasons[traces.TooLong] = 4, 5
	if notes := r.Notes(); len(notes) != 3 {
		t.Errorf("%q", notes)
	}
	if notes := (traces.Result{}).Notes(); notes != nil {
		t.Errorf("nothing was left out, but: %q", notes)
	}
}
