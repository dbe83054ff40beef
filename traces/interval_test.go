package traces

import (
	"math/rand/v2"
	"testing"

	"beagle/traces/classes"
	"beagle/traces/kieker/wire"
)

func TestIntervalsAddUpToEverything(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	engine := NewEngine(Options{Intervals: true})
	sum := map[uint64]*classes.Class{} // what a reader of the intervals knows
	traces, part := int64(0), 0
	take := func() {
		gained, counts := engine.Interval()
		traces += counts.Valid
		for _, c := range gained {
			if known := sum[c.Key()]; known != nil {
				known.Merge(c)
			} else {
				sum[c.Key()] = c.Clone()
			}
		}
		part++
	}
	for id := range int64(60) {
		s := newStream()
		for trace := 50 * id; trace < 50*id+50; trace++ {
			op, at := opA+rng.IntN(3), 1000+rng.Int64N(1000)
			s.metadata(trace).before(trace, 0, op, at).before(trace, 1, opB, at+5).after(trace, 2, opB, at+5+rng.Int64N(1<<20)).after(trace, 3, op, at+(1<<21))
		}
		handler := engine.Open("a")
		dec := wire.NewStream(nil, handler)
		dec.Decode(s.data, true)
		if id%3 == 0 { // while it is open, and after it ended
			take()
		}
		handler.Closed(dec.Report())
	}
	take()
	if empty, counts := engine.Interval(); len(empty) != 0 || counts != (Counts{}) {
		t.Errorf("nothing came, but %d classes and %+v", len(empty), counts)
	}
	whole := engine.Result()
	if traces != 3000 || whole.Valid != 3000 || len(whole.Classes) != len(sum) || part < 20 {
		t.Fatalf("%d of %d traces, %d of %d classes, %d intervals", traces, whole.Valid, len(sum), len(whole.Classes), part)
	}
	for _, want := range whole.Classes {
		got := sum[want.Key()]
		if got == nil || got.Count != want.Count || got.Rep.ID != want.Rep.ID {
			t.Fatalf("%+v, want %+v", got, want)
		}
		for i := range want.Calls {
			a, b := &got.Calls[i], &want.Calls[i]
			if a.Sum != b.Sum || a.Squares != b.Squares || a.Min != b.Min || a.Max != b.Max {
				t.Errorf("call %d: %+v, want %+v", i, a, b)
			}
		}
	}
}
