package live

import (
	"encoding/binary"
	"net"
	"testing"
	"time"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
	"beagle/traces/kieker/wire"
)

func TestTwoSocketsWhoseStringsComeLate(t *testing.T) {
	got := &kiekertest.Keeper{}
	receiver := listen(t, Options{Strings: "127.0.0.1:0", Open: func(string) kieker.Handler { return got }})
	dial := func(address string) net.Conn {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		return conn
	}
	records := dial(receiver.Addr())
	texts := dial(receiver.strings.Addr().String())
	var data []byte
	for id := range uint32(3) {
		data = binary.BigEndian.AppendUint32(data, 0) // class
		data = binary.BigEndian.AppendUint64(data, ^uint64(0))
		data = binary.BigEndian.AppendUint64(data, uint64(id))
		data = binary.BigEndian.AppendUint32(data, id+1)
		data = binary.BigEndian.AppendUint32(data, id+1)
	}
	if _, err := records.Write(data); err != nil {
		t.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond) // records overtake their strings
	for id, text := range []string{"kieker.common.record.session.SessionStartEvent", "one", "two", "größe"} {
		var entry []byte
		entry = binary.BigEndian.AppendUint32(entry, uint32(id))
		// Kieker 1.8 to 1.13 declare UTF-16 units, as later ones do: seen in what
		// their writers sent for "host-ü", length 6 and 7 bytes.
		entry = binary.BigEndian.AppendUint32(entry, uint32(len([]rune(text))))
		for _, b := range append(entry, text...) {
			if _, err := texts.Write([]byte{b}); err != nil {
				t.Fatal(err)
			}
		}
	}
	texts.Close()
	records.Close()
	report := shutdown(t, receiver)[0]
	if report.Records != 3 || report.Broken != 0 || report.Kind != "two sockets" || got.Lines[2] != `{"class":"kieker.common.record.session.SessionStartEvent","logged":-1,"timestamp":2,"hostname":"größe","sessionId":"größe"}` {
		t.Errorf("%+v\n%v", report, got.Lines)
	}
}

func TestAHostileSecondSocketCostsOnlyItself(t *testing.T) {
	receiver := listen(t, Options{Strings: "127.0.0.1:0"})
	for range 3 {
		conn, err := net.Dial("tcp", receiver.strings.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		conn.Write([]byte{0xff, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff})
		defer conn.Close()
	}
	receiver.Close() // must not wait for partners that never come
}

// FuzzStrings: the second socket of Kieker 1.8 to 1.13 gives the same strings
// however it is cut, and never more than it sent.
func FuzzStrings(f *testing.F) {
	entry := func(id, length uint32, text string) []byte {
		return append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, id), length), text...)
	}
	f.Add(append(entry(0, 4, "host"), entry(1, 6, "host-ü")...), uint8(3))
	f.Add(entry(1<<31, 1<<30, "x"), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		learn := func(size int) (string, int) {
			rep := kieker.NewReading("peer", "", time.Time{})
			d := &dual{dec: wire.NewDecoder(kieker.NewSchemas(), false, rep, wire.NewBudget(1<<20), kieker.Discard{})}
			var buf []byte
			read := 0
			for rest := data; len(rest) > 0; {
				n := min(size, len(rest))
				buf = append(buf, rest[:n]...)
				rest = rest[n:]
				used, fault := d.learn(buf)
				read += used
				if buf = buf[used:]; fault != "" {
					return fault, read
				}
			}
			return "", read
		}
		wholeFault, whole := learn(1 << 20)
		cutFault, cut := learn(int(size) + 1)
		if wholeFault != cutFault || whole != cut {
			t.Fatalf("%q after %d bytes, cut %q after %d", wholeFault, whole, cutFault, cut)
		}
	})
}
