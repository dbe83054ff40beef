package traces

import (
	"testing"

	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// empty is a stream of traces of which only the metadata has come.
func empty(from, count int64) *stream {
	s := newStream()
	for trace := range count {
		s.metadata(from + trace)
	}
	return s
}

func TestOpenTracesOfManySourcesAreBoundedTogether(t *testing.T) {
	engine := NewEngine(Options{Memory: 4 << 20})
	all := engine.share(openShare)
	var handlers []kieker.Handler
	for source := range int64(12) {
		handler := engine.Open("test")
		handlers = append(handlers, handler)
		wire.NewStream(nil, handler).Decode(empty(source<<32, 3000).data, false)
	}
	r := engine.Result()
	if r.Open*openSize > all || r.Open < all/openSize/4 || r.Reasons[TooMany] == 0 {
		t.Errorf("%d traces are open in %d bytes: %+v", r.Open, all, r.Counts)
	}
	for _, handler := range handlers {
		handler.Closed(kieker.Report{})
	}
	if left := engine.openMemory.Load(); left != all {
		t.Errorf("%d bytes of %d came back", left, all)
	}
	if r = engine.Result(); r.OpenRecords() != 0 || r.InvalidRecords[TooMany] == 0 {
		t.Errorf("%d records are in no trace that ended: %+v", r.OpenRecords(), r.Counts)
	}
}

func TestASourceGivesBackWhatItKeptWhenAnotherNeedsIt(t *testing.T) {
	engine := NewEngine(Options{Memory: 4 << 20})
	first, second := engine.Open("first"), engine.Open("second")
	whole := newStream()
	const count = 5000
	for trace := range int64(count) { // all open at a time, then all complete
		whole.metadata(trace).before(trace, 0, opA, 10)
	}
	for trace := range int64(count) {
		whole.after(trace, 1, opA, 20)
	}
	for _, handler := range []kieker.Handler{first, second} {
		wire.NewStream(nil, handler).Decode(whole.data, false)
	}
	if r := engine.Result(); r.Valid != 2*count || r.Counts.Invalid != 0 {
		t.Errorf("not all of both were kept: %+v", r.Counts)
	}
}
