package validation

import (
	"maps"
	"slices"

	"beagle/links"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

// Probes cost what they do in a loop of themselves; in a program their code and what they write have left the caches,
// and they cost up to some times as much.

// mostProbes is the share of a typical execution from which it counts as brief.
const mostProbes = 0.25

// judgeByActions has the actions of brief services judge these, and those of the services that are one action each,
// in launches that time all of them.
func judgeByActions(all []*collected, kinds map[int32]int, oneAction map[string]bool) (left []*collected, brief map[string]bool) {
	probes := map[string][]weighted{} // shares
	for _, c := range all {
		for _, e := range c.list {
			if busy := e.took + e.probes; busy > 0 {
				probes[c.seff] = append(probes[c.seff], weighted{e.probes / busy, e.weight})
			}
		}
	}
	brief = map[string]bool{}
	for seff, of := range probes {
		brief[seff] = quantile(of, 0.5) > mostProbes
	}
	maps.DeleteFunc(brief, func(seff string, is bool) bool { return !is || oneAction[seff] })
	byActions := maps.Clone(brief)
	maps.Copy(byActions, oneAction)
	for _, c := range all {
		for _, e := range c.list {
			e.byActions(byActions)
		}
	}
	full := whole(all, kinds)
	left = slices.DeleteFunc(all, func(c *collected) bool { return byActions[c.seff] && !full[c] })
	return left, brief
}

// oneAction are the services that are one internal action, of a model whose links hold all that has statements of its
// own: no statement lies outside of that action, so what an execution takes outside of it is the probes'.
func (v *validator) oneAction() (map[string]bool, error) {
	if v.Findings == nil || v.Config.Links == "" || v.Config.Links == run.LinksByName {
		return nil, nil
	}
	mapping, err := links.ReadMapping(v.Config.Links)
	if err != nil || mapping == nil || !mapping.Whole {
		return nil, err
	}
	m, err := adapter.Read(v.Config.Model)
	if err != nil {
		return nil, err
	}
	one := map[string]bool{}
	for _, e := range v.Board.Elements() {
		if steps := m.Steps(e.SEFF); len(steps) == 1 && steps[0].Kind == model.StepInternal {
			one[e.SEFF] = true
		}
	}
	return one, nil
}

// leaveDisturbed leaves out executions that take hardly longer than their probes, of services that other launches
// drive: those say what calls take that no probe disturbs.
func (v *validator) leaveDisturbed(all []*collected, oneAction, byMean map[string]bool) []*collected {
	launches := v.at.Configured(v.launches())
	driven := map[string]bool{}
	for _, l := range launches {
		driven[l.Drives] = true
	}
	return slices.DeleteFunc(all, func(c *collected) bool {
		if !driven[c.seff] || byMean[c.seff] || launches[c.launch].Drives == c.seff {
			return false
		}
		disturbs, busy := 0.0, 0.0
		for _, e := range c.list {
			if oneAction[c.seff] { // it is judged by its action
				busy, disturbs = busy+e.weight*(e.inner+e.probes), disturbs+e.weight*e.probes
			} else {
				busy, disturbs = busy+e.weight*(e.took+e.probes), disturbs+e.weight*(e.took+e.probes-min(e.inner, e.took))
			}
		}
		return disturbs > mostProbes*busy
	})
}

// byDrivers parts launches that judge from others: a service that drivers called is judged by launches of drivers, in
// which its code is compiled as in a program that runs for long, and every other one by launches of the program, as
// one is whose demand is a mean of the program.
func (v *validator) byDrivers(all []*collected, byMean map[string]bool) (judging, own []*collected) {
	launches := v.at.Configured(v.launches())
	driven, alone := map[string]bool{}, services(all) // alone: that no launch of the program executes
	for _, c := range all {
		switch launches[c.launch].Drives {
		case "":
			delete(alone, c.seff)
		case c.seff:
			driven[c.seff] = !byMean[c.seff]
		}
	}
	for _, c := range all {
		switch drives := launches[c.launch].Drives != ""; {
		case drives == (driven[c.seff] || alone[c.seff]):
			judging = append(judging, c)
		case !drives:
			own = append(own, c)
		}
	}
	return judging, own
}

// enteredIn sums, by SEFF, the seconds of executions that were entered from outside in launches of the program.
func (v *validator) enteredIn(all []*collected, oneAction map[string]bool) (took map[string]float64) {
	launches := v.at.Configured(v.launches())
	for _, c := range all {
		if launches[c.launch].Drives != "" {
			continue
		}
		if took == nil {
			took = map[string]float64{}
		}
		for _, e := range c.list {
			spent := e.took
			if oneAction[c.seff] { // what its action does not take, probes do
				spent = min(spent, e.inner)
			}
			if e.entry {
				took[c.seff] += e.weight * spent
			}
		}
	}
	return took
}

// asEntered has what calls of drivers took together, and what is predicted for it, be what the program's calls took.
func (v *validator) asEntered(spent *run.Spent, s *sample) {
	if v.entered == nil || !(spent.Measured > 0) || v.at.Configured(v.launches())[s.calls[0].launch].Drives == "" {
		return
	}
	times := v.entered[s.seff] / spent.Measured
	spent.Measured, spent.Predicted = times*spent.Measured, times*spent.Predicted
}

// ownCalls says what the program's own launches took of services that are judged by their drivers' launches.
func (v *validator) ownCalls(whole func() (*taught, error), judged samples) error {
	if len(v.own) == 0 {
		return nil
	}
	by, err := whole()
	if err != nil {
		return err
	}
	m, _, err := v.predictor.Open(v.Config.Model, by.content, v.Config.Output.Rate)
	if err != nil {
		return err
	}
	for _, c := range v.own {
		service, err := m.Service(c.seff)
		if err != nil || judged[c.seff] == nil {
			continue
		}
		s := judged[c.seff]
		s.own.Launches++
		for _, e := range c.list {
			if f, err := forecastOf(service, e); err == nil && e.entry {
				s.own.Calls += e.weight
				s.own.Measured += e.weight * e.took
				s.own.Predicted += e.weight * f.Mean
			}
		}
	}
	return nil
}

func (e *execution) byActions(judged map[string]bool) {
	for i := range e.parts {
		if p := &e.parts[i]; p.call && judged[p.id] && p.seconds > 0 {
			inside := p.inside / p.seconds
			e.covered -= (1 - inside) * (p.seconds - p.inner)
			p.seconds, p.inside = p.inner, inside*p.inner
		}
	}
	if judged[e.seff] {
		e.took, e.covered, e.gaps = e.inner, e.inner, nil
	}
}
