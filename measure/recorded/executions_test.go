package recorded

import (
	"math"
	"testing"
)

func TestExecutionsHaveTheirInputsAndWhatWasRecordedInside(t *testing.T) {
	dir := write(t, "$0="+former+"ServiceCallRecord\n$1="+former+"ResponseTimeRecord\n",
		`$1;-1;s;e2;_write;_cpu;1300;1400
$0;-1;s;e2;_inner;{"n_VALUE":2,};e1;<not set>;1200;1500
$1;-1;s;e1;_parse;_cpu;1500;1700
$1;-1;s;e1;_parse;_cpu;1700;1800
$0;-1;s;e1;_outer;{"n_VALUE":7,};<not set>;<not set>;1000;2000
`)
	var all []Execution
	if err := Executions(t.Context(), []string{dir}, nil, func(e Execution) { all = append(all, e) }); err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 {
		t.Fatalf("%+v", all)
	}
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-15 }
	if inner := all[0]; inner.SEFF != "_inner" || inner.Entry || !near(inner.Seconds, 300e-9) || !near(inner.Actions["_write"], 100e-9) {
		t.Errorf("%+v", inner)
	}
	outer := all[1]
	if outer.SEFF != "_outer" || !outer.Entry || outer.Log != 1 || len(outer.Inputs) != 1 || outer.Inputs[0].Value.Num != 7 {
		t.Errorf("%+v", outer)
	}
	if !near(outer.Seconds, 1000e-9) || !near(outer.Actions["_parse"], 300e-9) || !near(outer.Calls["_inner"], 300e-9) {
		t.Errorf("%+v", outer)
	}
}
