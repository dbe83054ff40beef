package simulation_test

import (
	"path/filepath"
	"testing"

	"beagle/predict"
)

// The shop has calls, a collection iterator, a CPU with two servers and a disk.
// Actions are internal actions and calls; branches, loops and returns are not
// counted.
func BenchmarkActionsOfTenUsers(b *testing.B) { benchmark(b, 10) }

// With a thousand users the queue of the disk is long.
func BenchmarkActionsOfAThousandUsers(b *testing.B) { benchmark(b, 1000) }

func benchmark(b *testing.B, users int) {
	b.Helper()
	q := predict.Question{Models: []string{filepath.Join("..", "..", "pcm", "instance", "testdata", "shop")}}
	q.Change.Users = users
	q.Level, q.Seed, q.Precision, q.Steps = predict.Simulation, 1, 1e-9, 3_000_000
	b.ReportAllocs()
	actions := 0.0
	for b.Loop() {
		a, err := predict.Predict(b.Context(), q)
		if err != nil {
			b.Fatal(err, a)
		}
		runs := 0.0
		for _, s := range a.Scenarios {
			runs += float64(s.N)
		}
		for _, w := range a.Where[1:] {
			actions += w.PerRun * runs
		}
	}
	b.ReportMetric(actions/b.Elapsed().Seconds(), "actions/s")
}
