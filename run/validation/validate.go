// Package validation judges whether the model that an analysis learnt predicts the program: each measured execution
// of a service from its own inputs, in launches that did not teach.
package validation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"beagle/internal/quantity"
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

type validator struct {
	Subject
	at        campaign.State
	predictor prediction.Predictor
	names     map[string]string // of actions and services, by id

	brief   map[string]bool    // services that take hardly longer than their probes, by SEFF
	entered map[string]float64 // see enteredIn
	own     []*collected       // see byDrivers
}

const longest = 4 * time.Minute

// Validate judges the model. It is nil where no executions are kept. When the context ends it gives what is there.
func Validate(ctx context.Context, s Subject) (*run.Validation, error) {
	v := &validator{Subject: s, at: campaign.StateOf(s.Board)}
	var err error
	if v.predictor, err = prediction.For(s.Config.Model); err != nil {
		return nil, err
	}
	v.names = namesOf(s.Board.Elements())
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
	judged := samples{}
	lone, err := v.byParts(ctx, parts, all, judged, out)
	if err != nil {
		return nil, err
	}
	whole := sync.OnceValues(func() (*taught, error) { return taughtBy(v.Findings) })
	if err := v.byWhole(whole, lone, all, judged); err != nil {
		return nil, err
	}
	if err := v.before(judged); err != nil {
		return nil, err
	}
	if err := v.ownCalls(whole, judged); err != nil {
		return nil, err
	}
	v.conclude(judged, out)
	return out, nil
}

type samples map[string]*sample

func (s samples) of(seff string) *sample {
	if s[seff] == nil {
		s[seff] = &sample{seff: seff, heldOut: true}
	}
	return s[seff]
}

func (v *validator) byParts(ctx context.Context, parts []part, all []*collected, judged samples, out *run.Validation) (lone map[string]bool, err error) {
	lone = alone(parts, all)
	out.Parts = max(1, len(parts))
	launches, began := v.at.Configured(v.launches()), time.Now()
	for i, p := range parts {
		if ctx.Err() != nil {
			break
		}
		if i > 0 && time.Since(began) > longest {
			out.Problems = append(out.Problems, model.Problem{Severity: model.Info, Rule: "validate", Message: fmt.Sprintf("%d of %d parts judged: learning anew for each takes long; services of the others are judged by a model that all launches taught", i, len(parts))})
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
		if err := v.predict(by, all, func(e *execution) bool { return !lone[e.seff] && p.judges(e) && by.comparable(e, launches) }, judged); err != nil {
			return nil, err
		}
	}
	maps.Copy(lone, unjudged(all, judged))
	return lone, nil //nolint:nilerr // where the context ended, what is there is given
}

func (v *validator) byWhole(whole func() (*taught, error), lone map[string]bool, all []*collected, judged samples) error {
	if len(lone) == 0 {
		return nil
	}
	for seff := range lone {
		judged.of(seff).heldOut = false
	}
	by, err := whole()
	if err != nil {
		return err
	}
	return v.predict(by, all, func(e *execution) bool { return lone[e.seff] }, judged)
}

func (v *validator) conclude(judged samples, out *run.Validation) {
	seen, replacing := map[int32]bool{}, v.replacing()
	out.HeldOut = true
	for _, seff := range slices.Sorted(maps.Keys(judged)) {
		s := judged[seff]
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
}

func (v *validator) launches() []measure.Launch {
	if v.Findings == nil {
		return nil
	}
	return v.Config.Launch
}

func (v *validator) predict(by *taught, all []*collected, judges func(*execution) bool, judged samples) error {
	m, _, err := v.predictor.Open(v.Config.Model, by.content, v.Config.Output.Rate)
	if err != nil {
		return err
	}
	by.settle(all)
	services := map[string]prediction.Service{}
	for _, c := range all {
		var judging []*execution
		starting, cold := int64(0), coldTime{}
		for i, e := range c.list {
			switch {
			case !judges(e):
			case by.judges(c.seff, i, len(c.list)):
				judging = append(judging, e)
			default:
				starting++
				cold.add(e)
			}
		}
		if len(judging) == 0 {
			continue
		}
		s := judged.of(c.seff)
		s.warm += starting
		s.spent.join(cold)
		if !c.told {
			c.told = true
			s.warm += int64(c.warm)
			s.spent.join(c.cold)
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

// forecastOf predicts one execution.
func forecastOf(service prediction.Service, e *execution) (prediction.Forecast, error) {
	f, err := service.Call(e.inputs)
	if err == nil && !(math.Abs(f.Mean) <= math.MaxFloat64 && math.Abs(f.Draw) <= math.MaxFloat64) {
		err = errors.New("the model gives no number for what it was called with")
	}
	return f, err
}

func (v *validator) before(judged samples) error {
	file, err := adapter.Read(v.Config.Model)
	if err != nil {
		return err
	}
	m, _, err := v.predictor.Open(v.Config.Model, file.Bytes(), v.Config.Output.Rate)
	if err != nil {
		return nil //nolint:nilerr // a model that could not be predicted with before has nothing to compare with
	}
	for seff, s := range judged {
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

func (v *validator) nameOf(id string) string { return cmp.Or(v.names[id], id) }

// leaveThrown leaves out executions that an exception ended within an action.
func (v *validator) leaveThrown(list []*collected) *model.Problem {
	branches, acts := map[string]bool{}, map[string]bool{}
	for _, e := range v.Board.Elements() {
		branches[e.SEFF] = branches[e.SEFF] || e.Kind == model.Branch
	}
	for _, c := range list {
		acts[c.seff] = acts[c.seff] || slices.ContainsFunc(c.list, func(e *execution) bool { return !e.thrown() })
	}
	left := 0.0
	for _, c := range list {
		if branches[c.seff] || !acts[c.seff] {
			continue
		}
		c.list = slices.DeleteFunc(c.list, func(e *execution) bool {
			if e.thrown() {
				left += e.weight
			}
			return e.thrown()
		})
	}
	if left == 0 {
		return nil
	}
	return &model.Problem{Severity: model.Info, Rule: "thrown", Message: fmt.Sprintf("%s ended with an exception and are not judged: no action was timed in them", quantity.Plural(int64(left+0.5), "execution", "executions"))}
}

func (e *execution) thrown() bool {
	return !e.sampled && !slices.ContainsFunc(e.parts, func(p measuredPart) bool { return !p.call })
}
