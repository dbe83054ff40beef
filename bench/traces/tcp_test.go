package traces

import (
	"context"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"beagle/measure/kieker"
	"beagle/measure/traces"
)

// block is how much a sender writes at once: Kieker's default buffer.
const block = 64 << 10

func writeAll(conn net.Conn, stream []byte) {
	for len(stream) > 0 {
		n, err := conn.Write(stream[:min(block, len(stream))])
		if err != nil {
			return // the receiver has what it wanted
		}
		stream = stream[n:]
	}
}

// receive sends each stream on a connection of its own to a receiver with
// reconstruction and reduction, and returns the traces per second.
func receive(b testing.TB, count int, streams ...[]byte) float64 {
	b.Helper()
	engine := traces.NewEngine(traces.Options{Timeout: time.Minute})
	receiver, err := kieker.Listen("127.0.0.1:0", kieker.Options{Open: engine.Open})
	if err != nil {
		b.Fatal(err)
	}
	defer receiver.Close()
	start := time.Now()
	var group sync.WaitGroup
	for _, stream := range streams {
		group.Go(func() {
			conn, err := net.Dial("tcp", receiver.Addr())
			if err != nil {
				b.Error(err)
				return
			}
			defer conn.Close()
			writeAll(conn, stream)
		})
	}
	group.Wait()
	if _, err := receiver.Shutdown(context.Background()); err != nil {
		b.Fatal(err)
	}
	elapsed := time.Since(start).Seconds()
	if r := engine.Result(); r.Valid != int64(count*len(streams)) {
		b.Fatalf("%+v, want %d valid traces", r.Counts, count*len(streams))
	}
	return float64(count*len(streams)) / elapsed
}

// BenchmarkTCP receives over loopback, with the sender on the same cores.
func BenchmarkTCP(b *testing.B) {
	for _, connections := range []int{1, 2} {
		for _, load := range loads[:3] {
			b.Run(fmt.Sprintf("%s, %d connections", load.name, connections), func(b *testing.B) {
				const count = 300_000
				streams := make([][]byte, connections)
				for i := range streams {
					part := load.Load
					part.FirstID = int64(i+1) << 32
					streams[i] = part.Traces(part.Registry(), count)
				}
				b.SetBytes(int64(connections * len(streams[0])))
				b.ResetTimer()
				rate := 0.0
				for range b.N {
					rate += receive(b, count, streams...)
				}
				b.ReportMetric(rate/float64(b.N)/1e6, "Mtraces/s")
			})
		}
	}
}
