// Package live receives records over TCP: from Kieker's SingleSocketTcpWriter,
// and from the two-socket writer of its versions 1.8 to 1.13.
//
// A connection is a source of its own, with a report of what came and what was wrong.
// Memory is bounded for all connections together, and so is their number.
package live

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"beagle/internal/door"
	"beagle/model"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// Options say how a Receiver works. The zero value decodes what Kieker ships and drops it.
type Options struct {
	Open func(peer string) kieker.Handler
	// Schemas are the known record classes; nil means NewSchemas.
	Schemas *kieker.Schemas
	// MaxConnections bounds the connections at a time; 0 means the constant.
	MaxConnections int
	// Memory bounds buffers and strings of all connections together, in bytes; 0 means 128 MiB.
	Memory int64
	// ByteLengths says that strings declare their length in bytes, as Kieker's packages for Python and C do.
	ByteLengths bool
	// Strings is the address of a second port, for the strings of the two-socket writer of Kieker 1.8 to 1.13; empty:
	// none. The first port then takes that writer's records.
	Strings string
}

// MaxConnections is how many connections a receiver serves at a time. One that sends nothing has a buffer of 16 KiB.
const MaxConnections = 1024

// Receiver is a server for Kieker's SingleSocketTcpWriter.
type Receiver struct {
	listener *port
	strings  *port        // of the second socket; nil: none
	doors    []*door.Door // in front of both
	pairs    pairs
	stop     chan struct{} // closed by Close
	options  Options
	budget   *wire.Budget
	group    sync.WaitGroup

	mu      sync.Mutex
	open    map[net.Conn]*kieker.Reading
	second  map[net.Conn]bool // connections with strings
	ended   []kieker.Report   // newest last, bounded
	gone    kieker.Report     // sum of what is no longer in ended
	count   int64             // connections that ended
	next    chan struct{}     // closed when the next one has
	closing bool
}

// maxEnded is how many ended connections a receiver remembers one by one.
const maxEnded = 1000

// Listen starts a receiver.
func Listen(address string, options Options) (*Receiver, error) {
	listener, err := listenTCP(address)
	if err != nil {
		return nil, err
	}
	if options.Schemas == nil {
		options.Schemas = kieker.NewSchemas()
	}
	if options.MaxConnections <= 0 {
		options.MaxConnections = MaxConnections
	}
	if options.Memory <= 0 {
		options.Memory = 128 << 20
	}
	r := &Receiver{listener: listener, options: options, budget: wire.NewBudget(options.Memory), open: map[net.Conn]*kieker.Reading{}, second: map[net.Conn]bool{}, stop: make(chan struct{}), next: make(chan struct{})}
	if options.Strings != "" {
		if r.strings, err = listenTCP(options.Strings); err != nil {
			listener.Close()
			return nil, err
		}
		r.enter(r.strings, r.serveStrings)
	}
	r.enter(listener, r.serve)
	return r, nil
}

func (r *Receiver) enter(at *port, serve func(net.Conn)) {
	d := door.New(at, door.Options{Most: r.options.MaxConnections, Lasting: true})
	r.doors = append(r.doors, d)
	r.group.Go(func() { r.accept(d, serve) })
}

func listenTCP(address string) (*port, error) {
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address)
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, Message: fmt.Sprintf("cannot listen on %s for Kieker records: %v", address, err),
			Hint: "choose another port, or port 0 for any free one",
		}
	}
	return &port{Listener: listener}, nil
}

// Addr is the address that programs connect to, e.g. 127.0.0.1:41234.
func (r *Receiver) Addr() string { return r.listener.Addr().String() }

// Port is the port that programs connect to.
func (r *Receiver) Port() int { return r.listener.Addr().(*net.TCPAddr).Port }

func (r *Receiver) accept(listener net.Listener, serve func(net.Conn)) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			var timeout net.Error
			if errors.Is(err, net.ErrClosed) || errors.As(err, &timeout) && timeout.Timeout() {
				return
			}
			time.Sleep(10 * time.Millisecond) // e.g. out of file descriptors: others may end
			continue
		}
		serve(conn)
	}
}

func (r *Receiver) serve(conn net.Conn) {
	peer := conn.RemoteAddr().String()
	rep := kieker.NewReading(peer, "single socket", time.Now())
	r.mu.Lock()
	if r.closing {
		r.mu.Unlock()
		conn.Close()
		return
	}
	r.open[conn] = rep
	r.mu.Unlock()
	r.group.Go(func() {
		r.records(conn, peer, rep)
		conn.Close()
		final := rep.Report()
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.open, conn)
		r.count++
		close(r.next)
		r.next = make(chan struct{})
		r.ended = append(r.ended, final)
		if len(r.ended) > maxEnded {
			r.gone.Add(r.ended[0])
			r.ended = r.ended[1:]
		}
	})
}

func (r *Receiver) records(conn net.Conn, peer string, rep *kieker.Reading) {
	var handler kieker.Handler = kieker.Discard{}
	if r.options.Open != nil {
		handler = r.options.Open(peer)
	}
	read(conn, rep, r.options, r.budget, handler, r.offer)
	handler.Closed(rep.Report())
}

func (r *Receiver) offer(conn net.Conn, dec *wire.Decoder, rep *kieker.Reading) *dual {
	if r.strings == nil {
		return nil
	}
	dec.WaitForStrings(true, lacksString)
	rep.SetKind("two sockets")
	d := &dual{dec: dec, report: rep, conn: conn, over: make(chan struct{})}
	if err := r.pairs.offer(d); err != nil {
		rep.Fault(0, err.Error())
	}
	return d
}

func (r *Receiver) serveStrings(conn net.Conn) {
	r.mu.Lock()
	closing := r.closing
	if !closing {
		r.second[conn] = true
	}
	r.mu.Unlock()
	if closing {
		conn.Close()
		return
	}
	r.group.Go(func() {
		r.readStrings(conn)
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.second, conn)
	})
}

// WaitEnded waits until so many connections have ended, or the context; 0 waits for the context.
func (r *Receiver) WaitEnded(ctx context.Context, connections int) {
	for {
		r.mu.Lock()
		ended, next := r.count, r.next
		r.mu.Unlock()
		if connections > 0 && ended >= int64(connections) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-next:
		}
	}
}

// Shutdown accepts the connections that are already made, then no more, and waits until all have ended. Where the
// context ends first, the rest is cut. It returns the reports of the connections, in the order of their ends.
func (r *Receiver) Shutdown(ctx context.Context) ([]kieker.Report, error) {
	// A program that connected, wrote and left within a moment may still stand in the kernel's queue.
	r.listener.end()
	if r.strings != nil {
		r.strings.end()
	}
	done := make(chan struct{})
	go func() { r.group.Wait(); close(done) }()
	var err error
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
		r.cut()
		<-done
	}
	r.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended, err
}

// Close ends all connections at once. It may be called again.
func (r *Receiver) Close() error {
	for _, d := range r.doors {
		d.Close()
	}
	r.cut()
	r.group.Wait()
	return nil
}

func (r *Receiver) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closing {
		r.closing = true
		close(r.stop)
	}
	for conn := range r.open {
		conn.Close()
	}
	for conn := range r.second {
		conn.Close()
	}
}

// Stats is the state of a receiver.
type Stats struct {
	Records, Bytes, Unknown, Broken, Skipped int64           // sums over all connections so far; see kieker.Report
	Open                                     int             // connections at present
	Ended                                    int64           // connections that ended
	Refused                                  int64           // connections that got no place, or left it to others since they sent nothing
	LastRecord                               time.Time       // when the latest record came; zero: none did
	Sources                                  []kieker.Report // open ones and the last that ended
}

// Stats is the present state. It is cheap and may be asked often.
func (r *Receiver) Stats() Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	total := r.gone
	s := Stats{Open: len(r.open), Ended: r.count}
	for _, d := range r.doors {
		s.Refused += d.Refused()
	}
	for _, ended := range r.ended {
		total.Add(ended)
		s.Sources = append(s.Sources, ended)
	}
	for _, c := range r.open {
		now := c.Report()
		total.Add(now)
		s.Sources = append(s.Sources, now)
	}
	s.Records, s.Bytes, s.Unknown, s.Broken, s.Skipped = total.Records, total.Bytes, total.Unknown, total.Broken, total.Skipped
	s.LastRecord = total.LastRecord
	return s
}
