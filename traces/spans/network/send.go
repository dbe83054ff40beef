package network

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"beagle/model"
	"beagle/traces/classes"
	"beagle/traces/spans"
)

// SendOptions say how a Sender works.
type SendOptions struct {
	Names *classes.Names
	// Wait says that whoever gives a trace waits while others are being sent: a log can wait, a program that is
	// measured cannot. Else what does not fit is left out, and counted.
	Wait bool
	// Say is told what a person should know while it goes on; nil: nobody.
	Say func(line string)
}

// Sender sends the traces that it is given. It may be used by many goroutines.
type Sender struct {
	address string
	options SendOptions
	client  *http.Client
	queue   chan []spans.Span
	ctx     context.Context //nolint:containedctx // ends what Close does not wait for
	stop    context.CancelFunc
	end     sync.WaitGroup
	said    string // by the sender only

	sent, dropped, rejected atomic.Int64 // spans
	reason                  atomic.Pointer[string]
}

const (
	maxWaiting = 256 // traces
	maxSpans   = 2000
	flushAfter = time.Second
)

// NewSender begins. The address is that of OTLP by HTTP, e.g. http://127.0.0.1:4318;
// /v1/traces is added where it has no path.
func NewSender(address string, options SendOptions) (*Sender, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, model.Problem{Severity: model.Error, Message: fmt.Sprintf("%s is no address of OTLP by HTTP", address), Hint: "write http://HOST:4318"}
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/v1/traces"
	}
	if options.Say == nil {
		options.Say = func(string) {}
	}
	e := &Sender{address: u.String(), options: options, client: &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{Proxy: http.ProxyFromEnvironment}}, queue: make(chan []spans.Span, maxWaiting)}
	e.ctx, e.stop = context.WithCancel(context.Background())
	e.end.Go(e.run)
	return e, nil
}

// Trace gives a trace.
func (e *Sender) Trace(t classes.Trace) {
	all := SpansOf(t, e.options.Names)
	if e.options.Wait {
		select {
		case e.queue <- all:
		case <-e.ctx.Done():
			e.dropped.Add(int64(len(all)))
		}
		return
	}
	select {
	case e.queue <- all:
	default:
		e.dropped.Add(int64(len(all)))
	}
}

// Sent is what became of the spans.
type Sent struct {
	Sent     int64  `json:"sent"`               // spans that the other side took
	Dropped  int64  `json:"dropped,omitempty"`  // there was no room, or nobody took them
	Rejected int64  `json:"rejected,omitempty"` // by the receiver
	Reason   string `json:"reason,omitempty"`   // the last one
}

// Close sends what waits, as long as the context lasts. No trace may be given from then on.
func (e *Sender) Close(ctx context.Context) Sent {
	defer context.AfterFunc(ctx, e.stop)()
	close(e.queue)
	e.end.Wait()
	e.stop()
	e.client.CloseIdleConnections()
	r := Sent{Sent: e.sent.Load(), Dropped: e.dropped.Load(), Rejected: e.rejected.Load()}
	if why := e.reason.Load(); why != nil {
		r.Reason = *why
	}
	return r
}

func (e *Sender) run() {
	var message []spans.Span
	flush := func() {
		if len(message) > 0 {
			e.send(message)
			message = message[:0]
		}
	}
	tick := time.NewTicker(flushAfter)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			flush()
		case all, more := <-e.queue:
			if message = append(message, all...); len(message) >= maxSpans || !more {
				flush()
			}
			if !more {
				return
			}
		}
	}
}

func (e *Sender) send(message []spans.Span) {
	var body bytes.Buffer
	packing := gzip.NewWriter(&body)
	_, _ = packing.Write(spans.Encode(message))
	_ = packing.Close()
	const first, longest = 100 * time.Millisecond, 5 * time.Second
	for wait := first; ; wait = min(2*wait, longest) {
		again, rejected, err := e.post(body.Bytes())
		if err == nil {
			e.said = ""
			e.sent.Add(int64(len(message)) - rejected)
			e.rejected.Add(rejected)
			return
		}
		why := err.Error()
		e.reason.Store(&why)
		if !again {
			e.rejected.Add(int64(len(message)))
			return
		}
		if e.said != why {
			e.said = why
			e.options.Say(fmt.Sprintf("%s does not accept traces: %s; Beagle tries again", e.address, why))
		}
		select {
		case <-e.ctx.Done():
			e.dropped.Add(int64(len(message)))
			return
		case <-time.After(wait):
		}
	}
}

// post sends a message once. rejected is how many of its spans were not taken.
func (e *Sender) post(body []byte) (again bool, rejected int64, _ error) {
	request, err := http.NewRequestWithContext(e.ctx, http.MethodPost, e.address, bytes.NewReader(body))
	if err != nil {
		return false, 0, err
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	request.Header.Set("Content-Encoding", "gzip")
	request.Header.Set("User-Agent", "beagle")
	response, err := e.client.Do(request)
	if err != nil {
		return true, 0, err
	}
	defer response.Body.Close()
	const most = 64 << 10
	answer, err := io.ReadAll(io.LimitReader(response.Body, most))
	if err != nil {
		return true, 0, err
	}
	switch response.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		count, why := spans.Rejected(answer)
		if count > 0 {
			e.reason.Store(&why)
		}
		return false, count, nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	return again, 0, fmt.Errorf("it answers %s", response.Status)
}

// SpansOf are a trace's executions as spans.
func SpansOf(t classes.Trace, names *classes.Names) []spans.Span {
	var id spans.TraceID
	source := fnv.New64a()
	_, _ = io.WriteString(source, t.Source)
	binary.BigEndian.PutUint64(id[:], source.Sum64())
	binary.BigEndian.PutUint64(id[8:], uint64(t.ID))
	all := make([]spans.Span, len(t.Executions))
	own := func(i int32) spans.ID {
		return spans.ID(source.Sum64()^uint64(t.ID)*0x9e3779b97f4a7c15)<<24 | spans.ID(i+1)
	}
	for i, x := range t.Executions {
		o := names.Operation(x.Op)
		s := spans.Span{Trace: id, ID: own(int32(i)), Kind: spans.Internal, Start: x.In, End: x.Out, Failed: x.Failed, Operation: spans.Operation{Component: o.Component, Name: o.Name}}
		if !o.Named() {
			s.Operation.Name += "()"
		}
		if x.Host >= 0 {
			s.Operation.Host = names.Host(x.Host)
		}
		if x.Parent >= 0 {
			s.Parent = own(x.Parent)
		}
		if x.Parent < 0 || t.Executions[x.Parent].Host != x.Host {
			s.Kind, s.Remote = spans.Server, x.Parent >= 0
		}
		all[i] = s
	}
	return all
}
