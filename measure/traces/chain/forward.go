package chain

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net"
	"time"

	"beagle/measure/kieker"
	"beagle/measure/traces"
)

// A worker forwards what it reduced to another beagle, interval by interval, as
// the throughput paper's workers do (Fittkau et al., KPDAYS 2013). Each part
// has a number and is acknowledged when it counts; a part that was not is sent
// again, under the same number, so that it counts once whatever breaks. Until
// then the worker takes nothing out of its engine, so that an unreachable
// receiver costs it no memory.
//
// On the wire a part is a line of JSON, see partHead, and then so many bytes of
// reduced traces as Write writes them. The answer is the part's number in
// a line.

// Forwarder sends what an engine gains. The engine's Options must have
// Intervals.
type Forwarder struct {
	engine  *traces.Engine
	address string
	worker  string
	conn    net.Conn
	answers *bufio.Reader
	number  int64
	parts   []unsent      // taken out of the engine and not acknowledged
	said    kieker.Report // sums of its sources that were sent
}

// Step sends what the engine gained since the last part, and what its sources
// lost. After an error it may be called again: nothing is forgotten.
func (f *Forwarder) Step(ctx context.Context, sources []kieker.Report) error {
	if len(f.parts) == 0 {
		f.take(sources)
	}
	for len(f.parts) > 0 {
		if err := f.send(ctx, &f.parts[0]); err != nil {
			f.Close()
			return err
		}
		f.parts = f.parts[1:]
	}
	return nil
}

// take makes parts of what is new.
func (f *Forwarder) take(sources []kieker.Report) {
	var now kieker.Report
	for _, s := range sources {
		now.Unknown += s.Unknown
		now.Broken += s.Broken
		now.Skipped += s.Skipped
	}
	lost := now.Since(f.said)
	f.said = now
	all := parts(f.engine)
	if len(all) == 0 && lost.Unknown+lost.Broken+lost.Skipped != 0 {
		all = [][]byte{joinPart(nil, traces.Counts{})}
	}
	for i, data := range all {
		f.number++
		p := unsent{partHead{Format: forwardFormat, Worker: f.worker, Part: f.number, Bytes: len(data)}, data}
		if i == 0 { // sources that are forgotten make less of it
			p.Unknown, p.Broken, p.Skipped = max(0, lost.Unknown), max(0, lost.Broken), max(0, lost.Skipped)
		}
		f.parts = append(f.parts, p)
	}
}

// Close ends the connection.
func (f *Forwarder) Close() {
	if f.conn != nil {
		f.conn.Close()
		f.conn = nil
	}
}

// send writes one part and waits for the answer with its number: only then the collector has it for good. On
// any error the connection is given up by the caller, and the part is sent again over the next one; the
// collector knows parts by number and counts each once.
func (f *Forwarder) send(ctx context.Context, p *unsent) error {
	if f.conn == nil {
		dialer := net.Dialer{Timeout: partWithin}
		conn, err := dialer.DialContext(ctx, "tcp", f.address)
		if err != nil {
			return err
		}
		f.conn, f.answers = conn, bufio.NewReaderSize(conn, 64)
	}
	head, err := json.Marshal(p.partHead)
	if err != nil {
		return err
	}
	_ = f.conn.SetDeadline(time.Now().Add(answerWithin))
	out := net.Buffers{append(head, '\n'), p.data}
	if _, err := out.WriteTo(f.conn); err != nil {
		return err
	}
	answer, err := f.answers.ReadSlice('\n')
	if err != nil {
		return fmt.Errorf("%s did not take the reduced traces: %w", f.address, err)
	}
	if string(answer) != fmt.Sprintln(p.Part) {
		return fmt.Errorf("%s is no beagle that receives reduced traces", f.address)
	}
	return nil
}

type unsent struct {
	partHead
	data []byte
}

// partHead announces a part.
type partHead struct {
	Format string `json:"format"`
	Worker string `json:"worker"` // tells workers apart, over connections
	Part   int64  `json:"part"`
	Bytes  int    `json:"bytes"`

	// What the worker's sources gave that is in no trace, since the last part.
	Unknown int64 `json:"unknown,omitempty"`
	Broken  int64 `json:"broken,omitempty"`
	Skipped int64 `json:"skipped,omitempty"`
}

const (
	forwardFormat = "beagle forwards 1"
	maxPart       = 16 << 20 // bytes of one part
	fullPart      = 4 << 20  // a part that has so many takes no further class
	maxHead       = 512
	partWithin    = 10 * time.Second // for a part, or a connection
	answerWithin  = time.Minute      // other workers come first
)

// NewForwarder sends to the address of another beagle that receives.
func NewForwarder(engine *traces.Engine, address string) *Forwarder {
	return &Forwarder{engine: engine, address: address, worker: rand.Text()}
}
