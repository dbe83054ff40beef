package traces

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestChainedWorkersGiveWhatOneGives(t *testing.T) {
	all := newStream()
	parts := []*stream{newStream(), newStream(), newStream()}
	rng := rand.New(rand.NewPCG(8, 9))
	for trace := range int64(900) {
		op, at := opA+rng.IntN(3), int64(1_700_000_000_000_000_000)+rng.Int64N(1000)
		for _, s := range []*stream{all, parts[trace%3]} {
			s.calls(trace, op, failedClass, [4]int64{at, at + 5, at + 5, at + 10 + trace})
			s.execution(10_000+trace, opB, 1, 1, at, at+trace, otherHost)
			s.execution(10_000+trace, op, 0, 0, at, at+2*trace, hostText)
		}
	}
	last := NewEngine(Options{})
	for _, part := range parts {
		var wire bytes.Buffer
		if err := Write(&wire, part.result(Options{})); err != nil {
			t.Fatal(err)
		}
		if err := Read(last, &wire); err != nil {
			t.Fatal(err)
		}
	}
	want, got := all.result(Options{}), last.Result()
	if len(got.Classes) != len(want.Classes) || !reflect.DeepEqual(got.Counts, want.Counts) {
		t.Fatalf("%d classes, %+v; want %d, %+v", len(got.Classes), got.Counts, len(want.Classes), want.Counts)
	}
	for i, w := range want.Classes {
		g := got.Classes[i]
		if g.Count != w.Count || g.RepresentativeID() != w.RepresentativeID() || g.Operation(0) != w.Operation(0) || g.Host(1) != w.Host(1) {
			t.Errorf("class %d: %d traces of %s, want %d of %s", i, g.Count, g.Operation(0), w.Count, w.Operation(0))
		}
		for j := range w.Calls {
			a, b := &g.Calls[j], &w.Calls[j]
			if a.Sum != b.Sum || a.Squares != b.Squares || a.Min != b.Min || a.Max != b.Max || a.Failed != b.Failed || a.Quantiles(0)[0] != b.Quantiles(0)[0] {
				t.Errorf("class %d, call %d: sum %v, squares %v; want %v, %v", i, j, a.Sum, a.Squares, b.Sum, b.Squares)
			}
		}
	}
}

func TestReducedTracesAreCheckedBeforeTheyCount(t *testing.T) {
	good := `{"format":"beagle reduced traces 3","classes":[{"operations":[["void a.B.c()",""]],"marks":[0],"parents":[-1],"hosts":[],"count":1,"calls":[{"min":1,"max":1,"sum":[0,1],"squares":[0,1],"low":0,"bins":[1]}],"times":[[1,2]]}]}`
	if err := Read(NewEngine(Options{}), strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"format":"beagle`, `"format":"other`},
		{`"parents":[-1]`, `"parents":[0]`},
		{`"marks":[0]`, `"marks":[]`},
		{`"marks":[0]`, `"marks":[7]`},
		{`"low":0`, `"low":-5`},
		{`"operations":[["void a.B.c()",""]]`, `"operations":[]`},
		{`}]}`, ``},
	} {
		engine := NewEngine(Options{})
		if err := Read(engine, strings.NewReader(strings.Replace(good, change[0], change[1], 1))); err == nil || len(engine.Result().Classes) != 0 {
			t.Errorf("%v: %v", change, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"beagle reduced traces 3","classes":[]}`))
	f.Fuzz(func(_ *testing.T, data []byte) {
		engine := NewEngine(Options{})
		if Read(engine, bytes.NewReader(data)) == nil {
			engine.Result()
		}
	})
}
