// Package remote has runs live in a process of their own: they are started in the background, answer over a socket,
// and are seen by any number of screens.
package remote

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"beagle/model"
	"beagle/run"
	"beagle/run/ended"
	"beagle/run/folder"
	"beagle/run/machine"
)

type remote struct {
	folder  folder.Folder
	client  *http.Client
	name    string
	insist  bool
	cancel  context.CancelFunc
	changes *run.Notice
	there   *machine.Link // the other machine that the run is on; nil: it is on this one

	mu       sync.Mutex
	snapshot run.Snapshot
	notes    []model.Problem
	ended    *ended.Run // once the process is gone
}

// Mode says how a screen attaches.
type Mode uint8

// The modes.
const (
	Watch   Mode = iota // only look
	Control             // give orders, where nobody else is in control: it is the first who asks
	Insist              // give orders even while another screen is in control
)

const lineLimit = 64 << 20

func connect(f folder.Folder, mode Mode) (*remote, error) {
	return connectBy(f, mode, nil, attachWithin, func(context.Context, string, string) (net.Conn, error) { return dial(socketOf(f)) })
}

func connectBy(f folder.Folder, mode Mode, there *machine.Link, within time.Duration, dial func(context.Context, string, string) (net.Conn, error)) (*remote, error) {
	ctx, cancel := context.WithCancel(context.Background())
	r := &remote{
		folder: f, name: rand.Text(), insist: mode == Insist, cancel: cancel, changes: run.NewNotice(), there: there,
		client: &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: there != nil}},
	}
	if there != nil {
		there.Say = r.note
	}
	if err := r.greet(ctx, mode, within); err != nil {
		cancel()
		r.client.CloseIdleConnections()
		return nil, err
	}
	return r, nil
}

func (r *remote) greet(ctx context.Context, mode Mode, within time.Duration) error {
	var h health
	first, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if err := r.ask(first, http.MethodGet, "health", nil, &h); errors.Is(err, context.DeadlineExceeded) {
		return model.Problem{ // the system takes connections for a stopped process
			Severity: model.Error, Rule: "protocol", Message: fmt.Sprintf("the process of the run %s does not answer", r.folder.ID()),
			Hint: "let it go on where it is stopped (kill -CONT), or end it: its measurements are kept",
		}
	} else if err != nil {
		return err
	}
	if h.Version != protocolVersion {
		return model.Problem{
			Severity: model.Error, Rule: "protocol",
			Message: fmt.Sprintf("the run speaks version %d of the protocol, this Beagle version %d", h.Version, protocolVersion),
			Hint:    "use the Beagle that started the run, or wait until the run has ended",
		}
	}
	watched, err := r.watch(ctx, mode)
	if err == nil {
		go r.follow(ctx, mode, watched)
	}
	return err
}

type watched struct {
	lines  *bufio.Reader
	stream io.Closer
}

func (r *remote) watch(ctx context.Context, mode Mode) (w watched, err error) {
	what := "watch"
	if mode == Control {
		what = "watch?control=1"
	}
	request, err := r.request(ctx, http.MethodGet, what, nil)
	if err != nil {
		return w, err
	}
	response, err := r.client.Do(request)
	if err != nil {
		return w, r.broken(err)
	}
	w = watched{bufio.NewReaderSize(response.Body, 64<<10), response.Body}
	if err := r.read(w.lines); err != nil {
		_ = response.Body.Close()
		return w, r.broken(err)
	}
	return w, nil
}

func (r *remote) follow(ctx context.Context, mode Mode, w watched) {
	for again := true; again; {
		for r.read(w.lines) == nil {
			r.changes.Set()
		}
		_ = w.stream.Close()
		again = false
		if r.there != nil && ctx.Err() == nil {
			w, again = r.rejoin(ctx, mode)
		}
	}
	if ctx.Err() == nil { // else this side let go
		r.settle()
	}
	r.changes.Close()
}

func (r *remote) read(lines *bufio.Reader) error {
	var line []byte
	for {
		part, err := lines.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > lineLimit {
			return errors.New("an update is too long")
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return err
		}
		break
	}
	var u update
	if err := json.Unmarshal(line, &u); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.snapshot.State
	r.snapshot = u.apply(r.snapshot)
	if r.there != nil {
		if r.snapshot.Problems = slices.Concat(r.snapshot.Problems, r.notes); r.snapshot.State.Ended() {
			r.snapshot.State = cmp.Or(before, run.Running) // it ends here when its results are here
		}
	}
	return nil
}

// settle turns to the store: the run has ended, or its process vanished.
func (r *remote) settle() {
	for wait := 0; r.folder.Live() && wait < 100; wait++ {
		time.Sleep(50 * time.Millisecond)
	}
	e, err := ended.Open(r.folder)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		if !r.snapshot.State.Ended() {
			r.snapshot.State, r.snapshot.Reason = run.Failed, err.Error()
		}
		return
	}
	problems := r.snapshot.Problems
	r.ended, r.snapshot = e, e.Snapshot()
	if len(problems) > len(r.snapshot.Problems) {
		r.snapshot.Problems = problems
	}
}

func (r *remote) request(ctx context.Context, method, what string, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://run/v1/"+what, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set(clientHeader, r.name)
	if r.insist {
		request.Header.Set(insistHeader, "1")
	}
	return request, nil
}

func (r *remote) ask(ctx context.Context, method, what string, body, into any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := r.request(ctx, method, what, bytes.NewReader(data))
	if err != nil {
		return err
	}
	return r.send(request, into)
}

// broken is why there is no answer. A run elsewhere goes on where its connection breaks.
func (r *remote) broken(err error) error {
	if p := (model.Problem{}); r.there == nil || errors.As(err, &p) || errors.Is(err, context.Canceled) {
		return silent(r.folder, err)
	}
	return machine.LostError{Problem: model.Problem{
		Severity: model.Error, Rule: "machine", Message: "the connection to " + r.there.String() + " ended before the answer came", Hint: "the analysis there goes on: beagle attach " + r.ID(),
	}}
}

// The requests of a run elsewhere that did not leave are sent again, until their time is over.
func (r *remote) do(request *http.Request) (response *http.Response, err error) {
	if r.there == nil {
		return r.client.Do(request)
	}
	err = r.there.Retry(request.Context(), time.Minute, func() (err error) {
		if request.GetBody != nil {
			if request.Body, err = request.GetBody(); err != nil {
				return err
			}
		}
		response, err = r.client.Do(request) //nolint:bodyclose // the caller's
		return err
	})
	return response, err
}

func (r *remote) send(request *http.Request, into any) error {
	response, err := r.do(request)
	if err != nil {
		return r.broken(err)
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(io.LimitReader(response.Body, lineLimit))
	if response.StatusCode != http.StatusOK {
		var f failure
		if err := decoder.Decode(&f); err != nil {
			return fmt.Errorf("the run's process answers %s", response.Status)
		}
		if f.Problem != nil {
			return *f.Problem
		}
		return errors.New(f.Error)
	}
	if into == nil {
		return nil
	}
	return decoder.Decode(into)
}

func (r *remote) over() *ended.Run {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

func (r *remote) ID() string { return r.folder.ID() }

// Changed says that the process behind the socket told of a change; changes in between are lost, as of every Run.
func (r *remote) Changed() <-chan struct{} { return r.changes.C }

func (r *remote) Snapshot() run.Snapshot {
	if e := r.over(); e != nil {
		s := e.Snapshot()
		return s
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.snapshot
}

func (r *remote) Detail(ctx context.Context, id model.ElementID, a run.Aspect) (d run.Detail, err error) {
	if e := r.over(); e != nil {
		return e.Detail(ctx, id, a)
	}
	aspect, err := json.Marshal(a)
	if err != nil {
		return d, err
	}
	err = r.ask(ctx, http.MethodGet, "detail?element="+url.QueryEscape(string(id))+"&aspect="+url.QueryEscape(string(aspect)), nil, &d)
	return d, err
}

func (r *remote) Pause(ctx context.Context) error { return r.order(ctx, "pause") }

func (r *remote) Continue(ctx context.Context) error { return r.order(ctx, "continue") }

func (r *remote) Abort(ctx context.Context) error { return r.order(ctx, "abort") }

func (r *remote) Steer(ctx context.Context, o run.Order) error {
	if e := r.over(); e != nil {
		return e.Over()
	}
	return r.ask(ctx, http.MethodPost, "steer", o, nil)
}

func (r *remote) order(ctx context.Context, what string) error {
	if e := r.over(); e != nil {
		return e.Over()
	}
	return r.ask(ctx, http.MethodPost, what, nil, nil)
}

func (r *remote) TakeControl(ctx context.Context) error {
	if e := r.over(); e != nil {
		return nil // nobody is in control of what has ended
	}
	request, err := r.request(ctx, http.MethodPost, "control", nil)
	if err != nil {
		return err
	}
	request.Header.Set(insistHeader, "1")
	return r.send(request, nil)
}

var _ run.Shared = (*remote)(nil)

// Decide has the run's process keep a decision, or keeps it where that process has ended meanwhile.
func (r *remote) Decide(ctx context.Context, id model.ElementID, d run.Decision) error {
	if e := r.over(); e != nil {
		return e.Decide(ctx, id, d)
	}
	return r.ask(ctx, http.MethodPost, "decide", decision{id, d}, nil)
}

func (r *remote) CheckExpression(id model.ElementID, _ int, text string) []model.Problem {
	s := r.Snapshot()
	for _, e := range s.Elements {
		if e.ID == id {
			return run.CheckText(s.Model, &e.Element, text)
		}
	}
	return nil
}

func (r *remote) Diff(ctx context.Context) (diff string, err error) {
	if e := r.over(); e != nil {
		return e.Diff(ctx)
	}
	err = r.ask(ctx, http.MethodGet, "diff", nil, &diff)
	return diff, err
}

func (r *remote) Apply(ctx context.Context, to run.Output) (w run.Written, err error) {
	if e := r.over(); e != nil {
		return e.Apply(ctx, to)
	}
	if r.there != nil {
		return w, r.notHere()
	}
	err = r.ask(ctx, http.MethodPost, "apply", to, &w)
	return w, err
}

func (r *remote) Undo(ctx context.Context) (w run.Written, err error) {
	if e := r.over(); e != nil {
		return e.Undo(ctx)
	}
	if r.there != nil {
		return w, r.notHere()
	}
	err = r.ask(ctx, http.MethodPost, "undo", nil, &w)
	return w, err
}

func (r *remote) Close() error {
	r.cancel()
	for range r.changes.C {
	}
	r.client.CloseIdleConnections()
	if e := r.over(); e != nil {
		return e.Close()
	}
	return nil
}

var _ run.Run = (*remote)(nil)
