package engine

import (
	"slices"
	"time"

	"beagle/control"
	"beagle/measure/campaign"
	"beagle/run"
)

func (l *Local) progress(s *run.Snapshot) *run.Progress {
	if s.State.Ended() || s.State == run.Aborting {
		return nil
	}
	at, now, wanted := campaign.StateOf(l.Board), l.measure.Progress(), l.Board.ToMeasure()
	tool := l.minutes.now().tool
	p := &run.Progress{Part: l.furthest(partOf(tool, &at, now.Launch != "", len(wanted) > 0))}
	if len(wanted) == 0 || l.planned == 0 || p.Part == run.Validating || l.Machine.Status().Enough { // no launch is to come
		return p
	}
	if at.Round > 0 || at.Answers > 0 {
		p.Why = control.Reason(l.Board)
	}
	left := at.Left(l.Config.Launch)
	if now.Launch != "" && len(left) != now.Planned-now.Done { // the round began with the launch in flight
		p.Unknown = now.Planned - now.Done
		return p
	}
	for i, launch := range left {
		took, known := at.Took[launch.Name]
		if !known {
			p.Unknown++
			continue
		}
		if i == 0 && now.Launch != "" {
			took = max(0, took-time.Since(now.Began))
		}
		p.Left += run.Duration(took)
	}
	return p
}

// partOf is the part that an analysis is busy with.
func partOf(tool string, at *campaign.State, launched, more bool) run.Part {
	switch {
	case tool == "last":
		return run.Validating
	case at.Round > 0:
		return run.Precising
	case tool != "measure" && tool != "" && !more:
		return run.Learning
	case at.Number == 0 && !launched:
		return run.Building
	}
	return run.Launching
}

// furthest is a part, or the one to which the analysis has come before where that is further.
func (l *Local) furthest(part run.Part) run.Part {
	at := int64(slices.Index(run.Parts, part))
	for {
		before := l.came.Load()
		if at <= before {
			return run.Parts[before]
		}
		if l.came.CompareAndSwap(before, at) {
			return part
		}
	}
}
