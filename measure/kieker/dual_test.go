package kieker

import (
	"encoding/binary"
	"net"
	"testing"
	"time"
)

func TestTwoSocketsWhoseStringsComeLate(t *testing.T) {
	got := &keeper{}
	receiver := listen(t, Options{Strings: "127.0.0.1:0", Open: func(string) Handler { return got }})
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
	if report.Records != 3 || report.Broken != 0 || report.Kind != "two sockets" || got.lines[2] != `{"class":"kieker.common.record.session.SessionStartEvent","logged":-1,"timestamp":2,"hostname":"größe","sessionId":"größe"}` {
		t.Errorf("%+v\n%v", report, got.lines)
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
