package validation

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"beagle/model"
	"beagle/model/prediction"
	"beagle/run"
	"beagle/statistics/launches"
)

// sample are the predicted executions of one service.
type sample struct {
	seff    string
	calls   []predictedCall
	before  []float64 // of each call, what the model's old values say; nil: nothing
	refused int64
	why     string
	warm    int64
	spent   float64 // seconds that calls took that are left out as warming up
	cold    int     // launches that may never have been warm
	heldOut bool
	stoodIn int // launches that are left out, since stand-ins ran in them
}

// predictedCall is an execution with its forecast.
type predictedCall struct {
	*execution
	prediction.Forecast
}

// off is the relative error of the prediction.
func (c *predictedCall) off() float64 { return math.Abs(c.Mean-c.took) / c.took }

// How much is shown.
const (
	mostWorst  = 3
	mostGaps   = 3
	mostPoints = 400
	fewAlike   = 5 // calls with alike inputs, from which their scatter is known

	mostlyInside = 0.99 // share of a called service's time during actions
)

// judged says how well the service is predicted.
func (s *sample) judged(v *validator) run.ServicePrediction {
	out := run.ServicePrediction{
		Service: v.nameOf(s.seff), SEFF: s.seff, Calls: int64(len(s.calls)), HeldOut: s.heldOut, Refused: s.refused, Why: s.why, WarmingUp: s.warm, Unsettled: s.cold, StoodIn: s.stoodIn,
		Brief: v.brief[s.seff], Cold: v.unknown[s.seff], Scatter: model.Unknown(), Unexplained: model.Unknown(), Waited: model.Unknown(), Probes: model.Unknown(),
	}
	if len(s.calls) == 0 {
		return out
	}
	var measured, predicted, drawn, errors, lacks []weighted
	clock, probes, waited := 0.0, 0.0, 0.0
	byLaunch := map[int32][]*predictedCall{}
	for i := range s.calls {
		c := &s.calls[i]
		out.Entry = out.Entry || c.entry
		measured = append(measured, weighted{c.took, c.weight})
		predicted = append(predicted, weighted{c.Mean, c.weight})
		drawn = append(drawn, weighted{c.Draw, c.weight})
		lacks = append(lacks, weighted{c.took - c.Mean, c.weight})
		if c.took > 0 {
			errors = append(errors, weighted{c.off(), c.weight})
		}
		clock, probes, waited = clock+c.clock*c.weight, probes+c.execution.probes*c.weight, waited+c.waited*c.weight
		byLaunch[c.launch] = append(byLaunch[c.launch], c)
	}
	if len(errors) == 0 {
		out.Calls, out.Refused, out.Why = 0, int64(len(s.calls)), "it is shorter than its own probes: no time is left to compare with"
		return out
	}
	out.Launches = len(byLaunch)
	out.MeasuredMean, out.PredictedMean = mean(measured), mean(predicted)
	out.Error = run.PredictionError{Median: quantile(errors, 0.5), P90: quantile(errors, 0.9)}
	out.Bias.Value = out.PredictedMean/out.MeasuredMean - 1
	out.Bias.HalfWidth = model.Figure(halfWidth(lacks) / out.MeasuredMean)
	if s.warm > 0 {
		out.WarmUp = s.spent / float64(s.warm) / out.MeasuredMean
	}
	var medians, biases []float64
	for _, launch := range slices.Sorted(maps.Keys(byLaunch)) {
		var errors, measured, predicted []weighted
		for _, c := range byLaunch[launch] {
			if c.took > 0 {
				errors = append(errors, weighted{c.off(), c.weight})
			}
			measured, predicted = append(measured, weighted{c.took, c.weight}), append(predicted, weighted{c.Mean, c.weight})
		}
		if len(errors) > 0 {
			medians, biases = append(medians, quantile(errors, 0.5)), append(biases, mean(predicted)/mean(measured)-1)
		}
	}
	slowest, quickest := slices.Min(biases)+1, slices.Max(biases)+1 // predicted by measured
	if slowest > 0 {
		out.LaunchesApart = quickest / slowest
	}
	out.Error.Low, out.Error.High = between(medians)
	out.Error.Low = max(0, out.Error.Low)
	out.Bias.Low, out.Bias.High = between(biases)
	ks, area := distances(drawn, measured)
	out.KS, out.Wasserstein = ks, area/out.MeasuredMean
	out.Probes, out.Waited = model.Figure(probes/clock), model.Figure(waited/clock)
	if len(s.before) == len(s.calls) {
		out.Before = s.old()
	}
	out.Scatter = model.Figure(s.scatter())
	s.explain(v, &out)
	s.worst(&out)
	s.ranges(&out)
	stride := max(1, (len(s.calls)+mostPoints-1)/mostPoints)
	for i := 0; i < len(s.calls); i += stride {
		out.Points = append(out.Points, run.PointPrediction{Measured: s.calls[i].took, Predicted: s.calls[i].Mean})
	}
	return out
}

// scatter is how far calls with alike inputs are from one another: the median of
// their distance to the median of all that are alike, each by what is predicted for
// it, since alike inputs may differ a little. NaN: hardly any two are alike.
func (s *sample) scatter() float64 {
	executions := make([]*execution, len(s.calls))
	for i := range s.calls {
		executions[i] = s.calls[i].execution
	}
	cells, level := launches.Alike(tableOf(executions)), map[int32][]weighted{}
	for i := range s.calls {
		if c := &s.calls[i]; c.took > 0 && c.Mean > 0 {
			level[cells[i]] = append(level[cells[i]], weighted{c.took / c.Mean, c.weight})
		}
	}
	var away []weighted
	for _, cell := range slices.Sorted(maps.Keys(level)) {
		ratios := level[cell]
		if len(ratios) < fewAlike {
			continue
		}
		middle := quantile(ratios, 0.5)
		for _, r := range ratios {
			away = append(away, weighted{math.Abs(middle/r.value - 1), r.weight})
		}
	}
	if 2*len(away) < len(s.calls) {
		return math.NaN()
	}
	return quantile(away, 0.5)
}

// old is how the model predicted before.
func (s *sample) old() *run.Before {
	var predicted, errors []weighted
	for i := range s.calls {
		c := &s.calls[i]
		predicted = append(predicted, weighted{s.before[i], c.weight})
		if c.took > 0 {
			errors = append(errors, weighted{math.Abs(s.before[i]-c.took) / c.took, c.weight})
		}
	}
	return &run.Before{PredictedMean: mean(predicted), Median: quantile(errors, 0.5), P90: quantile(errors, 0.9)}
}

// explain compares what the service spends in its actions and in other services
// with what is predicted for each, and says where the rest lies. Executions of which
// only some actions were measured, as in passes of their own, say nothing of that.
func (s *sample) explain(v *validator, out *run.ServicePrediction) {
	whole := map[int32]bool{} // launches in which as much was measured as in any
	ids := map[int32]map[string]bool{}
	for i := range s.calls {
		c := &s.calls[i]
		if ids[c.launch] == nil {
			ids[c.launch] = map[string]bool{}
		}
		for _, p := range c.parts {
			ids[c.launch][p.id] = true
		}
	}
	fullest := 0
	for _, set := range ids {
		fullest = max(fullest, len(set))
	}
	for launch, set := range ids {
		whole[launch] = len(set) == fullest
	}
	type sum struct{ measured, predicted, off, net float64 } // net: of sampled executions
	parts := map[run.PartPrediction]*sum{}
	var order []run.PartPrediction // in which they came, so that sums are the same each time
	part := func(id, name string, call bool) *sum {
		k := run.PartPrediction{ID: id, Name: v.nameOf(id), Call: call}
		if k.Name == id && name != "" {
			k.Name = name
		}
		if parts[k] == nil {
			parts[k], order = &sum{}, append(order, k)
		}
		return parts[k]
	}
	gaps := map[run.Gap]float64{}
	took, rest, weight := 0.0, 0.0, 0.0
	for i := range s.calls {
		c := &s.calls[i]
		if !whole[c.launch] {
			continue
		}
		weight += c.weight
		took += c.took * c.weight
		rest += (c.took - c.covered) * c.weight
		known := map[string]bool{}
		for _, p := range c.parts {
			predicted, modelled := 0.0, false
			for _, f := range c.Parts {
				if f.ID == p.id && f.Call == p.call {
					predicted, modelled = f.Seconds, true
				}
			}
			known[p.id] = true
			if !modelled && p.call && (p.inside > mostlyInside*p.seconds || c.sampled && v.components[p.id] == v.components[s.seff]) {
				continue // a component's service that an action of it calls: it is in that action, here as in the model
			}
			at := part(p.id, "", p.call)
			at.measured, at.predicted = at.measured+p.seconds*c.weight, at.predicted+predicted*c.weight
			if c.sampled {
				at.net += (predicted - p.seconds) * c.weight
			} else {
				at.off += math.Abs(predicted-p.seconds) * c.weight
			}
		}
		for _, f := range c.Parts {
			if !known[f.ID] {
				at := part(f.ID, f.Name, f.Call)
				at.predicted += f.Seconds * c.weight
				if c.sampled {
					at.net += f.Seconds * c.weight
				} else {
					at.off += f.Seconds * c.weight
				}
			}
		}
		for _, g := range c.gaps {
			gaps[run.Gap{After: v.gapName(g.after), Before: v.gapName(g.before)}] += g.seconds * c.weight
		}
	}
	if took <= 0 {
		return
	}
	off := 0.0
	for _, k := range order {
		parts[k].off += math.Abs(parts[k].net)
		off += parts[k].off
	}
	for _, k := range order {
		p := parts[k]
		k.Measured, k.Predicted = p.measured/weight, p.predicted/weight
		if off > 0 {
			k.Blame = p.off / off
		}
		out.Parts = append(out.Parts, k)
	}
	slices.SortStableFunc(out.Parts, func(a, b run.PartPrediction) int {
		return cmp.Or(-cmp.Compare(a.Blame, b.Blame), cmp.Compare(a.ID, b.ID))
	})
	if !out.Brief {
		out.Unexplained = model.Figure(rest / took)
	}
	for g, seconds := range gaps {
		if g.Share = seconds / took; g.Share >= 0.005 {
			out.Gaps = append(out.Gaps, g)
		}
	}
	slices.SortFunc(out.Gaps, func(a, b run.Gap) int {
		return cmp.Or(-cmp.Compare(a.Share, b.Share), cmp.Compare(a.After, b.After), cmp.Compare(a.Before, b.Before))
	})
	out.Gaps = out.Gaps[:min(len(out.Gaps), mostGaps)]
}

// gapName is the name of what a gap lies beside; empty at the beginning and the end.
func (v *validator) gapName(id string) string {
	if id == "" {
		return ""
	}
	return v.nameOf(id)
}

// worst are the calls that are furthest off by what they took: a large error of a
// long call counts more than one of a short one.
func (s *sample) worst(out *run.ServicePrediction) {
	order := make([]int, len(s.calls))
	for i := range order {
		order[i] = i
	}
	away := func(i int) float64 { return math.Abs(s.calls[i].Mean - s.calls[i].took) }
	slices.SortStableFunc(order, func(a, b int) int { return -cmp.Compare(away(a), away(b)) })
	for _, i := range order[:min(len(order), mostWorst)] {
		c := &s.calls[i]
		w := run.CallPrediction{Inputs: map[string]any{}, Measured: c.took, Predicted: c.Mean, Launch: c.launch}
		for _, in := range c.inputs {
			switch in.Value.Kind {
			case model.Number:
				w.Inputs[in.Variable.String()] = run.Finite(in.Value.Num)
			case model.Bool:
				w.Inputs[in.Variable.String()] = in.Value.Num != 0
			case model.Text:
				w.Inputs[in.Variable.String()] = in.Value.Str
			case model.None:
			}
		}
		out.Worst = append(out.Worst, w)
	}
}

// ranges are where the inputs lay; what is no number, or endless, lies nowhere.
func (s *sample) ranges(out *run.ServicePrediction) {
	for i := range s.calls {
		for _, in := range s.calls[i].inputs {
			name, x := in.Variable.String(), in.Value.Num
			if in.Value.Kind != model.Number || math.IsNaN(x) || math.IsInf(x, 0) {
				continue
			}
			at := slices.IndexFunc(out.Range, func(r run.InputRange) bool { return r.Input == name })
			if at < 0 {
				out.Range = append(out.Range, run.InputRange{Input: name, Low: x, High: x})
				continue
			}
			out.Range[at].Low, out.Range[at].High = min(out.Range[at].Low, x), max(out.Range[at].High, x)
		}
	}
}
