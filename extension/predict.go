package extension

import (
	"errors"
	"fmt"
	"slices"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/prediction"
	"beagle/pcm/stoex"
)

// Open implements prediction.Predictor.
func (m *Models) Open(file string, content []byte, rate float64) (prediction.Model, []model.Problem, error) {
	f, err := m.parse(file, content)
	if err != nil {
		return nil, nil, err
	}
	p := &predicted{file: f, rate: rate, of: map[string][]*model.Element{}}
	if p.rate <= 0 {
		p.rate = 1
	}
	for i := range f.elements {
		e := &f.elements[i]
		p.of[e.PCMID] = append(p.of[e.PCMID], e)
	}
	return p, f.problems, nil
}

var _ prediction.Predictor = (*Models)(nil)

type predicted struct {
	file *modelFile
	rate float64                     // units of demand a second
	of   map[string][]*model.Element // by the id of their step
}

func (p *predicted) Service(seff string) (prediction.Service, error) {
	at := slices.IndexFunc(p.file.services, func(s model.Service) bool { return s.SEFF == seff })
	if at < 0 {
		return nil, fmt.Errorf("no service of the model has the id %s", safe.Line(seff))
	}
	return execution{p, &p.file.services[at], nil}, nil
}

type values map[model.Variable]stoex.Val

type execution struct {
	*predicted
	service *model.Service
	callers []string // services that the execution is inside of, by their ids
}

func (x execution) Call(inputs []prediction.Input) (prediction.Forecast, error) {
	known := values{}
	for i := range inputs {
		if v, ok := stoex.ValueOf(inputs[i].Value, inputs[i].Whole); ok {
			known[inputs[i].Variable] = v
		}
	}
	parts, err := x.steps(x.file.steps[x.service.SEFF], known)
	total := 0.0
	for i := range parts {
		total += parts[i].Seconds
	}
	return prediction.Forecast{Mean: total, Draw: total, Parts: parts}, err
}

func (x execution) steps(list []model.Step, known values) (parts []prediction.Part, err error) {
	for i := range list {
		more, err := x.step(&list[i], known)
		if err != nil {
			return nil, err
		}
		for _, part := range more {
			gather(&parts, part)
		}
	}
	return parts, nil
}

func gather(parts *[]prediction.Part, one prediction.Part) {
	for i := range *parts {
		if had := &(*parts)[i]; had.ID == one.ID && had.Call == one.Call {
			had.Seconds += one.Seconds
			return
		}
	}
	*parts = append(*parts, one)
}

func (x execution) step(s *model.Step, known values) ([]prediction.Part, error) {
	switch s.Kind {
	case model.StepInternal:
		seconds, err := x.demand(s, known)
		return []prediction.Part{{ID: s.ID, Name: s.Name, Seconds: seconds}}, err
	case model.StepCall:
		return x.call(s, known)
	case model.StepLoop:
		count := 1.0
		for _, e := range x.of[s.ID] {
			if e.Kind != model.Loop || e.Old == "" {
				continue
			}
			var err error
			if count, err = mean(e, e.Old, known); err != nil {
				return nil, err
			}
		}
		return x.times(s.Inner, func(int) (float64, error) { return count, nil }, known)
	case model.StepBranch:
		return x.branch(s, known)
	default: // steps beside one another: the longest of them
		return x.longest(s.Inner, known)
	}
}

func (x execution) demand(s *model.Step, known values) (seconds float64, err error) {
	for _, e := range x.of[s.ID] {
		if e.Kind != model.InternalAction || e.Old == "" {
			continue
		}
		units, err := mean(e, e.Old, known)
		if err != nil {
			return 0, err
		}
		seconds += units / x.rate
	}
	return seconds, nil
}

func (x execution) times(inner []model.Behaviour, weigh func(i int) (float64, error), known values) (parts []prediction.Part, err error) {
	for i := range inner {
		weight, err := weigh(i)
		if err != nil {
			return nil, err
		}
		if weight == 0 {
			continue
		}
		more, err := x.steps(inner[i].Steps, known)
		if err != nil {
			return nil, err
		}
		for _, part := range more {
			part.Seconds *= weight
			gather(&parts, part)
		}
	}
	return parts, nil
}

func (x execution) branch(s *model.Step, known values) ([]prediction.Part, error) {
	at := slices.IndexFunc(x.of[s.ID], func(e *model.Element) bool { return e.Kind == model.Branch })
	if at < 0 {
		return nil, fmt.Errorf("the branch %q has no ways that are known", safe.Line(s.Name))
	}
	e, taken := x.of[s.ID][at], false
	return x.times(s.Inner, func(i int) (float64, error) {
		way := slices.IndexFunc(e.Branches, func(o model.Option) bool { return o.Behaviour == s.Inner[i].ID })
		if way < 0 {
			return 0, nil
		}
		o := &e.Branches[way]
		if !o.Guarded || taken {
			if o.Guarded {
				return 0, nil
			}
			return o.Probability, nil
		}
		holds, err := value(e, o.Condition, known)
		if err != nil {
			return 0, err
		}
		if taken, _ = holds.Bool(); taken {
			return 1, nil
		}
		return 0, nil
	}, known)
}

func (x execution) longest(inner []model.Behaviour, known values) (longest []prediction.Part, err error) {
	most := 0.0
	for i := range inner {
		parts, err := x.steps(inner[i].Steps, known)
		if err != nil {
			return nil, err
		}
		total := 0.0
		for j := range parts {
			total += parts[j].Seconds
		}
		if total > most {
			longest, most = parts, total
		}
	}
	return longest, nil
}

func (x execution) call(s *model.Step, known values) ([]prediction.Part, error) {
	callee, err := x.callee(s)
	if err != nil {
		return nil, err
	}
	if slices.Contains(x.callers, callee.SEFF) || callee.SEFF == x.service.SEFF {
		return nil, fmt.Errorf("%s calls itself", safe.Line(callee.Name))
	}
	passed := values{}
	for _, e := range x.of[s.ID] {
		if e.Kind != model.CallParameter || e.Old == "" {
			continue
		}
		if passed[e.Argument], err = value(e, e.Old, known); err != nil {
			return nil, err
		}
	}
	inside := execution{x.predicted, callee, append(slices.Clip(x.callers), x.service.SEFF)}
	parts, err := inside.steps(x.file.steps[callee.SEFF], passed)
	total := 0.0
	for i := range parts {
		total += parts[i].Seconds
	}
	return []prediction.Part{{ID: callee.SEFF, Name: callee.Component + "." + callee.Name, Call: true, Seconds: total}}, err
}

func (x execution) callee(s *model.Step) (*model.Service, error) {
	var found *model.Service
	for i := range x.file.services {
		one := &x.file.services[i]
		if one.SEFF == s.Callee || one.SEFF == s.Name {
			return one, nil
		}
		if one.Name == s.Callee {
			if found != nil {
				return nil, fmt.Errorf("more than one service is named %s", safe.Line(s.Callee))
			}
			found = one
		}
	}
	if found == nil {
		return nil, fmt.Errorf("no service is named %s", safe.Line(s.Callee))
	}
	return found, nil
}

func mean(e *model.Element, text string, known values) (float64, error) {
	x, err := stoex.Parse(plainExponents(text))
	if err == nil {
		var number float64
		if number, err = stoex.Mean(x, known); err == nil {
			return number, nil
		}
	}
	return 0, unpredictable(e, text, err)
}

func value(e *model.Element, text string, known values) (stoex.Val, error) {
	x, err := stoex.Parse(plainExponents(text))
	if err == nil {
		var v stoex.Val
		if v, err = stoex.Eval(x, known, nil); err == nil {
			return v, nil
		}
	}
	return stoex.Val{}, unpredictable(e, text, err)
}

func unpredictable(e *model.Element, text string, err error) error {
	if errors.Is(err, model.ErrUndefined) {
		return err
	}
	return fmt.Errorf("%s has the value %s, which says no number: %w", safe.Line(e.Name), safe.Clip(text), err)
}
