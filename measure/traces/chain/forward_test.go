package chain

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"beagle/measure/kieker"
	"beagle/measure/traces"
)

// hub is an engine that receives what others forward. A fragile one breaks each
// connection after some bytes, in either direction.
func hub(t *testing.T, fragile bool, lost *atomic.Int64) (*traces.Engine, string) {
	t.Helper()
	engine := traces.NewEngine(traces.Options{Intervals: true})
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	collector := NewCollector(engine)
	var serving sync.WaitGroup
	serving.Go(func() {
		rng := rand.New(rand.NewPCG(1, 2))
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			served := conn
			if fragile {
				served = &breaking{Conn: conn, left: rng.IntN(60_000)}
			}
			serving.Go(func() {
				_ = collector.Forwarded(served, func(more kieker.Report) { lost.Add(more.Unknown) })
				conn.Close()
			})
		}
	})
	t.Cleanup(func() { listener.Close(); serving.Wait() })
	return engine, listener.Addr().String()
}

// breaking is a connection that breaks after some bytes; it may lose the answer
// only.
type breaking struct {
	net.Conn
	left int
}

func (b *breaking) Read(to []byte) (int, error) {
	if b.left <= 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := b.Conn.Read(to[:min(len(to), b.left)])
	b.left -= n
	return n, err
}

func (b *breaking) Write(data []byte) (int, error) {
	if b.left < 20_000 {
		return 0, io.ErrClosedPipe
	}
	return b.Conn.Write(data)
}

// feed gives an engine some traces through a source of its own.
func feed(engine *traces.Engine, first, count int64) {
	s := newStream()
	for trace := first; trace < first+count; trace++ {
		op := opA + int(trace%3)
		s.trace(trace, op, afterClass, [4]int64{1000 + trace, 2000 + trace, 3000 + 2*trace, 9000 + 3*trace})
	}
	s.into(engine)
}

// equalResults compares all that merging must keep.
func equalResults(t *testing.T, got, want traces.Result) {
	t.Helper()
	if got.Counts != want.Counts || len(got.Classes) != len(want.Classes) {
		t.Fatalf("%d classes, %+v; want %d, %+v", len(got.Classes), got.Counts, len(want.Classes), want.Counts)
	}
	for i, w := range want.Classes {
		g := got.Classes[i]
		if g.Count != w.Count || g.RepresentativeID() != w.RepresentativeID() {
			t.Errorf("class %d: %d traces, representative %d; want %d, %d", i, g.Count, g.RepresentativeID(), w.Count, w.RepresentativeID())
		}
		for j := range w.Calls {
			a, b := &g.Calls[j], &w.Calls[j]
			if a.Sum != b.Sum || a.Squares != b.Squares || a.Min != b.Min || a.Max != b.Max || fmt.Sprint(a.Quantiles(0.1, 0.5, 0.99)) != fmt.Sprint(b.Quantiles(0.1, 0.5, 0.99)) {
				t.Errorf("class %d, call %d: %+v, want %+v", i, j, a, b)
			}
		}
	}
}

func TestWhatWorkersForwardCountsOnceWhateverBreaks(t *testing.T) {
	var lost atomic.Int64
	last, address := hub(t, true, &lost)
	whole := traces.NewEngine(traces.Options{})
	var workers []*traces.Engine
	var forwarders []*Forwarder
	for range 3 {
		engine := traces.NewEngine(traces.Options{Intervals: true})
		workers = append(workers, engine)
		forwarders = append(forwarders, NewForwarder(engine, address))
	}
	broken := 0
	for round := range int64(40) {
		for i, worker := range workers {
			first := 1000*round + 100*int64(i)
			feed(worker, first, 60)
			feed(whole, first, 60)
			if forwarders[i].Step(t.Context(), []kieker.Report{{Unknown: 2 * round}}) != nil {
				broken++
			}
		}
	}
	for i := range forwarders {
		for forwarders[i].Step(t.Context(), []kieker.Report{{Unknown: 100}}) != nil {
			broken++
		}
	}
	if broken < 10 {
		t.Errorf("%d connections broke: too few to show anything", broken)
	}
	for _, f := range forwarders { // what was taken before the end came without its last losses
		if err := f.Step(t.Context(), []kieker.Report{{Unknown: 100}}); err != nil {
			for f.Step(t.Context(), nil) != nil {
				continue
			}
		}
		f.Close()
	}
	equalResults(t, last.Result(), whole.Result())
	if got := lost.Load(); got != 300 {
		t.Errorf("%d unknown records are known, want 300", got)
	}
}

func TestAPipeCarriesWhatFilesCarry(t *testing.T) {
	worker, whole, last := traces.NewEngine(traces.Options{Intervals: true}), traces.NewEngine(traces.Options{}), traces.NewEngine(traces.Options{})
	var pipe bytes.Buffer
	for round := range int64(5) {
		feed(worker, 1000*round, 50)
		feed(whole, 1000*round, 50)
		if err := Pipe(&pipe, worker); err != nil {
			t.Fatal(err)
		}
	}
	if bytes.Count(pipe.Bytes(), []byte("\n")) != 5 {
		t.Errorf("%d lines for 5 intervals", bytes.Count(pipe.Bytes(), []byte("\n")))
	}
	if err := Pipe(&pipe, worker); err != nil || bytes.Count(pipe.Bytes(), []byte("\n")) != 5 {
		t.Errorf("an interval without records writes something: %v", err)
	}
	if err := Read(last, &pipe); err != nil {
		t.Fatal(err)
	}
	equalResults(t, last.Result(), whole.Result())
}

func TestForwardingToSomethingElseSaysSo(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			_, _ = io.WriteString(conn, "HTTP/1.1 400 Bad Request\r\n\r\n")
			conn.Close()
		}
	}()
	worker := traces.NewEngine(traces.Options{Intervals: true})
	feed(worker, 0, 10)
	f := NewForwarder(worker, listener.Addr().String())
	defer f.Close()
	if err := f.Step(context.WithoutCancel(t.Context()), nil); err == nil || !strings.Contains(err.Error(), "no beagle") && !strings.Contains(err.Error(), "did not take") {
		t.Errorf("%v", err)
	}
}

func TestForwardedGarbageCostsItsConnection(t *testing.T) {
	for _, garbage := range []string{
		"{", "{}\n", strings.Repeat("{", 1<<20),
		`{"format":"beagle forwards 1","worker":"w","part":1,"bytes":10737418240}` + "\n",
		`{"format":"beagle forwards 1","worker":"w","part":1,"bytes":3}` + "\n{}}",
		`{"format":"beagle forwards 1","worker":"w","part":1,"bytes":9}` + "\n{",
	} {
		engine, address := hub(t, false, new(atomic.Int64))
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, garbage)
		_ = conn.(*net.TCPConn).CloseWrite()
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		if answer, _ := io.ReadAll(conn); len(answer) > 0 || engine.Result().Counts != (traces.Counts{}) {
			t.Errorf("%.40q was answered with %q", garbage, answer)
		}
		conn.Close()
	}
}
