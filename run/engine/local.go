// Package engine conducts an analysis in this process: blackboard, measurer, analysers and
// judge are put together, the loop runs, and the store keeps what it contributes.
package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/control"
	"beagle/judge"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/run"
	"beagle/run/findings"
	"beagle/run/project"
)

// Tools are what an analysis works with. Tests use their own.
type Tools struct {
	measure   measure.Tool
	recorded  measurer // in place of launches; nil: the program is launched
	analysers []*analyser.Analyser
	judge     judge.Judge
	timeout   *measure.Timeout
}

type measurer interface {
	control.Measurer
	Progress() campaign.Progress
	Spent() time.Duration
	Sources() []measure.Source
	Observed() map[model.ElementID]int64
	Close() error
}

// Local is an analysis in this process.
type Local struct {
	*findings.Findings
	id       string
	problems []model.Problem // found before the start
	analysis control.Analysis
	Machine  *control.Machine // state of the analysis
	measure  measurer
	timeout  *measure.Timeout
	planned  int // launches of a round
	meter    *meter
	clock    *stopwatch
	spent    time.Duration // in launches of earlier processes
	signals  *signals
	cancel   context.CancelFunc
	Done     chan struct{}  // closed when the analysis has ended
	parting  chan struct{}  // closed when an aborted analysis measures no more, and learns for a moment
	part     sync.Once      // closes it
	learnt   func()         // called when nothing more is learnt; may be nil
	workers  func() int     // how many learn on other machines at present; nil: none ever do
	turned   func(*Local)   // called when the state has changed; may be nil
	ended    func(*Local)   // called once before done; may be nil
	closing  []func() error // called by Close

	minutes minutes
	raw     keeper
	came    atomic.Int64 // of run.Parts: to which the analysis has come
	again   atomic.Int64 // number of the launch that is made again as somebody asked; 0: none
}

func begin(id string, p *project.Project, board *blackboard.Board, t Tools, before time.Duration) *Local {
	l := &Local{
		Findings: findings.New(p.Config, p.Model, board),
		id:       id, problems: p.Problems, timeout: t.timeout, planned: len(measure.Plan(p.Config.Launch)), meter: &meter{},
		clock: newStopwatch(before), signals: newSignals(), Done: make(chan struct{}), parting: make(chan struct{}),
	}
	l.Machine = control.NewMachine(l.turn)
	l.raw = keeper{size: p.Config.Measure.Keep, tell: l.note}
	l.measure = t.recorded
	if t.recorded == nil {
		l.measure = &campaign.Controller{
			Tool: t.measure, Launches: p.Config.Launch, Entries: p.Entries, Clock: measure.Clock(p.Config.Measure.Clock),
			Timeout: t.timeout, Tap: l.tap, Landed: l.raw.close, Campaign: campaignOf(&p.Config),
		}
	} else {
		l.planned = 0
	}
	l.meter.start(campaign.StateOf(board).Events)
	l.timeout.Start(l.clock.began.Add(-before))
	l.analysis = control.Analysis{
		Board: board, Machine: l.Machine, Measurer: l.measure,
		Analysers: t.analysers, Judge: t.judge, Seed: p.Config.Seed, Prepared: l.Data,
		TimeUp: l.timeUp, Doing: l.now,
	}
	return l
}

func (l *Local) start(ctx context.Context) *Local {
	ctx, l.cancel = context.WithCancel(ctx)
	go l.conduct(ctx)
	return l
}

func (l *Local) conduct(ctx context.Context) {
	stop := l.beat()
	err := l.analysis.Run(ctx)
	if l.learnt != nil {
		l.learnt()
	}
	err = errors.Join(err, l.measure.Close())
	l.raw.close()
	stop()
	l.clock.stop()
	if err != nil {
		l.fail(err)
	}
	if l.ended != nil {
		l.ended(l)
	}
	close(l.Done)
	l.signals.close()
}

func (l *Local) tap(order measure.Order, to measure.Sink) measure.Sink {
	return l.meter.sink(l.raw.open(int(campaign.StateOf(l.Board).Number)+1, order, to))
}

const keepEvery = 5

func (l *Local) beat() (stop func()) {
	ticker := time.NewTicker(time.Second)
	done := make(chan struct{})
	go func() {
		defer ticker.Stop()
		for second := 1; ; second++ {
			select {
			case <-ticker.C:
				l.meter.tick()
				if second%keepEvery == 0 && l.turned != nil {
					l.turned(l)
				}
				l.signals.set()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

func (l *Local) turn() {
	now := l.Machine.Status()
	if now.State == control.Paused {
		l.timeout.Pause(time.Now())
	} else {
		l.timeout.Continue(time.Now())
	}
	if now.Parting {
		l.part.Do(func() { close(l.parting) })
	}
	if l.turned != nil {
		l.turned(l)
	}
	l.signals.set()
}

func (l *Local) timeUp() (string, bool) {
	return "out of time: " + l.timeout.String(), l.timeout.Reached(time.Now())
}

func (l *Local) now(a control.Activity) {
	doing := "analysing: " + a.Tool
	switch a.Tool {
	case "measure":
		doing = ""
		l.Elements(l.Board.Observations) // worked out before the program runs, not beside it
	case "judge":
		doing = "asking the judge"
	case "last":
		doing = "validating: predicting launches that did not teach"
	}
	step := ""
	if a.Element != nil {
		step = fmt.Sprintf("element %d of %d: %s", a.Place+1, len(l.Board.Elements()), a.Element.Name)
	}
	l.minutes.begin(activity{a.Tool, doing, step})
	l.signals.set()
}

// Follow is a signal of its own for somebody else who follows the run.
func (l *Local) Follow() *run.Notice { return l.signals.follow() }

func (l *Local) fail(err error) {
	l.minutes.fail(err)
	l.signals.set()
}

func (l *Local) note(p model.Problem) {
	l.minutes.note(p)
	l.signals.set()
}

// ID is the run's name.
func (l *Local) ID() string { return l.id }

// Changed is closed when the run has ended.
func (l *Local) Changed() <-chan struct{} { return l.signals.own.C }

// Pause asks to pause.
func (l *Local) Pause(context.Context) error { return l.Machine.Pause() }

// Continue takes a pause back.
func (l *Local) Continue(context.Context) error { return l.Machine.Continue() }

// Abort ends the run and waits until the measured program is gone, or until the context ends.
func (l *Local) Abort(ctx context.Context) error {
	if err := l.Machine.Abort("aborted by the user"); err != nil {
		return err
	}
	select {
	case <-l.Done:
		return nil
	case <-l.parting:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the measured program is still being ended: %w", ctx.Err())
	}
}

// Steer gives an order about the measuring.
func (l *Local) Steer(_ context.Context, o run.Order) error {
	switch o {
	case run.Enough:
		return l.Machine.Enough()
	case run.RepeatLaunch:
		number := int64(campaign.StateOf(l.Board).Number) + 1
		if err := l.Machine.Repeat(); err != nil {
			return err
		}
		l.again.Store(number)
		l.signals.set()
		return nil
	case run.EndLaunch:
		if c, ok := l.measure.(interface{ EndLaunch() bool }); ok && c.EndLaunch() {
			return nil
		}
		return control.ErrNoLaunch
	}
	if id, ok := o.There(); ok {
		if _, err := campaign.Decides(l.Board.Judgement(id).Verdict, l.Config.Launch); err != nil {
			return err
		}
		return l.Machine.MeasureThere(id)
	}
	return fmt.Errorf("unknown order %q", o.Do)
}

// Decide records a person's decision.
func (l *Local) Decide(ctx context.Context, id model.ElementID, d run.Decision) error {
	err := l.Findings.Decide(ctx, id, d)
	l.signals.set()
	return err
}

// Close ends the analysis if it has not ended, since no other process could. It waits for the end, then does what
// BeforeClose was given, and joins the errors of that.
func (l *Local) Close() error {
	l.cancel()
	<-l.Done
	var err error
	for _, put := range l.closing {
		err = errors.Join(err, put())
	}
	l.closing = nil
	return err
}

var _ run.Run = (*Local)(nil)

// BeforeClose has something done when the run is closed, before the rest.
func (l *Local) BeforeClose(do func() error) { l.closing = slices.Insert(l.closing, 0, do) }
