package classes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/DataDog/sketches-go/ddsketch"
	"github.com/DataDog/sketches-go/ddsketch/mapping"
	"github.com/DataDog/sketches-go/ddsketch/store"
)

// mapped is the library's mapping with exactly these bins. Its base is one step below the power,
// so that rounding does not put powers of two into the bin before theirs.
func mapped(t *testing.T, collapsed uint8) mapping.IndexMapping {
	t.Helper()
	m, err := mapping.NewLinearlyInterpolatedMappingWithGamma(math.Nextafter(math.Exp2(1/float64(int(binsPerOctave)>>collapsed)), 1), 0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestQuantilesAreTheLibrarys(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for collapsed := range uint8(MaxCollapsed + 1) {
		s := Sketch{Collapsed: collapsed}
		library := ddsketch.NewDDSketch(mapped(t, collapsed), store.NewDenseStore(), store.NewDenseStore())
		const n = 1001 // ranks of the library's quantiles are then whole
		for range n {
			value := rng.Int64N(1 << (1 + rng.IntN(40)))
			s.Add(value, nil)
			if err := library.Add(float64(value)); err != nil {
				t.Fatal(err)
			}
		}
		for rank := 0; rank < n; rank += 50 {
			want, err := library.GetValueAtQuantile(float64(rank) / (n - 1))
			if got := s.at(uint64(rank)); err != nil || math.Abs(got-want) > 1e-12*want {
				t.Errorf("rank %d: %v, the library says %v (%v)", rank, got, want, err)
			}
		}
	}
}

// However sketches of different resolution are merged, the counts are the same.
func TestCoarseSketchesMergeExactlyInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	parts := make([]Sketch, 6)
	for i := range parts {
		parts[i].Collapsed = uint8(i % 4)
		for range 1000 {
			parts[i].Add(1+rng.Int64N(1<<(1+rng.IntN(40))), nil)
		}
	}
	merge := func(order []int) Sketch {
		var all Sketch
		for _, i := range order {
			part := parts[i].clone()
			all.merge(&part)
		}
		return all
	}
	want := merge([]int{0, 1, 2, 3, 4, 5})
	for range 20 {
		got := merge(rng.Perm(len(parts)))
		if got.Collapsed != want.Collapsed || !slices.Equal(trimmed(&got), trimmed(&want)) {
			t.Fatal("another order gives other counts")
		}
	}
}

// trimmed are a sketch's bins with the index of the first that counts.
func trimmed(s *Sketch) []uint32 {
	first, last := 0, len(s.Bins)
	for first < last && s.Bins[first] == 0 {
		first++
	}
	for last > first && s.Bins[last-1] == 0 {
		last--
	}
	return append([]uint32{uint32(int(s.low) + first)}, s.Bins[first:last]...)
}

func TestTheFastBinsAreTheLibrarys(t *testing.T) {
	for collapsed := range uint8(MaxCollapsed + 1) {
		for exponent := range 62 {
			for _, add := range []int64{0, 1, 3} {
				value := int64(1)<<exponent + add
				s := Sketch{Collapsed: collapsed}
				s.Add(value, nil)
				at := slices.Index(s.Bins, 1)
				if got, want := int(s.low)+at, mapped(t, collapsed).Index(float64(value)); got != want {
					t.Errorf("%d lies in bin %d, the library says %d (%d times collapsed)", value, got, want, collapsed)
				}
			}
		}
	}
}
