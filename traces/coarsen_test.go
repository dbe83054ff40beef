package traces

import (
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/traces/kieker/wire"
)

// Two sources share so little memory for quantiles that their sketches have to
// be coarse: but every duration is in them, and they are as right as they say.
func TestQuantilesGetCoarserBeforeTheyGetWrong(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	engine := NewEngine(Options{Memory: 24 << 10 * 40 / sketchShare}) // 24 KiB for sketches
	seen := map[string][]float64{}
	for source := range 2 {
		s := newStream()
		for trace := range int64(3000) {
			// Eight classes: a, and below it b or c three times.
			op, below, at := opA, make([]int, 3), int64(1_000)
			order := 0
			s.metadata(trace).before(trace, order, op, at)
			key := ""
			for i := range below {
				order++
				below[i] = opB + rng.IntN(2)
				took := 1 + rng.Int64N(1<<(4+rng.IntN(30)))
				s.before(trace, order, below[i], at)
				order++
				at += took
				s.after(trace, order, below[i], at)
				key += string(rune('0' + below[i]))
			}
			s.after(trace, order+1, op, at+1)
			seen[key] = append(seen[key], float64(at+1-1_000))
		}
		handler := engine.Open("test")
		dec := wire.NewStream(nil, handler)
		dec.Decode(s.data, true)
		if source == 0 {
			handler.Closed(dec.Report())
		}
	}
	r := engine.Result()
	if r.Valid != 6000 || len(r.Classes) != 8 {
		t.Fatalf("%+v, %d classes", r.Counts, len(r.Classes))
	}
	for _, c := range r.Classes {
		key := ""
		for i := 1; i < c.Len(); i++ {
			key += string(rune('0' + opA + int(c.Operation(i).Name[0]-'a')))
		}
		all := seen[key]
		slices.Sort(all)
		call := &c.Calls[0]
		if call.Sketch.Count() != c.Count || call.Coarse {
			t.Errorf("%v of %d durations are in the sketch", call.Sketch.Count(), c.Count)
		}
		if call.Inexact() < 0.01 || call.Inexact() > 0.25 {
			t.Errorf("right to %v", call.Inexact())
		}
		for _, share := range []float64{0.1, 0.5, 0.95} {
			got := call.Quantiles(share)
			want := all[max(0, int(share*float64(len(all))+0.999999)-1)]
			if off := got[0]/want - 1; off > call.Inexact()+0.01 || off < -call.Inexact()-0.01 {
				t.Errorf("quantile %v is %v, want %v: off by %v, said %v", share, got[0], want, off, call.Inexact())
			}
		}
	}
	if left := engine.sketchMemory.Load(); left < 0 {
		t.Errorf("%d bytes too many", -left)
	}
}
