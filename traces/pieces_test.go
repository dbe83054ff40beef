package traces

import (
	"bytes"
	"fmt"
	"testing"
)

func feed(engine *Engine, first, count int64) {
	s := newStream()
	for trace := first; trace < first+count; trace++ {
		op := opA + int(trace%3)
		s.calls(trace, op, afterClass, [4]int64{1000 + trace, 2000 + trace, 3000 + 2*trace, 9000 + 3*trace})
	}
	s.into(engine.Open("a"))
}

func equalResults(t *testing.T, got, want Result) {
	t.Helper()
	if got.Counts != want.Counts || len(got.Classes) != len(want.Classes) {
		t.Fatalf("%d classes, %+v; want %d, %+v", len(got.Classes), got.Counts, len(want.Classes), want.Counts)
	}
	for i, w := range want.Classes {
		g := got.Classes[i]
		if g.Count != w.Count || g.RepresentativeID() != w.RepresentativeID() {
			t.Errorf("class %d: %d traces, representative %d; want %d, %d", i, g.Count, g.RepresentativeID(), w.Count, w.RepresentativeID())
		}
		for j := range w.Calls {
			a, b := &g.Calls[j], &w.Calls[j]
			if a.Sum != b.Sum || a.Squares != b.Squares || a.Min != b.Min || a.Max != b.Max || fmt.Sprint(a.Quantiles(0.1, 0.5, 0.99)) != fmt.Sprint(b.Quantiles(0.1, 0.5, 0.99)) {
				t.Errorf("class %d, call %d: %+v, want %+v", i, j, a, b)
			}
		}
	}
}

func TestAPipeCarriesWhatFilesCarry(t *testing.T) {
	worker, whole, last := NewEngine(Options{Intervals: true}), NewEngine(Options{}), NewEngine(Options{})
	var pipe bytes.Buffer
	for round := range int64(5) {
		feed(worker, 1000*round, 50)
		feed(whole, 1000*round, 50)
		if err := Pipe(&pipe, worker); err != nil {
			t.Fatal(err)
		}
	}
	if bytes.Count(pipe.Bytes(), []byte("\n")) != 5 {
		t.Errorf("%d lines for 5 intervals", bytes.Count(pipe.Bytes(), []byte("\n")))
	}
	if err := Pipe(&pipe, worker); err != nil || bytes.Count(pipe.Bytes(), []byte("\n")) != 5 {
		t.Errorf("an interval without records writes something: %v", err)
	}
	if err := Read(last, &pipe); err != nil {
		t.Fatal(err)
	}
	equalResults(t, last.Result(), whole.Result())
}
