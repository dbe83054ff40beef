package traces

import (
	"fmt"
	"sync"
	"testing"

	"beagle/traces"
	"beagle/traces/kieker/wire"
)

var loads = []struct {
	name string
	Load
}{
	{"1 class, 1 open", Load{Classes: 1, Interleaved: 1, Depth: 10}},
	{"100 classes, 16 open", Load{Classes: 100, Interleaved: 16, Depth: 10}},
	{"10,000 classes, 256 open", Load{Classes: 10_000, Interleaved: 256, Depth: 10}},
	{"100 classes, 1,000 open", Load{Classes: 100, Interleaved: 1000, Depth: 10}},
	{"100 classes, 100,000 open", Load{Classes: 100, Interleaved: 100_000, Depth: 10}},
	{"100 classes, 100,000 open at random", Load{Classes: 100, Interleaved: 100_000, Depth: 10, Shuffled: true}},
}

// BenchmarkMemory reconstructs and reduces traces from memory, with statistics
// and quantiles per call position; one shard per core.
func BenchmarkMemory(b *testing.B) {
	for _, load := range loads {
		for _, shards := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s, %d shards", load.name, shards), func(b *testing.B) {
				count := max(20_000, 2*load.Interleaved)
				inputs := make([][]byte, shards)
				for i := range inputs {
					part := load.Load
					part.FirstID = int64(i+1) << 32
					inputs[i] = part.Traces(nil, count)
				}
				engine := traces.NewEngine(traces.Options{Timeout: 60e9})
				decoders := make([]*wire.Stream, shards)
				for i := range decoders {
					decoders[i] = wire.NewStream(nil, engine.Open("memory"))
					decoders[i].Decode(load.Registry(), false)
					decoders[i].Decode(inputs[i], false) // warm up: pools and classes
				}
				b.SetBytes(int64(shards * len(inputs[0])))
				b.ReportAllocs()
				b.ResetTimer()
				var group sync.WaitGroup
				before := cpuSeconds()
				for i := range decoders {
					group.Go(func() {
						for range b.N {
							decoders[i].Decode(inputs[i], false)
						}
					})
				}
				group.Wait()
				b.StopTimer()
				used := cpuSeconds() - before
				result := engine.Result()
				if want := int64((b.N + 1) * count * shards); result.Valid != want {
					b.Fatalf("%d valid traces, want %d: %+v", result.Valid, want, result.Counts)
				}
				perSecond := float64(b.N*count*shards) / b.Elapsed().Seconds()
				b.ReportMetric(perSecond/1e6, "Mtraces/s")
				b.ReportMetric(float64(b.N*count*shards)/used/1e6, "Mtraces/cpu-s")
				b.ReportMetric(perSecond*float64(load.Records())/1e6, "Mrecords/s")
			})
		}
	}
}
