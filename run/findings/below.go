package findings

import (
	"fmt"
	"math"

	"beagle/blackboard"
	"beagle/internal/quantity"
	"beagle/judge"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/statistics/calibration"
	"beagle/statistics/launches"
)

// below says why the judge's choice of an element is not written.
func (f *Findings) below(e *model.Element, v *blackboard.Verdict) string {
	if f.Config.Quality.Write == run.WriteAll {
		return ""
	}
	if other := f.neverAsLong(e); other != "" {
		return other
	}
	why := judge.Below(v)
	if why == "" {
		return ""
	}
	for _, b := range v.Below {
		switch b.What {
		case blackboard.MeanLimit, blackboard.TotalLimit, blackboard.LaunchLimit, blackboard.ErrorLimit: // a mean may break them, too
		default:
			return why
		}
	}
	if f.Config.Quality.Write == run.WriteMeans && e.Unlearnt() && f.closerThanMean(e, v.Final) {
		return ""
	}
	return why
}

// neverAsLong says that none of a driver's calls took as long as the program's take on average, in each of its
// launches once it was warm: whatever inputs the driver has, they do not have the method do what the program has it
// do.
func (f *Findings) neverAsLong(e *model.Element) string {
	left := campaign.StateOf(f.Board).Untaught[e.ID]
	if len(left) == 0 {
		return ""
	}
	t := f.Board.Table(e.ID)
	if t == nil || t.Target.Kind != model.Number {
		return ""
	}
	longest, least := 0.0, math.Inf(1)
	for _, y := range t.Target.Num {
		if y > longest { // a hole is NaN
			longest = y
		}
	}
	for _, one := range left {
		least = min(least, one.Seconds/one.Times)
	}
	if least <= longest {
		return ""
	}
	return fmt.Sprintf("its driver's calls take %s at most, and the program's %s on average", quantity.Seconds(longest), quantity.Seconds(least))
}

// closerThanMean reports whether the squared errors of a proposal are smaller than those of the measured mean,
// which of all constants has the smallest (Gneiting, "Making and evaluating point forecasts", 2011).
func (f *Findings) closerThanMean(e *model.Element, final int) bool {
	t, proposals := f.Board.Table(e.ID), f.Board.Proposals(e.ID)
	if e.Kind == model.Branch || t == nil || t.Target.Kind != model.Number || final < 0 || final >= len(proposals) || proposals[final].Expression == nil {
		return false
	}
	node := proposals[final].Expression
	var mean float64
	var cold []bool
	if e.Kind == model.InternalAction {
		m := f.meanTime(e, t)
		if m.From == run.OtherLaunches && len(expression.Variables(node)) == 0 { // one number of a driver's design, which is that of no program
			return false
		}
		cold, mean = launches.Cold(t), m.Mean
		node = calibration.Expression(f.Data.Data(e), node)
	} else {
		mean, _ = weighted(t)
	}
	said := make([]float64, t.Rows())
	if expression.Values(said, node, t.Columns) != nil {
		return false
	}
	ours, theirs := 0.0, 0.0
	for row, y := range t.Target.Num {
		if y != y || cold != nil && cold[row] { // a hole is NaN
			continue
		}
		w := t.WeightOf(row)
		ours += w * (y - said[row]) * (y - said[row])
		theirs += w * (y - mean) * (y - mean)
	}
	return ours < theirs
}
