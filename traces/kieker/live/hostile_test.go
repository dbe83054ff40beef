package live

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"

	"beagle/traces/kieker/kiekertest"
)

// A hostile or broken peer costs its connection and bounded memory, and is
// read on, so that a program behind it never waits.
func TestHostilePeersCostOnlyTheirConnection(t *testing.T) {
	garbage := make([]byte, 1<<20)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range garbage {
		garbage[i] = byte(rng.Uint32())
	}
	entry := func(id, length uint32, text string) []byte {
		out := binary.BigEndian.AppendUint32(nil, 0xffffffff)
		out = binary.BigEndian.AppendUint32(out, id)
		return append(binary.BigEndian.AppendUint32(out, length), text...)
	}
	var endless []byte
	for id := range uint32(200_000) {
		endless = append(endless, entry(id, 40, "a.B.c.d.E.f.G.h.I.j.K.l.M.n.O.p.Q.r.S.t.")...)
	}
	tests := map[string][]byte{
		"garbage":           garbage,
		"HTTP":              []byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
		"endless strings":   endless,
		"a string too long": append(entry(0, 1<<31-1, "a"), garbage...),
		"negative length":   entry(0, 0x80000001, "a"),
		"far id":            append(entry(1<<30, 1, "a"), garbage[:1000]...),
		"zeros":             make([]byte, 1<<20),
		"registry marks":    bytes.Repeat([]byte{0xff}, 1<<18),
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			receiver := listen(t, Options{Memory: 2 << 20})
			send(t, receiver, data, len(data))
			send(t, receiver, kiekertest.Small(), 100) // a healthy program beside it
			reports := shutdown(t, receiver)
			healthy := 0
			for _, r := range reports {
				switch {
				case r.Complete && r.Records == 12:
					healthy++
				case r.Broken == 0 || len(r.Problems) == 0:
					t.Errorf("nothing is said: %+v", r)
				case int(r.Bytes) != len(data):
					t.Errorf("%d of %d bytes were read", r.Bytes, len(data))
				}
			}
			if healthy != 1 || len(reports) != 2 {
				t.Errorf("%d healthy of %d connections: %v", healthy, len(reports), reports)
			}
			if left := receiver.budget.Left.Load(); left != 2<<20 {
				t.Errorf("%d bytes of the memory did not come back", 2<<20-left)
			}
		})
	}
}

// Peers that fill the memory and stay leave enough for a program to be read.
func TestPeersThatFillTheMemoryLeaveRoomForOthers(t *testing.T) {
	receiver := listen(t, Options{Memory: 4 << 20})
	for range 3 {
		hog, err := net.Dial("tcp", receiver.Addr())
		if err != nil {
			t.Fatal(err)
		}
		defer hog.Close()
		for id := range uint32(20_000) { // 10 MB
			data := binary.BigEndian.AppendUint32(nil, 0xffffffff)
			data = binary.BigEndian.AppendUint32(data, id)
			data = append(binary.BigEndian.AppendUint32(data, 500), strings.Repeat("x", 500)...)
			if _, err := hog.Write(data); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := hog.Write([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0x0f, 0xff, 0xff}); err != nil { // and a string of a MB, that never ends
			t.Fatal(err)
		}
	}
	send(t, receiver, kiekertest.Small(), 100)
	for deadline := time.Now().Add(20 * time.Second); receiver.Stats().Records != 12; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%+v", receiver.Stats())
		}
	}
}

func TestConnectionsBeyondTheLimitAreRefusedAndCounted(t *testing.T) {
	receiver := listen(t, Options{MaxConnections: 2})
	var open []net.Conn
	for range 5 {
		conn, err := net.Dial("tcp", receiver.Addr())
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, conn)
	}
	for deadline := time.Now().Add(10 * time.Second); receiver.Stats().Refused != 3; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%+v", receiver.Stats())
		}
	}
	for _, conn := range open {
		conn.Close()
	}
	shutdown(t, receiver)
}

func TestListenSaysWhatIsWrong(t *testing.T) {
	receiver := listen(t, Options{})
	if _, err := Listen(receiver.Addr(), Options{}); err == nil || !strings.Contains(err.Error(), receiver.Addr()) {
		t.Errorf("a port in use: %v", err)
	}
}

func TestPeersThatOnlyHoldConnectionsKeepNobodyOut(t *testing.T) {
	receiver := listen(t, Options{MaxConnections: 3})
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", receiver.Addr())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	until := func(done func(Stats) bool) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); !done(receiver.Stats()); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%+v", receiver.Stats())
			}
		}
	}
	for range 10 {
		dial().Write([]byte{0xff})
	}
	send(t, receiver, kiekertest.Small(), 100)
	until(func(s Stats) bool { return s.Records == 12 && s.Open <= 3 })
}
