package traces

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/DataDog/sketches-go/ddsketch"
	"github.com/DataDog/sketches-go/ddsketch/store"

	"beagle/measure/kieker/wire"
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
		if call.sketch.count() != c.Count || call.coarse {
			t.Errorf("%v of %d durations are in the sketch", call.sketch.count(), c.Count)
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

func TestQuantilesAreTheLibrarys(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for collapsed := range uint8(maxCollapsed + 1) {
		s := sketch{collapsed: collapsed}
		library := ddsketch.NewDDSketch(sketchMappings[collapsed], store.NewDenseStore(), store.NewDenseStore())
		const n = 1001 // ranks of the library's quantiles are then whole
		for range n {
			value := rng.Int64N(1 << (1 + rng.IntN(40)))
			s.add(value, nil)
			if err := library.Add(float64(value)); err != nil {
				t.Fatal(err)
			}
		}
		for rank := 0; rank < n; rank += 50 {
			want, err := library.GetValueAtQuantile(float64(rank) / (n - 1))
			if got := s.at(uint64(rank)); err != nil || got != want {
				t.Errorf("rank %d: %v, the library says %v (%v)", rank, got, want, err)
			}
		}
	}
}

// However sketches of different resolution are merged, the counts are the same.
func TestCoarseSketchesMergeExactlyInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	parts := make([]sketch, 6)
	for i := range parts {
		parts[i].collapsed = uint8(i % 4)
		for range 1000 {
			parts[i].add(1+rng.Int64N(1<<(1+rng.IntN(40))), nil)
		}
	}
	merge := func(order []int) sketch {
		var all sketch
		for _, i := range order {
			part := parts[i].clone()
			all.merge(&part)
		}
		return all
	}
	want := merge([]int{0, 1, 2, 3, 4, 5})
	for range 20 {
		got := merge(rng.Perm(len(parts)))
		if got.collapsed != want.collapsed || !slices.Equal(trimmed(&got), trimmed(&want)) {
			t.Fatal("another order gives other counts")
		}
	}
}

// trimmed are a sketch's bins with the index of the first that counts.
func trimmed(s *sketch) []uint32 {
	first, last := 0, len(s.bins)
	for first < last && s.bins[first] == 0 {
		first++
	}
	for last > first && s.bins[last-1] == 0 {
		last--
	}
	return append([]uint32{uint32(int(s.low) + first)}, s.bins[first:last]...)
}
