package validation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/run"
)

func standIns(launches []measure.Launch) string {
	var types []string
	for i := range launches {
		types = append(types, launches[i].StandIns...)
	}
	if len(types) == 0 {
		return ""
	}
	slices.Sort(types)
	return fmt.Sprintf("tests put stand-ins (mocks) in the place of %s: what services spend there is measured, and predicted, as what stand-ins take, not as what the program takes; for that, launch what uses the real ones", strings.Join(quantity.Some(slices.Compact(types), mostNamed), ", "))
}

// leftOut says of which services launches are left out in which stand-ins ran in the place of what they call.
func leftOut(services []run.ServicePrediction) string {
	var names []string
	for i := range services {
		if s := &services[i]; s.StoodIn > 0 {
			names = append(names, fmt.Sprintf("%s (%s)", s.Service, quantity.Plural(s.StoodIn, "launch", "launches")))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; left out are launches in which these ran in the place of what a service calls, of services that other launches run with the real ones: " + strings.Join(quantity.Some(names, mostNamed), ", ")
}

func (v *validator) replacing() map[int32]bool {
	all := map[int32]bool{}
	for launch, l := range v.at.Configured(v.launches()) {
		if len(l.StandIns) > 0 {
			all[launch] = true
		}
	}
	return all
}

// leaveOut leaves out launches with stand-ins in which hardly anything ran that the service calls, by what is
// predicted for it, where others ran it: the one mean of both is that of neither.
func (s *sample) leaveOut(replacing map[int32]bool) {
	if len(replacing) == 0 {
		return
	}
	ran := map[int32]map[string]bool{}
	for i := range s.calls {
		c := &s.calls[i]
		if ran[c.launch] == nil {
			ran[c.launch] = map[string]bool{}
		}
		for _, p := range c.parts {
			if p.call {
				ran[c.launch][p.id] = true
			}
		}
	}
	anywhere := map[string]bool{}
	for _, ids := range ran {
		maps.Copy(anywhere, ids)
	}
	predicted, elsewhere := map[int32]float64{}, map[int32]float64{}
	for i := range s.calls {
		c := &s.calls[i]
		predicted[c.launch] += c.Mean * c.weight
		for _, f := range c.Parts {
			if f.Call && anywhere[f.ID] && !ran[c.launch][f.ID] {
				elsewhere[c.launch] += f.Seconds * c.weight
			}
		}
	}
	out := func(launch int32) bool {
		return replacing[launch] && elsewhere[launch] >= run.MuchElsewhere*predicted[launch] && elsewhere[launch] > 0
	}
	for launch := range ran {
		if out(launch) {
			s.stoodIn++
		}
	}
	if s.stoodIn == 0 || s.stoodIn == len(ran) {
		s.stoodIn = 0
		return
	}
	var calls []predictedCall
	var before []float64
	for i := range s.calls {
		if out(s.calls[i].launch) {
			continue
		}
		calls = append(calls, s.calls[i])
		if i < len(s.before) {
			before = append(before, s.before[i])
		}
	}
	s.calls, s.before = calls, before
}
