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

type sample struct {
	seff    string
	calls   []predictedCall
	before  []float64 // of each call, what the model's old values say; nil: nothing
	refused int64
	why     string
	warm    int64
	spent   coldTime // that these took, which are left out as warming up
	cold    int      // launches that may never have been warm
	heldOut bool
	stoodIn int // launches that are left out, since stand-ins ran in them

	own run.InProgram // in launches of the program that do not judge
}

type predictedCall struct {
	*execution
	prediction.Forecast
}

func (c *predictedCall) off() float64 { return math.Abs(c.Mean-c.took) / c.took }

const (
	mostWorst  = 3
	mostGaps   = 3
	mostPoints = 400
	fewAlike   = 5 // calls with alike inputs, from which their scatter is known

	mostlyInside = 0.99 // share of a called service's time during actions
)

func (s *sample) judged(v *validator) run.ServicePrediction {
	out := run.ServicePrediction{
		Service: v.nameOf(s.seff), SEFF: s.seff, Calls: int64(len(s.calls)), HeldOut: s.heldOut, Refused: s.refused, Why: s.why, WarmingUp: s.warm, Unsettled: s.cold, StoodIn: s.stoodIn,
		Brief: v.brief[s.seff], Scatter: model.Unknown(), Unexplained: model.Unknown(), Waited: model.Unknown(), Probes: model.Unknown(),
	}
	if len(s.calls) == 0 {
		return out
	}
	spent := &run.Spent{}
	out.Entered = spent
	var measured, predicted, drawn, errors, lacks []weighted
	clock, probes, waited, settled := 0.0, 0.0, 0.0, 0.0
	byLaunch := map[int32][]*predictedCall{}
	for i := range s.calls {
		c := &s.calls[i]
		if c.entry {
			out.Entry = true
			spent.Measured, spent.Predicted = spent.Measured+c.took*c.weight, spent.Predicted+c.Mean*c.weight
		}
		measured = append(measured, weighted{c.took, c.weight})
		predicted = append(predicted, weighted{c.Mean, c.weight})
		drawn = append(drawn, weighted{c.Draw, c.weight})
		lacks = append(lacks, weighted{c.took - c.Mean, c.weight})
		if c.took > 0 {
			errors = append(errors, weighted{c.off(), c.weight})
		}
		clock, probes, waited = clock+c.clock*c.weight, probes+c.execution.probes*c.weight, waited+c.waited*c.weight
		settled += c.weight
		byLaunch[c.launch] = append(byLaunch[c.launch], c)
	}
	v.asEntered(spent, s)
	if len(errors) == 0 {
		out.Calls, out.Refused, out.Why = 0, int64(len(s.calls)), "it is shorter than its own probes: no time is left to compare with"
		return out
	}
	out.Launches = len(byLaunch)
	if s.own.Measured > 0 {
		out.InProgram = &s.own
	}
	out.MeasuredMean, out.PredictedMean = mean(measured), mean(predicted)
	out.Error = run.PredictionError{Median: quantile(errors, 0.5), P90: quantile(errors, 0.9)}
	out.Bias.Value = out.PredictedMean/out.MeasuredMean - 1
	out.Bias.HalfWidth = model.Figure(halfWidth(lacks) / out.MeasuredMean)
	if s.warm > 0 {
		out.WarmUp = s.spent.seconds / s.spent.executions / out.MeasuredMean
		out.Whole = (settled + s.spent.executions*out.WarmUp) / (settled + s.spent.executions)
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

// scatter is how far calls with alike inputs are from one another.
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

func (v *validator) gapName(id string) string {
	if id == "" {
		return ""
	}
	return v.nameOf(id)
}

// worst are the calls that are furthest off by what they took.
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
