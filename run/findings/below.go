package findings

import (
	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/statistics/calibration"
	"beagle/statistics/launches"
)

// below says why the judge's choice of an element is not written; empty: it is. A measured mean that would be written
// in its place has to be the better one.
func (f *Findings) below(e *model.Element, v *blackboard.Verdict) string {
	why := judge.Below(v)
	if why == "" || f.Config.Quality.Write == run.WriteAll {
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

// closerThanMean reports whether the squared errors of a proposal are smaller than those of the measured mean, which
// of all constants has the smallest (Gneiting, "Making and evaluating point forecasts", 2011).
func (f *Findings) closerThanMean(e *model.Element, final int) bool {
	t, proposals := f.Board.Table(e.ID), f.Board.Proposals(e.ID)
	if e.Kind == model.Branch || t == nil || t.Target.Kind != model.Number || final < 0 || final >= len(proposals) || proposals[final].Expression == nil {
		return false
	}
	node := proposals[final].Expression
	var mean float64
	var cold []bool
	if e.Kind == model.InternalAction {
		cold, mean = launches.Cold(t), f.meanTime(e, t).Mean
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
