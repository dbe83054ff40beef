package traces

import (
	"fmt"
	"net"
	"sync"
	"testing"
)

// BenchmarkLimits are the limits of the machine that the other figures stand
// beside: copying memory, and copying through loopback TCP in the blocks that
// Kieker sends, with nothing done to the data.
func BenchmarkLimits(b *testing.B) {
	const size = 64 << 20
	from := make([]byte, size)
	b.Run("memory copy", func(b *testing.B) {
		to := make([]byte, size)
		b.SetBytes(size)
		for range b.N {
			copy(to, from)
		}
	})
	for _, connections := range []int{1, 2} {
		b.Run(fmt.Sprintf("loopback copy, %d connections", connections), func(b *testing.B) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			defer listener.Close()
			var group sync.WaitGroup
			for range connections {
				group.Go(func() { swallow(listener) })
			}
			piece := from[:1<<20] // in the processor's cache, like a program's own buffer
			b.SetBytes(int64(connections * size))
			b.ResetTimer()
			before := cpuSeconds()
			for range connections {
				group.Go(func() {
					conn, err := net.Dial("tcp", listener.Addr().String())
					if err != nil {
						listener.Close()
						b.Error(err)
						return
					}
					defer conn.Close()
					for range b.N * size / len(piece) {
						writeAll(conn, piece)
					}
				})
			}
			group.Wait()
			b.ReportMetric(float64(b.N*connections*size)/1e6/(cpuSeconds()-before), "MB/cpu-s")
		})
	}
}

// swallow reads one connection to its end.
func swallow(listener net.Listener) {
	conn, err := listener.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	buf := make([]byte, 256<<10)
	for err == nil {
		_, err = conn.Read(buf)
	}
}
