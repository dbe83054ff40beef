package traces

import (
	"testing"

	"beagle/traces/kieker/wire"
)

func TestMergedClassesTakeNoMoreMemoryThanOwnOnes(t *testing.T) {
	engine := NewEngine(Options{Memory: 1 << 20})
	worker := NewEngine(Options{})
	s := newStream()
	const count = 200
	for trace := range int64(count) { // a class each: one more call
		at := int64(0)
		s.metadata(trace).before(trace, 0, opA, at)
		for call := range int(1 + trace%60) {
			s.before(trace, 1+2*call, opB, at).after(trace, 2+2*call, opB, at+1)
		}
		s.after(trace, 3+2*int(trace%60), opA, at+5)
	}
	handler := worker.Open("a")
	dec := wire.NewStream(nil, handler)
	dec.Decode(s.data, true)
	handler.Closed(dec.Report())
	handOn(t, worker.Result(), engine)
	r := engine.Result()
	sorted := int64(0)
	for _, c := range r.Classes {
		sorted += int64(c.Count)
	}
	if r.Valid != count || r.Unsorted == 0 || sorted+r.Unsorted != count || engine.classMemory.Load() < 0 || engine.sketchMemory.Load() < 0 {
		t.Errorf("%d of %d traces in classes, %+v; memory left: %d, %d", sorted, count, r.Counts, engine.classMemory.Load(), engine.sketchMemory.Load())
	}
}
