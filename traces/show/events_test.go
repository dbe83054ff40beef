package show

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"beagle/traces"
	"beagle/traces/classes"
)

// Viewers nest what lies in one row, and spans of one caller may run at the same time.
func TestExecutionsAtTheSameTimeStandInRowsOfTheirOwn(t *testing.T) {
	executions := []classes.Execution{
		{In: 0, Out: 100, Parent: -1},
		{In: 10, Out: 50},
		{In: 20, Out: 60},
		{In: 25, Out: 30, Parent: 2},
		{In: 50, Out: 60},
		{In: 60, Out: 70},
	}
	if got, want := lanes(executions), []int{0, 0, 1, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestNoTracesAreAnEmptyListOfEvents(t *testing.T) {
	var out bytes.Buffer
	var file struct{ TraceEvents []any }
	err := View{}.Events(&out, traces.NewEngine(traces.Options{}).Result())
	if err = errors.Join(err, json.Unmarshal(out.Bytes(), &file)); err != nil || file.TraceEvents == nil || len(file.TraceEvents) > 0 {
		t.Errorf("%v %s", err, out.String())
	}
}
