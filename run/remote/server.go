package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"beagle/model"
	"beagle/run"
	"beagle/run/engine"
)

const (
	bodyLimit  = 1 << 20
	updateGap  = 100 * time.Millisecond // between two updates to one watcher
	writeLimit = time.Minute            // for one line to a watcher that does not read
)

type server struct {
	run *engine.Local

	mu       sync.Mutex
	watchers int
	control  string        // client in control; empty: nobody
	wake     chan struct{} // closed at the next change of the run
	over     bool
}

func newServer(l *engine.Local) *server {
	s := &server{run: l, wake: make(chan struct{})}
	go s.follow(l.Follow())
	return s
}

func (s *server) follow(changes *run.Notice) {
	for range changes.C {
		s.mu.Lock()
		s.rouse()
		s.mu.Unlock()
	}
	s.mu.Lock()
	s.over = true
	close(s.wake)
	s.mu.Unlock()
}

func (s *server) rouse() {
	if s.over {
		return
	}
	close(s.wake)
	s.wake = make(chan struct{})
}

// next is closed at the next change; over: there is none.
func (s *server) next() (wake <-chan struct{}, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wake, s.over
}

func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/health", func(w http.ResponseWriter, _ *http.Request) { answer(w, s.health(), nil) })
	mux.HandleFunc("GET /v1/snapshot", func(w http.ResponseWriter, r *http.Request) { answer(w, s.snapshot(r.Header.Get(clientHeader)), nil) })
	mux.HandleFunc("GET /v1/watch", s.watch)
	mux.HandleFunc("GET /v1/detail", func(w http.ResponseWriter, r *http.Request) {
		query, aspect := r.URL.Query(), run.Aspect{}
		if err := json.Unmarshal([]byte(cmp.Or(query.Get("aspect"), "{}")), &aspect); err != nil {
			answer(w, nil, err)
			return
		}
		d, err := s.run.Detail(r.Context(), model.ElementID(query.Get("element")), aspect)
		answer(w, d, err)
	})
	mux.HandleFunc("GET /v1/diff", func(w http.ResponseWriter, r *http.Request) {
		diff, err := s.run.Diff(r.Context())
		answer(w, diff, err)
	})
	order := func(name string, do func(*http.Request) (any, error)) {
		mux.HandleFunc("POST /v1/"+name, func(w http.ResponseWriter, r *http.Request) {
			if err := s.permit(r); err != nil {
				answer(w, nil, err)
				return
			}
			value, err := do(r)
			answer(w, value, err)
		})
	}
	order("control", func(*http.Request) (any, error) { return true, nil }) // to insist is all
	order("pause", func(r *http.Request) (any, error) { return true, s.run.Pause(r.Context()) })
	order("continue", func(r *http.Request) (any, error) { return true, s.run.Continue(r.Context()) })
	order("abort", func(r *http.Request) (any, error) { return true, s.run.Abort(r.Context()) })
	order("steer", func(r *http.Request) (any, error) {
		var o run.Order
		if err := body(r, &o); err != nil {
			return nil, err
		}
		return true, s.run.Steer(r.Context(), o)
	})
	order("decide", func(r *http.Request) (any, error) {
		var d decision
		if err := body(r, &d); err != nil {
			return nil, err
		}
		return true, s.run.Decide(r.Context(), d.Element, d.Decision)
	})
	order("apply", func(r *http.Request) (any, error) {
		var to run.Output
		if err := body(r, &to); err != nil {
			return nil, err
		}
		return s.run.Apply(r.Context(), to)
	})
	order("undo", func(r *http.Request) (any, error) { return s.run.Undo(r.Context()) })
	return mux
}

func (s *server) health() health {
	s.mu.Lock()
	defer s.mu.Unlock()
	return health{
		Version: protocolVersion, Run: s.run.ID(), State: s.run.Machine.Status().State, PID: os.Getpid(),
		Watchers: s.watchers, Controlled: s.control != "",
	}
}

func (s *server) snapshot(client string) run.Snapshot {
	snapshot := s.run.Snapshot()
	s.mu.Lock()
	defer s.mu.Unlock()
	snapshot.Watchers = s.watchers
	switch s.control {
	case client:
	case "":
		snapshot.Watching = run.Nobody
	default:
		snapshot.Watching = run.Another
	}
	return snapshot
}

func (s *server) permit(r *http.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	client := r.Header.Get(clientHeader)
	if s.control == "" || s.control == client {
		return nil
	}
	if r.Header.Get(insistHeader) != "" {
		s.control = client // until it leaves
		s.rouse()
		return nil
	}
	return errControlled
}

var errControlled = model.Problem{
	Severity: model.Error, Rule: run.Controlled, Message: "another screen is in control of the run",
	Hint: "give the order there, or insist with --force",
}

// watch streams updates until the run has ended or the client went away.
func (s *server) watch(w http.ResponseWriter, r *http.Request) {
	client := r.Header.Get(clientHeader)
	s.enter(client, r.URL.Query().Get("control") != "")
	defer s.leave(client)
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := http.NewResponseController(w)
	encoder := json.NewEncoder(w)
	var d differ
	for {
		wake, over := s.next()
		_ = out.SetWriteDeadline(time.Now().Add(writeLimit))
		if encoder.Encode(d.update(s.snapshot(client))) != nil || out.Flush() != nil {
			return
		}
		if over {
			return
		}
		select {
		case <-wake:
		case <-r.Context().Done():
			return
		}
		select {
		case <-time.After(updateGap):
		case <-r.Context().Done():
			return
		}
	}
}

func (s *server) enter(client string, control bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchers++
	if control && s.control == "" {
		s.control = client
	}
}

func (s *server) leave(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchers--
	if s.control == client {
		s.control = ""
		s.rouse()
	}
}

// body reads the order of a request, bounded; unknown fields are refused, since they would be ignored.
func body(r *http.Request, into any) error {
	decoder := json.NewDecoder(http.MaxBytesReader(nil, r.Body, bodyLimit))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("the order cannot be read: %w", err)
	}
	return nil
}

func answer(w http.ResponseWriter, value any, err error) {
	w.Header().Set("Content-Type", "application/json")
	if err != nil {
		f := failure{Error: err.Error()}
		if p := (model.Problem{}); errors.As(err, &p) {
			f.Problem = &p
		}
		w.WriteHeader(http.StatusConflict)
		value = f
	}
	_ = json.NewEncoder(w).Encode(value)
}

func (s *server) serve(ctx context.Context, listener net.Listener) error {
	web := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 64 << 10}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if web.Shutdown(last) != nil {
		return web.Close() // watchers that do not read find the end in the store
	}
	return nil
}
