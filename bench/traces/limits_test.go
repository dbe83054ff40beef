package traces

import (
	"io"
	"net"
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
	b.Run("loopback copy", func(b *testing.B) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		defer listener.Close()
		done := make(chan struct{})
		go func() {
			defer close(done)
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			buf := make([]byte, 256<<10)
			for err == nil {
				_, err = io.ReadFull(conn, buf)
			}
		}()
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(size)
		b.ResetTimer()
		for range b.N {
			writeAll(conn, from)
		}
		conn.Close()
		<-done
	})
}
