package engine

import (
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
	p := &run.Progress{Part: partOf(tool, &at, now.Launch != "")}
	if at.Round > 0 || at.Answers > 0 {
		p.Why = control.Reason(l.Board)
	}
	if len(wanted) == 0 || l.planned == 0 {
		return p
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

func partOf(tool string, at *campaign.State, launched bool) run.Part {
	switch {
	case tool == "last":
		return run.Validating
	case tool != "measure" && tool != "":
		return run.Learning
	case at.Number == 0 && !launched:
		return run.Building
	case at.Round == 0:
		return run.Launching
	}
	return run.Precising
}
