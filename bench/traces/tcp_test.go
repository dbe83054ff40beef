package traces

import (
	"context"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"beagle/traces"
	"beagle/traces/kieker/live"
)

// block is how much a sender writes at once: Kieker's default buffer.
const block = 64 << 10

// A stream is what one connection sends: a piece that declares strings, and one
// with traces that is repeated, so that it lies in the processor's cache like
// the buffer of a program that fills it itself.
type stream struct {
	registry, traces []byte
	repeat           int
}

// streamed makes the streams of so many connections with count traces each, or
// some more.
func (l Load) streamed(connections, count int) (streams []stream, each int) {
	piece := min(count, max(1200, 2*l.Classes, 4*l.Interleaved))
	repeat := (count + piece - 1) / piece
	for i := range connections {
		l.FirstID = int64(i+1) << 32
		streams = append(streams, stream{l.Registry(), l.Traces(nil, piece), repeat})
	}
	return streams, repeat * piece
}

func (s stream) bytes() int { return len(s.registry) + s.repeat*len(s.traces) }

func (s stream) write(conn net.Conn) {
	writeAll(conn, s.registry)
	for range s.repeat {
		writeAll(conn, s.traces)
	}
}

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
func receive(b testing.TB, count int, streams ...stream) float64 {
	b.Helper()
	engine := traces.NewEngine(traces.Options{Timeout: time.Minute})
	receiver, err := live.Listen("127.0.0.1:0", live.Options{Open: engine.Open})
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
			stream.write(conn)
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
				streams, count := load.streamed(connections, 500_000)
				b.SetBytes(int64(connections * streams[0].bytes()))
				b.ResetTimer()
				rate, before := 0.0, cpuSeconds()
				for range b.N {
					rate += receive(b, count, streams...)
				}
				b.ReportMetric(rate/float64(b.N)/1e6, "Mtraces/s")
				b.ReportMetric(float64(b.N*count*connections)/(cpuSeconds()-before)/1e6, "Mtraces/cpu-s")
			})
		}
	}
}
