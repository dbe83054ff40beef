package predict_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"path/filepath"
	"testing"

	"beagle/predict"
)

// The same seed gives the same numbers on every machine, to the last bit: processors
// that multiply and add in one step round otherwise, and libraries' exponentials
// differ. This is run on others by
//
//	GOARCH=arm64 go test -exec qemu-aarch64-static ./predict -run EveryMachine
func TestTheSameSeedGivesTheSameNumbersOnEveryMachine(t *testing.T) {
	sum := fnv.New64a()
	for _, q := range []predict.Question{
		{Models: []string{filepath.Join("..", "pcm", "instance", "testdata", "shop")}, Seed: 3, Level: predict.Simulation, Steps: 200_000, Precision: 1e-9, Change: predict.Change{Users: 7}},
		{Models: []string{filepath.Join("testdata", "draws")}, Seed: 3, Level: predict.Simulation, Steps: 200_000, Precision: 1e-9},
	} {
		a, err := predict.Predict(t.Context(), q)
		if err != nil {
			t.Fatal(err, a.Problems)
		}
		for _, s := range a.Scenarios {
			for _, x := range []*float64{s.Mean, s.HalfWidth, s.Median, s.P90, s.P99, s.Deviation, s.Throughput} {
				_, _ = fmt.Fprintf(sum, "%x ", math.Float64bits(*x))
			}
			t.Logf("%s: %v %v %v", s.Name, *s.Mean, *s.P90, *s.Deviation)
		}
		for _, r := range a.Resources {
			_, _ = fmt.Fprintf(sum, "%x ", math.Float64bits(*r.Utilisation))
		}
	}
	const want = 0xee8b884900a93cf0
	if got := sum.Sum64(); got != want {
		t.Errorf("the numbers of seed 3 are %#x, not %#x", got, uint64(want))
	}
}
