package engine

import (
	"context"
	"io"
	"os"
	"time"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/judge"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/measure/launch"
	"beagle/measure/recorded"
	"beagle/measure/remote"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/project"
)

// Create checks what a run needs and makes its folder.
func Create(cfg run.Config) (folder.Folder, error) {
	p, err := project.Prepare(cfg)
	if err != nil {
		return "", err
	}
	if err := p.Ready(); err != nil {
		return "", err
	}
	if err := checkSpread(&cfg); err != nil {
		return "", err
	}
	p.Problems = append(p.Problems, Others(cfg.Model)...)
	p.Problems = append(p.Problems, logout()...)
	now := time.Now()
	f, err := folder.New(cfg.Model, now)
	if err != nil {
		return "", err
	}
	err = folder.Begin(f, p, now)
	if err == nil && len(cfg.Merge) > 0 {
		err = mergeInto(f, cfg.Merge)
	}
	if err != nil {
		_ = os.RemoveAll(string(f))
		return "", err
	}
	return f, nil
}

// Others warns of runs that go on with the same model.
func Others(modelFile string) (problems []model.Problem) {
	all, err := folder.List()
	if err != nil {
		return nil // the run's own folder will say what is wrong
	}
	for _, info := range all {
		if info.Live && info.There == "" && info.Model == modelFile {
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "two-runs", File: modelFile, Message: "the run " + info.ID + " is analysing the same model now",
				Hint: "two programs that run at a time slow one another down and spoil demands; beagle pause " + info.ID,
			})
		}
	}
	return problems
}

// Session is a run that this process conducts: its folder, locked, and its store.
type Session struct {
	folder  folder.Folder
	project *project.Project
	board   *blackboard.Board
	store   *store.Store
	lock    *os.File
	status  folder.Status // of earlier processes

	machines *remote.Machines // nil: there is no server to ask for them

	Log io.Writer // gets what the measurement tool says of its work
}

// Open takes up a run where it stands, be that at its beginning. It takes the run's lock: the error says so where
// another process conducts it.
func Open(f folder.Folder) (*Session, error) {
	s := &Session{folder: f, Log: io.Discard}
	if err := s.open(); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *Session) open() (err error) {
	f := s.folder
	if s.lock, err = f.Take(); err != nil {
		return model.Problem{Severity: model.Error, Rule: "run-lives", Message: "the run " + f.ID() + " goes on already", Hint: "beagle attach " + f.ID()}
	}
	launch.EndLeft(f.Work())
	if s.store, err = f.Open(); err != nil {
		return err
	}
	b, err := folder.BeginningOf(s.store)
	if err != nil {
		return err
	}
	if s.status, err = folder.StatusOf(s.store); err != nil {
		return err
	}
	whole, damage, err := s.store.Load()
	if err != nil {
		return err
	}
	s.project = b.Project()
	s.project.Problems = append(s.project.Problems, damage...)
	s.board = blackboard.New(b.Elements, b.Config.Seed, s.store)
	if whole.Number > 0 {
		s.board = blackboard.Restore(b.Elements, b.Config.Seed, s.store, whole)
	}
	return nil
}

// Begin starts the analysis. serve, where it is not nil, is called before that: it lets screens attach.
func (s *Session) Begin(ctx context.Context, serve func(*Local) error) (*Local, error) {
	t, err := s.tools()
	if err != nil {
		s.close()
		return nil, err
	}
	l := begin(s.folder.ID(), s.project, s.board, t, time.Duration(s.status.Elapsed))
	l.spent = time.Duration(s.status.Measured)
	l.raw.dir = s.folder.Path("raw")
	if s.project.Config.Validate {
		l.analysis.Last = func(ctx context.Context) { s.validate(ctx, l) }
	}
	s.spread(ctx, l)
	if err := s.attach(l); err != nil {
		s.close()
		return nil, err
	}
	if serve != nil {
		if err := serve(l); err != nil {
			s.close()
			return nil, err
		}
	}
	return l.start(ctx), nil
}

func (s *Session) attach(l *Local) error {
	if err := l.Remember(s.store); err != nil {
		return err
	}
	keep := func(l *Local) {
		if err := s.store.Put(folder.StatusKey, l.status()); err != nil {
			l.fail(err)
		}
	}
	l.turned = keep
	l.ended = func(l *Local) {
		l.notify(s.folder.Path("notify.log"))
		if err := l.KeepTexts(); err != nil {
			l.fail(err)
		}
		keep(l)
	}
	l.closing = append(l.closing, func() error { s.close(); return nil })
	keep(l)
	return nil
}

func (s *Session) tools() (Tools, error) {
	cfg := s.project.Config
	timeout, err := measure.NewTimeout(cfg.Timeout.Kind, time.Duration(cfg.Timeout.Limit))
	if err != nil {
		return Tools{}, model.Problem{Severity: model.Error, Rule: "timeout", Message: err.Error(), Hint: "correct timeout: in beagle.yaml"}
	}
	formula, err := project.Fitness(cfg.Fitness)
	if err != nil {
		return Tools{}, err
	}
	tool, err := project.NewTool(cfg, s.folder.Work(), s.Log, s.elsewhere())
	if err != nil {
		return Tools{}, err
	}
	logs, err := recordedLogs(s.project, timeout)
	if err != nil {
		return Tools{}, err
	}
	return Tools{
		recorded: logs, measure: tool, analysers: analysers.All(),
		judge: judge.New(limits(&cfg, judge.Options{Fitness: formula, More: cfg.More})), timeout: timeout,
	}, nil
}

func (s *Session) close() {
	if s.machines != nil {
		s.machines.Close()
	}
	if s.store != nil {
		_ = s.store.Close()
	}
	if s.lock != nil {
		_ = s.lock.Close()
	}
}

func (l *Local) status() folder.Status {
	now := l.Machine.Status()
	problem, noted := l.minutes.problems()
	var result *folder.Result
	if now.State.Ended() {
		s := l.Snapshot()
		result = folder.ResultOf(&s)
	}
	return folder.Status{
		Problem: problem, Noted: noted, Result: result,
		Launches: int(campaign.StateOf(l.Board).Number),
		State:    now.State, Reason: now.Reason, OutOfTime: l.analysis.OutOfTime.Load(), PID: os.Getpid(),
		Elapsed: run.Duration(l.clock.elapsed() - now.Paused), Paused: run.Duration(now.Paused), Measured: run.Duration(l.spent + l.measure.Spent()), Updated: time.Now().UTC(),
	}
}

func campaignOf(c *run.Config) campaign.Campaign {
	if !c.Launches() { // nothing can be launched again
		return campaign.Campaign{}
	}
	return campaign.Campaign{
		Precision: c.Measure.Precision, Budget: time.Duration(c.Measure.Budget), Launches: c.Measure.Launches,
	}
}

func recordedLogs(p *project.Project, timeout *measure.Timeout) (measurer, error) {
	if !p.Config.Recorded() {
		return nil, nil
	}
	from, err := p.Logs()
	return &recorded.Measurer{Source: from, Timeout: timeout}, err
}
