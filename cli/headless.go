package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"beagle/cli/app"
	"beagle/cli/runs"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/model"
	"beagle/run"
)

// The engine is pulled, at most this often: nothing that a person or program
// reads changes faster.
const pullEvery = 100 * time.Millisecond

// How long an aborted run may take to stop its programs and save.
const abortWithin = time.Minute

func (a *program) headless(ctx context.Context, cfg run.Config, eventsTo string, wait bool) error {
	events, err := openEvents(a.App, eventsTo)
	if err != nil {
		return err
	}
	defer events.close()
	cfg.Output.Replace = true
	// A signal must not end the analysis before it has saved its state: it is
	// aborted in order, see toEnd.
	analysis, err := a.inTurn(ctx, cfg, wait, a.Say)
	if err != nil {
		return runs.None(err) // one to be merged
	}
	defer analysis.Close()
	return conductToEnd(ctx, a.App, cfg, analysis, events)
}

func conductToEnd(ctx context.Context, a *app.App, cfg run.Config, analysis run.Run, events *events) error {
	watch := &watcher{app: a, events: events}
	snapshot, err := watch.toEnd(ctx, analysis)
	if err != nil {
		return err
	}
	return conclude(ctx, a, cfg, analysis, snapshot, events)
}

func (w *watcher) toEnd(ctx context.Context, analysis run.Run) (run.Snapshot, error) {
	done := ctx.Done()
	for {
		snapshot := analysis.Snapshot()
		w.see(snapshot)
		if snapshot.State.Ended() {
			settled(analysis)
			return analysis.Snapshot(), nil
		}
		select {
		case <-done:
			if lost, _ := app.StoppedBy(ctx); lost.Signal == syscall.SIGHUP {
				return snapshot, lost
			}
			done = nil
			stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), abortWithin)
			err := analysis.Abort(stop)
			cancel()
			if err != nil {
				return snapshot, fmt.Errorf("abort: %w", err)
			}
		case _, open := <-analysis.Changed():
			if !open {
				if snapshot = analysis.Snapshot(); !snapshot.State.Ended() {
					return snapshot, errors.New("the analysis went away before it ended")
				}
				continue
			}
			select {
			case <-time.After(pullEvery):
			case <-done: // seen at the next turn
			}
		}
	}
}

func settled(analysis run.Run) {
	within := time.After(abortWithin)
	for {
		select {
		case _, open := <-analysis.Changed():
			if !open {
				return
			}
		case <-within:
			return
		}
	}
}

func conclude(ctx context.Context, a *app.App, cfg run.Config, analysis run.Run, s run.Snapshot, events *events) error {
	switch s.State {
	case run.Finished:
	case run.Failed:
		return app.Hinted(failure(s), fmt.Sprintf("Measurements are kept; \"beagle resume %s\" goes on.", s.Run))
	default:
		if err := report(a, newResult(s, ""), events); err != nil {
			return err
		}
		a.Say("aborted; nothing was written to the model; \"beagle resume %s\" goes on", s.Run)
		return app.Exit(app.Aborted, nil)
	}
	undecided := run.AcceptAll(ctx, analysis)
	s.Problems = append(s.Problems, undecided...)
	a.WarnAll(undecided)
	r, err := write(ctx, a, cfg, analysis, s)
	if err != nil {
		return err
	}
	r.examine(ctx, analysis)
	if err := report(a, r, events); err != nil {
		return err
	}
	if a.Brief {
		return r.exit(a, s)
	}
	if demands := r.demands(); demands != "" {
		a.Say("%s", demands)
	}
	if v := s.Validation; v != nil && v.InActions.Finite() {
		a.Say("%s of the time that services spent themselves is in actions of the model", quantity.Percent(float64(v.InActions)))
	}
	return r.exit(a, s)
}

func (r *result) exit(a *app.App, s run.Snapshot) error {
	switch missing, left := r.missing(), r.left(); {
	case s.OutOfTime:
		return app.Exit(app.TimedOut, nil)
	case a.Brief && len(missing)+len(left) > 0: // it was said
		return app.Exit(app.Partial, nil)
	case len(missing) > 0:
		a.Say("%s no expression: %s", quantity.Plural(len(missing), "element has", "elements have"), namesOf(missing))
		return app.Exit(app.Partial, nil)
	case len(left) > 0:
		a.Say("%s: %s; %s", quantity.Plural(len(left), "element is below the asked quality, so that its expression is not written", "elements are below the asked quality, so that their expressions are not written"), namesOf(left), judge.Remedy)
		return app.Exit(app.Partial, nil)
	}
	return nil
}

func write(ctx context.Context, a *app.App, cfg run.Config, analysis run.Run, s run.Snapshot) (result, error) {
	if cfg.Output.DryRun {
		would, err := analysis.Apply(ctx, cfg.Output)
		s.Problems = append(s.Problems, would.Problems...)
		a.WarnAll(would.Problems)
		r := newResult(s, "")
		r.Diff = would.Diff
		return r, err
	}
	if !decided(analysis.Snapshot(), cfg.Output.Decided) {
		a.Say("nothing was learnt, so no model is written")
		return newResult(s, ""), nil
	}
	written, err := analysis.Apply(ctx, cfg.Output)
	if err != nil {
		return result{}, app.Hinted(err, fmt.Sprintf("The results are kept; \"beagle apply %s\" tries again.", s.Run))
	}
	s.Problems = append(s.Problems, written.Problems...)
	a.WarnAll(written.Problems)
	r := newResult(s, written.File)
	if r.Backup = written.Backup; r.Backup != "" && !a.Brief {
		a.Say("the old %s is kept as %s", safe.Line(safe.Shown(written.File)), safe.Line(safe.Shown(written.Backup)))
	}
	return r, nil
}

func decided(s run.Snapshot, byPeople bool) bool {
	return slices.ContainsFunc(s.Elements, func(e run.ElementState) bool {
		if byPeople && e.Decision.Unattended {
			return false
		}
		return e.Decision.Changes()
	})
}

func failure(s run.Snapshot) error {
	for _, problem := range s.Problems {
		if problem.Severity == model.Error {
			if !strings.Contains(s.Reason, problem.Message) && s.Reason != "" { // else the reason is the problem
				return fmt.Errorf("%s: %w", s.Reason, problem)
			}
			return problem
		}
	}
	return errors.New(s.Reason)
}
