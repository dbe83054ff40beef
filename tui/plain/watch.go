package plain

import (
	"context"
	"time"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/text"
	"beagle/tui/words"
)

// pause is the least time between two looks at a run, so that what is read out
// can be followed.
const pause = time.Second

// Watch says what a run does until it has ended, and takes orders meanwhile.
// It reports whether the person left it while it went on.
func (t *Talk) Watch(ctx context.Context, r run.Run) (left bool, err error) {
	t.say("Analysis %s. Type s for its state, p to pause or continue, a to abort, q to leave; then enter.", text.Safe(r.ID()))
	var seen run.Snapshot
	for {
		s := r.Snapshot()
		t.changes(&seen, &s)
		seen = s
		if s.State.Ended() {
			return false, nil
		}
		changed := r.Changed()
		select {
		case <-ctx.Done():
			return true, context.Cause(ctx)
		case line, open := <-t.line():
			t.reading = !open
			if !open {
				return true, ErrNobody
			}
			if line == "q" {
				return true, nil
			}
			if err := t.order(ctx, r, &s, line); err != nil {
				return false, err
			}
		case <-changed:
			select {
			case <-time.After(pause):
			case <-ctx.Done():
				return true, context.Cause(ctx)
			}
		}
	}
}

// changes says what is new since the last look.
func (t *Talk) changes(before, now *run.Snapshot) {
	if now.State != before.State {
		line := "The analysis is " + text.Safe(string(now.State))
		if counts := run.VerdictsOf(now.Elements).String(); now.State.Ended() && counts != "" {
			line += " (" + counts + ")"
		}
		if now.Reason != "" {
			line += ": " + text.Safe(now.Reason)
		}
		t.say("%s.", line)
	}
	if now.LaunchesDone != before.LaunchesDone {
		t.say("%d of %d launches done, %s records.", now.LaunchesDone, now.LaunchesPlanned, quantity.Count(now.Records))
	}
	for i := min(len(before.Problems), len(now.Problems)); i < len(now.Problems); i++ {
		t.say("%s: %s.", now.Problems[i].Severity, words.Problem(&now.Problems[i]))
	}
}

// order does what a line asks of a run.
func (t *Talk) order(ctx context.Context, r run.Run, s *run.Snapshot, line string) error {
	var err error
	switch line {
	case "s", "":
		found := 0
		for i := range s.Elements {
			if s.Elements[i].Best != nil {
				found++
			}
		}
		t.say("%s, %s. %d of %d launches, %s records. %d of %d elements have an expression.", text.Safe(string(s.State)), text.Safe(s.Phase),
			s.LaunchesDone, s.LaunchesPlanned, quantity.Count(s.Records), found, len(s.Elements))
	case "p":
		if s.State == run.Paused {
			err = r.Continue(ctx)
		} else {
			err = r.Pause(ctx)
		}
	case "a":
		if s.State == run.Aborting {
			err = r.Abort(ctx) // asked again, it ends at once
			break
		}
		answer, asked := t.choose(ctx, "Abort the analysis? What was measured is kept.", answer{"n", "no"}, answer{"y", "yes"})
		if asked != nil {
			return asked
		}
		if answer == "y" {
			err = r.Abort(ctx)
		}
	default:
		t.say("There is no order %q: s, p, a or q.", text.Safe(line))
	}
	if err != nil {
		t.say("That did not work: %s.", text.Safe(err.Error()))
	}
	return nil
}
