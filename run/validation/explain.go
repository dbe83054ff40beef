package validation

import (
	"cmp"
	"math"
	"slices"

	"beagle/model"
	"beagle/run"
)

// explain compares what the service spends in its actions and in other services with what is predicted for each.
func (s *sample) explain(v *validator, out *run.ServicePrediction) {
	whole := wholeLaunches(s.calls)
	spent := spending{of: v, parts: map[run.PartPrediction]*spentIn{}}
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
		spent.add(c)
		for _, g := range c.gaps {
			gaps[run.Gap{After: v.gapName(g.after), Before: v.gapName(g.before)}] += g.seconds * c.weight
		}
	}
	if took <= 0 {
		return
	}
	out.Parts = spent.predictions(weight)
	if !out.Brief {
		out.Unexplained = model.Figure(rest / took)
	}
	out.Gaps = largestGaps(gaps, took)
}

func wholeLaunches(calls []predictedCall) map[int32]bool {
	ids := map[int32]map[string]bool{}
	for i := range calls {
		c := &calls[i]
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
	whole := map[int32]bool{}
	for launch, set := range ids {
		whole[launch] = len(set) == fullest
	}
	return whole
}

type spending struct {
	of    *validator
	parts map[run.PartPrediction]*spentIn
	order []run.PartPrediction // in which they came, so that sums are the same each time
}

type spentIn struct {
	measured, predicted float64
	off                 float64 // by how much executions are predicted wrongly
	net                 float64 // likewise of sampled executions, of which only the sum says something
}

func (s *spending) add(c *predictedCall) {
	known := map[string]bool{}
	for _, p := range c.parts {
		predicted, modelled := 0.0, false
		for _, f := range c.Parts {
			if f.ID == p.id && f.Call == p.call {
				predicted, modelled = f.Seconds, true
			}
		}
		known[p.id] = true
		if !modelled && p.call && (p.inside > mostlyInside*p.seconds || c.sampled) {
			continue // a service that an action calls: it is in that action, here as in the model
		}
		s.part(p.id, "", p.call).add(p.seconds, predicted, c)
	}
	for _, f := range c.Parts {
		if !known[f.ID] {
			s.part(f.ID, f.Name, f.Call).add(0, f.Seconds, c)
		}
	}
}

func (p *spentIn) add(measured, predicted float64, c *predictedCall) {
	p.measured += measured * c.weight
	p.predicted += predicted * c.weight
	if c.sampled {
		p.net += (predicted - measured) * c.weight
	} else {
		p.off += math.Abs(predicted-measured) * c.weight
	}
}

func (s *spending) part(id, name string, call bool) *spentIn {
	k := run.PartPrediction{ID: id, Name: s.of.nameOf(id), Call: call}
	if k.Name == id && name != "" {
		k.Name = name
	}
	if s.parts[k] == nil {
		s.parts[k], s.order = &spentIn{}, append(s.order, k)
	}
	return s.parts[k]
}

func (s *spending) predictions(weight float64) (all []run.PartPrediction) {
	off := 0.0
	for _, k := range s.order {
		s.parts[k].off += math.Abs(s.parts[k].net)
		off += s.parts[k].off
	}
	for _, k := range s.order {
		p := s.parts[k]
		k.Measured, k.Predicted = p.measured/weight, p.predicted/weight
		if off > 0 {
			k.Blame = p.off / off
		}
		all = append(all, k)
	}
	slices.SortStableFunc(all, func(a, b run.PartPrediction) int {
		return cmp.Or(-cmp.Compare(a.Blame, b.Blame), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// leastGap is the share of a service's time from which a gap is told.
const leastGap = 0.005

func largestGaps(gaps map[run.Gap]float64, took float64) (all []run.Gap) {
	for g, seconds := range gaps {
		if g.Share = seconds / took; g.Share >= leastGap {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b run.Gap) int {
		return cmp.Or(-cmp.Compare(a.Share, b.Share), cmp.Compare(a.After, b.After), cmp.Compare(a.Before, b.Before))
	})
	return all[:min(len(all), mostGaps)]
}
