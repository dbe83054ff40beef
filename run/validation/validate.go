package validation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/prediction"
	"beagle/run"
	"beagle/run/findings"
)

// Subject is the analysis whose model is judged.
type Subject struct {
	*findings.Findings
	Digest  string        // of the model's file
	Entries model.Entries // linked entries of services
	Raw     string        // folder of the kept events
	Learn   Learner       // learns a model from some of the launches
}

// validator holds a learnt model against executions.
type validator struct {
	Subject
	at        campaign.State
	predictor prediction.Predictor
	names     map[string]string // of actions and services, by id

	components map[string]string // names of those that services belong to, by their ids
	briefly                      // services that take hardly longer than their probes, by SEFF
}

// mostParts are the parts into which launches are divided.
const mostParts = 3

// longest is how long learning anew may take before no other part is begun.
const longest = 4 * time.Minute

// Validate judges the model. It is nil where no executions are kept. When the
// context ends it gives what is there.
func Validate(ctx context.Context, s Subject) (*run.Validation, error) {
	v := &validator{Subject: s, at: campaign.StateOf(s.Board), names: map[string]string{}, components: map[string]string{}}
	var err error
	if v.predictor, err = prediction.For(s.Config.Model); err != nil {
		return nil, err
	}
	for _, e := range s.Board.Elements() {
		v.names[e.PCMID], v.names[e.SEFF] = e.Name, e.Component+"."+e.Service
		v.components[e.SEFF] = e.Component
	}
	all, problems, err := v.collect(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	out := &run.Validation{Problems: problems, FromLogs: v.Config.Recorded(), InActions: inActions(all, v.at.Kinds(v.launches()), v.brief)}
	if p := s.Precision(); p != nil {
		out.Busy, out.Collected = p.Busy, p.Collected
	}
	parts := v.divide(all)
	if out.FromLogs {
		parts, out.Stretches = v.divideLogs(all)
	}
	lone := alone(parts, all)
	out.Parts = max(1, len(parts))
	samples := map[string]*sample{}
	of := func(seff string) *sample {
		if samples[seff] == nil {
			samples[seff] = &sample{seff: seff, heldOut: true}
		}
		return samples[seff]
	}
	began := time.Now()
	for i, p := range parts {
		if ctx.Err() != nil {
			break
		}
		if i > 0 && time.Since(began) > longest {
			out.Problems = append(out.Problems, model.Problem{Severity: model.Info, Rule: "validate", Message: fmt.Sprintf("%d of %d parts judged: learning anew for each takes long; what only the others executed is judged by what all taught", i, len(parts))})
			out.Parts = i
			break
		}
		by, err := p.teach(ctx)
		if err != nil {
			if ctx.Err() != nil {
				break
			}
			return nil, err
		}
		if by == nil { // nothing can be told apart
			out.Parts, out.Stretches, lone = 1, false, services(all)
			break
		}
		if err := v.predict(by, all, func(e *execution) bool { return !lone[e.seff] && p.judges(e) }, of); err != nil {
			return nil, err
		}
	}
	maps.Copy(lone, unjudged(all, samples))
	for seff := range lone { // what no other launch of its kind could teach
		of(seff).heldOut = false
	}
	if len(lone) > 0 {
		whole, err := taughtBy(v.Findings)
		if err != nil {
			return nil, err
		}
		if err := v.predict(whole, all, func(e *execution) bool { return lone[e.seff] }, of); err != nil {
			return nil, err
		}
	}
	if err := v.before(samples); err != nil {
		return nil, err
	}
	seen, replacing := map[int32]bool{}, v.replacing()
	out.HeldOut = true
	for _, seff := range slices.Sorted(maps.Keys(samples)) {
		s := samples[seff]
		s.leaveOut(replacing)
		for _, c := range s.calls {
			seen[c.launch] = true
		}
		out.Services = append(out.Services, s.judged(v))
		out.Calls += int64(len(s.calls))
		out.HeldOut = out.HeldOut && s.heldOut
	}
	out.Launches = len(seen)
	slices.SortStableFunc(out.Services, func(a, b run.ServicePrediction) int {
		return -cmp.Compare(a.MeasuredMean*float64(a.Calls), b.MeasuredMean*float64(b.Calls))
	})
	out.Verdict, out.Good = verdict(out, standIns(v.launches())+leftOut(out.Services))
	return out, nil
}

// whole are what launches in which as many actions of a service were timed as in any of their kind
// say of it; passes time some demands alone.
func whole(all []*collected, kinds map[int32]int) map[*collected]bool {
	type alike struct {
		seff string
		kind int
	}
	most, is := map[alike]int{}, map[*collected]bool{}
	for _, c := range all {
		k := alike{c.seff, kinds[c.launch]}
		most[k] = max(most[k], c.actions())
	}
	for _, c := range all {
		is[c] = c.actions() == most[alike{c.seff, kinds[c.launch]}]
	}
	return is
}

// inActions is the share of the time that services spent themselves in their actions;
// unknown where they took no time, and of brief ones. Of a service in a launch that many executions are
// kept of, these stand for all. Launches in which fewer actions of the service were timed than
// in others of their kind say nothing of it.
func inActions(all []*collected, kinds map[int32]int, brief map[string]bool) model.Figure {
	inside, spent, full := 0.0, 0.0, whole(all, kinds)
	for _, c := range all {
		if !full[c] || brief[c.seff] {
			continue
		}
		stands := float64(c.seen) / float64(len(c.list)+c.warm)
		for _, e := range c.list {
			own, actions := e.took, 0.0
			for _, p := range e.parts {
				if p.call {
					own -= p.seconds
				} else {
					actions += p.seconds
				}
			}
			if !e.sampled { // a statement that is in several actions took its time once
				actions = min(actions, own-(e.took-e.covered))
			}
			if own > 0 {
				inside += stands * e.weight * max(0, min(actions, own))
				spent += stands * e.weight * own
			}
		}
	}
	if spent == 0 {
		return model.Unknown()
	}
	return model.Figure(inside / spent)
}

// part is a part of what was executed.
type part struct {
	judges func(*execution) bool
	teach  func(context.Context) (*taught, error) // the model that the other parts taught; nil: nobody knows what they taught
}

// divide divides launches into parts, whole launches of each kind evenly. Each kind
// begins with another part than the one before, since a pass of probes has each kind
// once: the launches of a service that only one pass records are then in several
// parts, too, and teach each other. Launches of which there is one of a kind judge in
// no part: they teach always.
func (v *validator) divide(all []*collected) (parts []part) {
	kinds, kindOf := map[int][]int32{}, v.at.Kinds(v.launches())
	for _, c := range all {
		place, made := kindOf[c.launch]
		if !made {
			place = -1 - int(c.launch)
		}
		if !slices.Contains(kinds[place], c.launch) {
			kinds[place] = append(kinds[place], c.launch)
		}
	}
	maps.DeleteFunc(kinds, func(_ int, launches []int32) bool { return len(launches) < 2 })
	n := 0
	for _, launches := range kinds {
		n = max(n, min(len(launches), mostParts))
	}
	partOf := map[int32]int{}
	for first, place := range slices.Sorted(maps.Keys(kinds)) {
		slices.Sort(kinds[place])
		for i, launch := range kinds[place] {
			partOf[launch] = (first + i) % n
		}
	}
	for i := range n {
		judges := func(launch int32) bool {
			p, judges := partOf[launch]
			return judges && p == i
		}
		parts = append(parts, part{
			judges: func(e *execution) bool { return judges(e.launch) },
			teach:  func(ctx context.Context) (*taught, error) { return v.without(ctx, judges) },
		})
	}
	return parts
}

// launches are the configured ones.
func (v *validator) launches() []measure.Launch {
	if v.Findings == nil {
		return nil
	}
	return v.Config.Launch
}

// alone are services that one part has all executions of, or that judge in none: no
// other launches, or stretches of a log, could teach what they take.
func alone(parts []part, all []*collected) map[string]bool {
	lone, first := services(all), map[string]int{}
	for _, c := range all {
		for _, e := range c.list {
			in := slices.IndexFunc(parts, func(p part) bool { return p.judges(e) })
			if before, seen := first[e.seff]; !seen {
				first[e.seff] = in
			} else if before != in {
				delete(lone, e.seff)
			}
		}
	}
	return lone
}

// unjudged are services that were executed, and that no part has judged: there may be no time for
// the parts that have their launches.
func unjudged(all []*collected, samples map[string]*sample) map[string]bool {
	list := services(all)
	maps.DeleteFunc(list, func(seff string, _ bool) bool { return samples[seff] != nil })
	return list
}

// services are those that were executed.
func services(all []*collected) map[string]bool {
	list := map[string]bool{}
	for _, c := range all {
		list[c.seff] = true
	}
	return list
}

// predict predicts the executions that judge.
func (v *validator) predict(by *taught, all []*collected, judges func(*execution) bool, of func(string) *sample) error {
	m, _, err := v.predictor.Open(v.Config.Model, by.content, v.Config.Output.Rate)
	if err != nil {
		return err
	}
	by.settle(all)
	services := map[string]prediction.Service{}
	for _, c := range all {
		var judging []*execution
		starting, cold := int64(0), 0.0
		for i, e := range c.list {
			switch {
			case !judges(e):
			case by.judges(c.seff, i, len(c.list)):
				judging = append(judging, e)
			default:
				starting, cold = starting+1, cold+e.took
			}
		}
		if len(judging) == 0 {
			continue
		}
		s := of(c.seff)
		s.warm, s.spent = s.warm+starting, s.spent+cold
		if !c.told {
			c.told = true
			s.warm, s.spent = s.warm+int64(c.warm), s.spent+c.cold
			if c.unsettled() {
				s.cold++
			}
		}
		service, known := services[c.seff]
		if !known {
			if service, err = m.Service(c.seff); err != nil {
				s.why = err.Error()
			}
			services[c.seff] = service
		}
		for _, e := range judging {
			if service == nil {
				s.refused++
				continue
			}
			forecast, err := forecastOf(service, e)
			if err != nil {
				s.refused++
				if s.why == "" {
					s.why = err.Error()
				}
				continue
			}
			s.calls = append(s.calls, predictedCall{execution: e, Forecast: forecast})
		}
	}
	return nil
}

// forecastOf predicts one execution. A time that is no number, as of a call that was given
// none, is an error: nothing can be compared with it.
func forecastOf(service prediction.Service, e *execution) (prediction.Forecast, error) {
	f, err := service.Call(e.inputs)
	if err == nil && !(math.Abs(f.Mean) <= math.MaxFloat64 && math.Abs(f.Draw) <= math.MaxFloat64) {
		err = errors.New("the model gives no number for what it was called with")
	}
	return f, err
}

// before predicts the same executions with the values that the model had.
func (v *validator) before(samples map[string]*sample) error {
	file, err := adapter.Read(v.Config.Model)
	if err != nil {
		return err
	}
	m, _, err := v.predictor.Open(v.Config.Model, file.Bytes(), v.Config.Output.Rate)
	if err != nil {
		return nil //nolint:nilerr // a model that could not be predicted with before has nothing to compare with
	}
	for seff, s := range samples {
		service, err := m.Service(seff)
		if err != nil {
			continue
		}
		for i := range s.calls {
			forecast, err := forecastOf(service, s.calls[i].execution)
			if err != nil {
				s.before = nil
				break
			}
			s.before = append(s.before, forecast.Mean)
		}
	}
	return nil
}

// nameOf is the name of an action or service, for people.
func (v *validator) nameOf(id string) string {
	return cmp.Or(v.names[id], id)
}
