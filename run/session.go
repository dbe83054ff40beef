package run

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/judge"
	"beagle/measure"
	"beagle/model"
)

// startHere begins an analysis in this process and keeps it in a folder of its
// own. It ends when the context does. Close lets go of it; that ends it, too,
// if it has not ended.
func startHere(ctx context.Context, cfg Config) (Run, error) {
	f, err := create(cfg)
	if err != nil {
		return nil, err
	}
	s, err := open(f)
	if err != nil {
		return nil, err
	}
	l, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// create checks what a run needs and makes its folder.
func create(cfg Config) (folder, error) {
	p, err := Prepare(cfg)
	if err != nil {
		return "", err
	}
	if err := p.Ready(); err != nil {
		return "", err
	}
	p.Problems = append(p.Problems, others(cfg.Model)...)
	p.Problems = append(p.Problems, logout()...)
	now := time.Now()
	f, err := newFolder(cfg.Model, now)
	if err != nil {
		return "", err
	}
	err = begun(f, p, now)
	if err == nil && len(cfg.Merge) > 0 {
		err = f.merge(cfg.Merge)
	}
	if err != nil {
		_ = os.RemoveAll(string(f))
		return "", err
	}
	return f, nil
}

// begun writes what the run begins with.
func begun(f folder, p *Project, now time.Time) error {
	db, err := store.Open(f.store())
	if err != nil {
		return err
	}
	defer db.Close()
	b, err := newBeginning(f.id(), p, now)
	if err != nil {
		return err
	}
	if err := db.Put(statusKey, status{State: Preparing, Updated: now.UTC()}); err != nil {
		return err
	}
	return b.keep(db, f.path("run.json"))
}

// others warns of runs that go on with the same model.
func others(modelFile string) (problems []model.Problem) {
	all, err := List()
	if err != nil {
		return nil // the run's own folder will say what is wrong
	}
	for _, info := range all {
		if info.Live && info.Model == modelFile {
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "two-runs", File: modelFile, Message: "the run " + info.ID + " is analysing the same model now",
				Hint: "two programs that run at a time slow one another down and spoil demands; beagle pause " + info.ID,
			})
		}
	}
	return problems
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

// open takes up a run where it stands, be that at its beginning.
func open(f folder) (*session, error) {
	s := &session{folder: f, log: io.Discard}
	if err := s.open(); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *session) open() (err error) {
	f := s.folder
	if s.lock, err = f.take(); err != nil {
		return model.Problem{Severity: model.Error, Rule: "run-lives", Message: "the run " + f.id() + " goes on already", Hint: "beagle attach " + f.id()}
	}
	endLeftovers(f.work())
	if s.store, err = f.open(); err != nil {
		return err
	}
	b, err := beginningOf(s.store)
	if err != nil {
		return err
	}
	if s.status, err = statusOf(s.store); err != nil {
		return err
	}
	whole, damage, err := s.store.Load()
	if err != nil {
		return err
	}
	s.project = b.project()
	s.project.Problems = append(s.project.Problems, damage...)
	s.board = blackboard.New(b.Elements, b.Config.Seed, s.store)
	if whole.Number > 0 {
		s.board = blackboard.Restore(b.Elements, b.Config.Seed, s.store, whole)
	}
	return nil
}

// begin starts the analysis and lets screens attach to it.
func (s *session) begin(ctx context.Context) (*local, error) {
	t, err := s.tools()
	if err != nil {
		s.close()
		return nil, err
	}
	l := begin(s.folder.id(), s.project, s.board, t, time.Duration(s.status.Elapsed))
	l.spent = time.Duration(s.status.Measured)
	l.rawDir = s.folder.path("raw")
	if err := s.attach(l); err != nil {
		s.close()
		return nil, err
	}
	if background {
		if err := s.serve(ctx, l); err != nil {
			s.close()
			return nil, err
		}
	}
	return l.start(ctx), nil
}

// serve answers on the run's socket until the run is closed.
func (s *session) serve(ctx context.Context, l *local) error {
	listener, err := listen(s.folder.socket())
	if err != nil {
		return fmt.Errorf("the run's socket cannot be made: %w", err)
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	served := make(chan error, 1)
	server := newServer(l)
	go func() { served <- server.serve(serving, listener) }()
	l.closing = slices.Insert(l.closing, 0, func() error {
		stop()
		return <-served
	})
	return nil
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
	l.turned = keep
	l.ended = func(l *local) {
		l.notify(s.folder.path("notify.log"))
		keep(l)
	}
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
	formula, err := fitness(cfg.Fitness)
	if err != nil {
		return tools{}, err
	}
	return tools{
		recorded: recordedLogs(s.project, timeout), measure: measurementTool(cfg, s.folder.work(), s.log), analysers: analysers.All(),
		judge: judge.New(judge.Options{Fitness: formula, More: cfg.More}), timeout: timeout,
	}, nil
}

// fitness reads the user's own measure.
func fitness(text string) (*judge.Formula, error) {
	formula, err := judge.ParseFormula(text)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "fitness", Message: err.Error(), Hint: "correct judge.fitness in beagle.yaml"}
	}
	return formula, nil
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
	l.mu.Lock()
	problem, noted := l.problem, l.noted
	l.mu.Unlock()
	return status{
		Problem: problem, Noted: noted,
		State: now.State, Reason: now.Reason, OutOfTime: l.analysis.OutOfTime.Load(), PID: os.Getpid(),
		Elapsed: Duration(l.clock.elapsed() - now.Paused), Paused: Duration(now.Paused), Measured: Duration(l.spent + l.measure.Spent()), Updated: time.Now().UTC(),
	}
}
