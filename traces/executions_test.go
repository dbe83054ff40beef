package traces

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/traces/kieker"
	"beagle/traces/kieker/logs"
)

// executed reads a text log of executions, each given as trace, eoi and ess.
func executed(t *testing.T, all [][3]int) Result {
	t.Helper()
	dir := t.TempDir()
	var lines strings.Builder
	for _, e := range all {
		fmt.Fprintf(&lines, "$0;-1;void a.B.m%d();s;%d;%d;%d;h;%d;%d\n", e[1], e[0], 1000+e[1], 2000-e[1], e[1], e[2])
	}
	for name, content := range map[string]string{"kieker.map": "$0=kieker.common.record.controlflow.OperationExecutionRecord\n", "1.dat": lines.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	engine := NewEngine(Options{})
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: engine.Open}); err != nil {
		t.Fatal(err)
	}
	engine.End()
	return engine.Result()
}

// Kieker's probes record an execution when it ends, but logs that were sorted or
// exported have the outermost one first: both are the same traces.
func TestTheOrderOfExecutionsInALogDoesNotMatter(t *testing.T) {
	var inward, outward [][3]int
	for trace := range 5 {
		own := [][3]int{{trace, 0, 0}, {trace, 1, 1}, {trace, 2, 2}, {trace, 3, 1}}[:1+trace%2*3] // every other one is a single execution
		inward = append(inward, own...)
		slices.Reverse(own)
		outward = append(outward, own...)
	}
	for name, log := range map[string][][3]int{"outermost first": inward, "outermost last": outward} {
		r := executed(t, log)
		var classes []string
		for _, c := range r.Classes {
			classes = append(classes, fmt.Sprintf("%d of %d", c.Count, c.Len()))
		}
		slices.Sort(classes)
		if want := []string{"2 of 4", "3 of 1"}; !slices.Equal(classes, want) || r.Counts.Invalid != 0 || r.Counts.Open != 0 {
			t.Errorf("%s: %q, %d invalid, want %q", name, classes, r.Counts.Invalid, want)
		}
	}
}

// Programs without Kieker's registry of traces may give all the same id.
func TestSingleExecutionsOfOneTraceAreTracesOfTheirOwn(t *testing.T) {
	if r := executed(t, [][3]int{{7, 0, 0}, {7, 0, 0}, {7, 0, 0}}); r.Valid != 3 || r.Counts.Invalid != 0 {
		t.Errorf("%d valid, %d invalid", r.Valid, r.Counts.Invalid)
	}
}

func TestAWholeTraceIsSeenWhileItsSourceIsQuiet(t *testing.T) {
	engine := NewEngine(Options{Timeout: time.Hour})
	shard := engine.Open("quiet")
	dir := t.TempDir()
	for name, content := range map[string]string{"kieker.map": "$0=kieker.common.record.controlflow.OperationExecutionRecord\n", "1.dat": "$0;-1;void a.B.c();s;1;1000;2000;h;0;0\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: func(string) kieker.Handler { return unclosed{shard} }}); err != nil {
		t.Fatal(err)
	}
	if open := engine.Result().Counts.Open; open != 1 {
		t.Fatalf("%d traces are open", open)
	}
	shard.(interface{ Idle(time.Time) }).Idle(time.Now().Add(2 * time.Second))
	if c := engine.Result().Counts; c.Open != 0 || c.Valid != 1 {
		t.Errorf("%+v", c)
	}
}

// unclosed is a source that goes on.
type unclosed struct{ kieker.Handler }

func (unclosed) Closed(kieker.Report) {}

// A worker gives the records of an open trace to the engine that follows when the one
// before has been written: their classes know their role from that one.
func TestRecordsThatAnotherEngineHadMeanTheSame(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"kieker.map": "$0=kieker.common.record.controlflow.OperationExecutionRecord\n", "1.dat": "$0;-1;void a.B.c();s;1;1000;2000;h;0;0\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	engines := []*Engine{NewEngine(Options{}), NewEngine(Options{})}
	open := func(source string) kieker.Handler {
		var both twice
		for _, engine := range engines {
			both = append(both, engine.Open(source))
		}
		return both
	}
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: open}); err != nil {
		t.Fatal(err)
	}
	for i, engine := range engines {
		engine.End()
		if r := engine.Result(); len(r.Classes) != 1 || r.Classes[0].Operation(0).String() != "a.B.c()" {
			t.Errorf("engine %d: %d classes, first of %v", i+1, len(r.Classes), r.Classes[0].Operation(0))
		}
	}
}

// twice hands the same records to several handlers, one after the other.
type twice []kieker.Handler

func (all twice) Records(batch []kieker.Record) {
	for _, h := range all {
		h.Records(batch)
	}
}

func (all twice) Closed(report kieker.Report) {
	for _, h := range all {
		h.Closed(report)
	}
}
