package chain

import (
	"bytes"
	"encoding/json"
	"net"
	"testing"
	"time"

	"beagle/measure/kieker"
	"beagle/measure/traces"
)

// received is the hub's end of a connection over which some bytes came.
type received struct {
	net.Conn
	in  *bytes.Reader
	out bytes.Buffer
}

func (r *received) Read(to []byte) (int, error)      { return r.in.Read(to) }
func (r *received) Write(data []byte) (int, error)   { return r.out.Write(data) }
func (r *received) SetDeadline(time.Time) error      { return nil }
func (r *received) SetReadDeadline(time.Time) error  { return nil }
func (r *received) SetWriteDeadline(time.Time) error { return nil }

// forwardedParts are parts of some traces as a Forwarder sends them.
func forwardedParts(t testing.TB) (stream []byte) {
	t.Helper()
	worker := traces.NewEngine(traces.Options{Intervals: true})
	for number := range int64(2) {
		feed(worker, 1+3*number, 3)
		for _, data := range parts(worker) {
			head, err := json.Marshal(partHead{Format: forwardFormat, Worker: "w", Part: number + 1, Bytes: len(data)})
			if err != nil {
				t.Fatal(err)
			}
			stream = append(append(append(stream, head...), '\n'), data...)
		}
	}
	return stream
}

// Whatever a worker sends, each part is counted once and as a whole, or not at
// all, and is acknowledged when it is.
func FuzzForwarded(f *testing.F) {
	whole := forwardedParts(f)
	f.Add(whole)
	f.Add(append(bytes.Clone(whole), whole...))
	f.Add(whole[:len(whole)-9])
	f.Add([]byte(`{"format":"beagle forwards 1","worker":"w","part":1,"bytes":-1}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		hub, parts := traces.NewEngine(traces.Options{Intervals: true}), 0
		collector := NewCollector(hub)
		conn := &received{in: bytes.NewReader(data)}
		_ = collector.Forwarded(conn, func(kieker.Report) { parts++ })
		result := hub.Result()
		if got := bytes.Count(conn.out.Bytes(), []byte("\n")); got != parts {
			t.Errorf("%d parts taken, %d acknowledged", parts, got)
		}
		if parts == 0 && (len(result.Classes) > 0 || result.Counts != (traces.Counts{})) {
			t.Errorf("no part was taken, but %d classes, %+v", len(result.Classes), result.Counts)
		}
		again := &received{in: bytes.NewReader(data)}
		_ = collector.Forwarded(again, func(kieker.Report) {})
		if twice := hub.Result(); twice.Counts != result.Counts {
			t.Errorf("sent again: %+v, %+v before", twice.Counts, result.Counts)
		}
	})
}

func TestForwardedPartsAreCountedOnce(t *testing.T) {
	hub := traces.NewEngine(traces.Options{Intervals: true})
	collector := NewCollector(hub)
	for range 2 {
		if err := collector.Forwarded(&received{in: bytes.NewReader(forwardedParts(t))}, func(kieker.Report) {}); err != nil {
			t.Fatal(err)
		}
	}
	if valid := hub.Result().Counts.Valid; valid != 6 {
		t.Errorf("%d valid traces of 6", valid)
	}
}
