package engine

import (
	"fmt"
	"slices"
	"time"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/run"
)

// Snapshot is the present state of the run.
func (l *Local) Snapshot() run.Snapshot {
	seq := l.signals.seq.Load()
	status := l.Machine.Status()
	s := run.Snapshot{
		Run: l.id, Seq: seq, State: status.State, Reason: status.Reason, Pausing: status.Pausing,
		Finishing: status.Enough && !status.State.Ended(),
		Model:     l.Config.Model, Started: l.clock.began.Add(-l.clock.before),
		Elapsed: run.Duration(l.clock.elapsed() - status.Paused), Paused: run.Duration(status.Paused), Measured: run.Duration(l.spent + l.measure.Spent()),
		Timeout: timeoutWords(l), OutOfTime: l.analysis.OutOfTime.Load(), Rounds: l.Board.Rounds(),
		Problems: problems(l), Sources: l.measure.Sources(),
	}
	s.Validation, s.Wrote = l.minutes.validation(), l.Wrote()
	s.Records, s.LastRecord, s.RateHistory = l.meter.read()
	s.Records = max(s.Records, campaign.StateOf(l.Board).Events) // recorded logs do not pass the meter
	if n := len(s.RateHistory); n > 0 {
		s.RecordsPerSec = s.RateHistory[n-1]
	}
	l.launches(&s)
	s.Progress = l.progress(&s)
	if s.Precision = l.Precision(); s.State.Ended() {
		s.Problems = append(s.Problems, s.Precision.Problems()...)
	}
	live := l.measure.Observed()
	s.Elements = l.Elements(func(id model.ElementID) int64 { return l.Board.Observations(id) + live[id] })
	return s
}

func (l *Local) launches(s *run.Snapshot) {
	at, now := campaign.StateOf(l.Board), l.measure.Progress()
	s.LaunchesDone, s.LaunchesPlanned, s.Lost, s.LaunchName = int(at.Number), int(at.Number), at.Lost, now.Launch
	if len(l.Board.ToMeasure()) > 0 {
		if now.Launch != "" { // the round may have begun with the launch in flight
			at.Planned, at.Done = now.Planned, now.Done
		}
		if at.Planned == 0 || at.Done >= at.Planned {
			at.Planned, at.Done = l.planned, 0
		}
		s.LaunchesPlanned += at.Planned - at.Done
	}
	if s.State.Ended() || s.State == run.Paused {
		return
	}
	doing := l.minutes.now()
	s.Phase, s.Step = doing.what, doing.step
	if s.Step != "" && l.workers != nil {
		if n := l.workers(); n > 0 {
			s.Step += ", with " + quantity.Plural(n, "worker", "workers") + " on other machines"
		}
	}
	if s.Phase == "" {
		s.Phase = now.Phase
	}
	if now.Launch != "" {
		s.Phase = fmt.Sprintf("launch %d of %d: %s", s.LaunchesDone+1, s.LaunchesPlanned, now.Where)
		if l.again.Load() == int64(s.LaunchesDone)+1 {
			s.Phase += ", made again as was asked"
		}
	}
	switch {
	case s.State == run.Aborting && now.Launch != "":
		s.Phase = "ending launch " + now.Launch
	case l.Machine.Status().Parting:
		s.Phase = "learning from what was measured, for seconds; abort again to end now"
	case s.Pausing && now.Launch != "":
		s.Phase = "pausing after " + s.Phase + "; pause again to end it now"
	case s.Finishing && now.Launch != "":
		s.Phase = "ending launch " + now.Launch
	case s.State == run.Running && at.Number == 0 && s.Records == 0 && s.Phase == now.Phase && now.Launch == "":
		s.State = run.Preparing // the program is being instrumented and built
	case s.State == run.Running && s.Phase == "":
		s.Phase = "making the next launch ready"
	}
}

func problems(l *Local) []model.Problem {
	failure, noted := l.minutes.problems()
	all := slices.Concat(l.problems, l.Board.Problems(), noted)
	if failure != nil && !slices.Contains(all, *failure) {
		all = append(all, *failure)
	}
	return all
}

func timeoutWords(l *Local) string {
	left, limited := l.timeout.Left(time.Now())
	if !limited {
		return l.timeout.String()
	}
	return fmt.Sprintf("%s, %s left", l.timeout, measure.About(max(0, left)))
}
