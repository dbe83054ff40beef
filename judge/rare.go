package judge

import (
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/statistics/calibration"
	"beagle/statistics/robust"
)

// mostRare is the share of the observations up to which they are rare: what comes more often is part of the program's mean.
const mostRare = 0.05

// heldOutPoint is what was predicted for an observation, and measured.
type heldOutPoint struct{ modelled, measured, weight float64 }

// rare are the observations that stand out, where they are few; nil: there are none
// or many. What so few observations hold of the total is known within a factor only,
// so a total without them tells what the form and its level are worth.
func rare(all []heldOutPoint) *blackboard.Rare {
	ratios := make([]float64, 0, len(all))
	for _, o := range all {
		if !(o.modelled > 0) {
			return nil
		}
		ratios = append(ratios, o.measured/o.modelled)
	}
	slices.Sort(ratios)
	limit := calibration.StandsOut * robust.Quantile(ratios, 0.5)
	r := &blackboard.Rare{}
	var modelled, measured, total float64
	for _, o := range all {
		total += o.weight * o.measured
		if o.measured > limit*o.modelled {
			r.Observations++
			continue
		}
		modelled, measured = modelled+o.weight*o.modelled, measured+o.weight*o.measured
	}
	if r.Observations == 0 || float64(r.Observations) > mostRare*float64(len(all)) {
		return nil
	}
	r.Share, r.Total = model.Figure(1-measured/total), model.Figure(modelled/measured-1)
	return r
}

// usualTotal is by how much the modelled total is beside the measured one: of all
// observations, or without the rare ones, whichever is nearer, since nobody knows
// whether what was seen a few times comes again. Where these hold more of the time
// than a total may be off, it is the total of all: whoever plans by one of both is
// misled where the other comes true.
func usualTotal(f *blackboard.HeldOut) model.Figure {
	if r := f.Rare; r != nil && r.Share < TotalLimit && math.Abs(float64(r.Total)) < math.Abs(float64(f.Total)) {
		return r.Total
	}
	return f.Total
}
