package traces

import (
	"testing"

	"beagle/traces/classes"
)

// The parent splits within opB, twice; each child runs opC. A third child names
// a place that was never recorded.
func split2() *stream {
	s := newStream().metadata(1).before(1, 0, opA, 10).before(1, 1, opB, 20)
	s.record(splitClass, int64(21), int64(1), 2).record(splitClass, int64(22), int64(1), 3)
	s.child(2, 1, 2).before(2, 0, opC, 30).after(2, 1, opC, 40)
	s.after(1, 4, opB, 30).after(1, 5, opA, 40)
	s.child(3, 1, 3).before(3, 0, opC, 50).after(3, 1, opC, 60) // ends after its parent
	s.child(4, 77, 0).before(4, 0, opC, 50).after(4, 1, opC, 60)
	return s
}

func (s *stream) child(trace, parent int64, order int) *stream {
	return s.record(metadataClass, trace, int64(1), hostText, hostText, parent, order)
}

func TestTracesThatOthersStartedNameTheOperation(t *testing.T) {
	check := func(r Result, times uint64) {
		t.Helper()
		if r.Valid != 4*int64(times) || len(r.Classes) != 2 {
			t.Fatalf("%+v", r.Counts)
		}
		for _, c := range r.Classes {
			origins := c.Origins()
			if c.Operation(0).Name == "a" {
				if len(origins) != 0 {
					t.Errorf("the parent has origins: %+v", origins)
				}
				continue
			}
			if len(origins) != 2 || !origins[0].Known || origins[0].Operation.Name != "b" || origins[0].Count != 2*times || origins[1].Known || origins[1].Count != times {
				t.Errorf("%+v", origins)
			}
		}
	}
	r := split2().result(Options{})
	check(r, 1)

	engine := NewEngine(Options{})
	for range 3 { // chained workers lose nothing
		handOn(t, r, engine)
	}
	check(engine.Result(), 3)
	if all := classes.Assembly(engine.Result().Classes); len(all) != 2 {
		t.Errorf("%d assembly classes", len(all))
	} else {
		check(Result{Counts: Counts{Valid: 12}, Classes: all}, 3)
	}
}

func TestAJoinSaysThatATraceWasWaitedFor(t *testing.T) {
	s := newStream().metadata(1).before(1, 0, opA, 10).record(splitClass, int64(11), int64(1), 1).record(splitClass, int64(12), int64(1), 2).record(splitClass, int64(13), int64(1), 3)
	s.child(2, 1, 1).before(2, 0, opC, 20).after(2, 1, opC, 30)
	s.child(3, 1, 2).before(3, 0, opC, 20)
	s.record(joinClass, int64(40), int64(1), 4, int64(2)).record(joinClass, int64(41), int64(1), 5, int64(2)) // twice: counts once
	s.record(joinClass, int64(42), int64(1), 6, int64(3))                                                     // whose exit arrives later
	s.child(4, 1, 3).before(4, 0, opC, 20).after(4, 1, opC, 90)                                               // never joined
	s.after(3, 1, opC, 35).after(1, 7, opA, 50)
	r := s.result(Options{})
	if r.Valid != 4 || r.Counts.Invalid != 0 {
		t.Fatalf("%+v %+v", r.Counts, r.Examples)
	}
	for _, c := range r.Classes {
		if origins := c.Origins(); c.Operation(0).Name == "c" && (len(origins) != 1 || origins[0].Count != 3 || origins[0].Joined != 2) {
			t.Errorf("%+v", origins)
		}
	}
	engine := NewEngine(Options{})
	handOn(t, r, engine)
	if c := engine.Result().Classes[0]; c.Origins()[0].Joined != 2 {
		t.Errorf("%+v after merging", c.Origins())
	}
}

func TestPlacesOfSplitsAreBounded(t *testing.T) {
	s := newStream().metadata(1).before(1, 0, opA, 10)
	for order := range 2 * maxSplits {
		s.record(splitClass, int64(20), int64(1), order+1)
	}
	s.child(2, 1, 1).before(2, 0, opC, 30).after(2, 1, opC, 40)
	s.child(3, 1, 2*maxSplits).before(3, 0, opC, 30).after(3, 1, opC, 40)
	for _, memory := range []int64{0, 200_000} {
		r := s.result(Options{Memory: memory})
		for _, c := range r.Classes {
			known := uint64(0)
			for _, o := range c.Origins() {
				if o.Known {
					known += o.Count
				}
			}
			if known != 1 { // the newest is known, the oldest forgotten
				t.Errorf("memory %d: %+v", memory, c.Origins())
			}
		}
	}
}
