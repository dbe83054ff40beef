package run

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/judge"
	"beagle/measure"
	"beagle/model"
)

// Start begins an analysis in this process and keeps it in a folder of its
// own. It ends when the context does. Close lets go of it; that ends it, too,
// if it has not ended.
func Start(ctx context.Context, cfg Config) (Run, error) {
	s, err := newSession(cfg)
	if err != nil {
		return nil, err
	}
	return s.begin(ctx)
}

// session is a run that this process conducts: its folder, locked, and its
// store.
type session struct {
	folder  folder
	project *Project
	board   *blackboard.Board
	store   *store.Store
	lock    *os.File
	status  status // of earlier processes
	log     io.Writer
}

// newSession checks what is needed and makes the folder of a new run.
func newSession(cfg Config) (*session, error) {
	p, err := Prepare(cfg)
	if err != nil {
		return nil, err
	}
	if err := p.Ready(); err != nil {
		return nil, err
	}
	now := time.Now()
	f, err := newFolder(cfg.Model, now)
	if err != nil {
		return nil, err
	}
	s := &session{folder: f, project: p, log: io.Discard}
	if err := s.create(now); err != nil {
		s.close()
		_ = os.RemoveAll(string(f))
		return nil, err
	}
	return s, nil
}

func (s *session) create(now time.Time) (err error) {
	if s.lock, err = lockFile(s.folder.path("lock")); err != nil {
		return noFolder(err)
	}
	if s.store, err = store.Open(s.folder.store()); err != nil {
		return err
	}
	b, err := newBeginning(s.folder.id(), s.project, now)
	if err != nil {
		return err
	}
	if err := b.keep(s.store, s.folder.path("run.json")); err != nil {
		return err
	}
	s.board = blackboard.New(s.project.Chosen, s.project.Config.Seed, s.store)
	return nil
}

// begin starts the analysis.
func (s *session) begin(ctx context.Context) (*local, error) {
	t, err := s.tools()
	if err != nil {
		s.close()
		return nil, err
	}
	l := begin(s.folder.id(), s.project, s.board, t, time.Duration(s.status.Elapsed))
	if err := s.attach(l); err != nil {
		s.close()
		return nil, err
	}
	return l.start(ctx), nil
}

// attach has the run keep its decisions and its state in the store.
func (s *session) attach(l *local) error {
	if err := l.remember(s.store); err != nil {
		return err
	}
	keep := func(l *local) {
		if err := s.store.Put(statusKey, l.status()); err != nil {
			l.fail(err)
		}
	}
	l.turned, l.ended = keep, keep
	l.closing = append(l.closing, func() error { s.close(); return nil })
	keep(l)
	return nil
}

// remember reads earlier decisions and keeps new ones.
func (f *findings) remember(s *store.Store) error {
	all, err := s.Decisions()
	if err != nil {
		return err
	}
	for id, text := range all {
		var d decided
		if json.Unmarshal(text, &d) == nil && f.valid(id, d) {
			f.decisions[id] = d
		}
	}
	f.keep = func(id model.ElementID, d decided) error { return s.Decide(id, d) }
	return nil
}

// valid reports whether a kept decision still means something.
func (f *findings) valid(id model.ElementID, d decided) bool {
	return d.Choice != Accept || d.Proposal >= 0 && d.Proposal < len(f.board.Proposals(id))
}

// tools are the tools that the configuration asks for.
func (s *session) tools() (tools, error) {
	cfg := s.project.Config
	timeout, err := measure.NewTimeout(cfg.Timeout.Kind, time.Duration(cfg.Timeout.Limit))
	if err != nil {
		return tools{}, model.Problem{Severity: model.Error, Rule: "timeout", Message: err.Error(), Hint: "correct timeout: in beagle.yaml"}
	}
	return tools{
		measure: measurementTool(cfg, s.folder.work(), s.log), results: analysers.Results(), proposals: analysers.Proposals(),
		judge: judge.New(judge.Options{}), timeout: timeout,
	}, nil
}

func (s *session) close() {
	if s.store != nil {
		_ = s.store.Close()
	}
	if s.lock != nil {
		_ = s.lock.Close()
	}
}

// status is the run's state for its store.
func (l *local) status() status {
	now := l.machine.Status()
	return status{
		State: State(now.State), Reason: now.Reason, OutOfTime: l.analysis.OutOfTime.Load(), PID: os.Getpid(),
		Elapsed: Duration(l.clock.elapsed() - now.Paused), Paused: Duration(now.Paused), Updated: time.Now().UTC(),
	}
}

var errNotRunning = errors.New("the run has ended")
