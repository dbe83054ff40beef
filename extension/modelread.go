package extension

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"beagle/extension/wire"
	"beagle/internal/safe"
	"beagle/model"
)

func (m *Models) parse(path string, data []byte) (*modelFile, error) {
	if !utf8.Valid(data) {
		return nil, model.Problem{Severity: model.Error, Rule: "model", File: path, Message: "the model is no text in UTF-8", Hint: "extensions read models in UTF-8 only"}
	}
	var result wire.ModelResult
	if err := m.x.Call(context.Background(), wire.ReadModel, wire.ModelParams{Path: path, Text: string(data)}, &result); err != nil {
		p := model.AsProblem(err, "model")
		p.File = path
		return nil, p
	}
	f := &modelFile{Models: m, path: path, data: data, steps: map[string][]model.Step{}, problems: problems(result.Problems)}
	for i := range f.problems {
		if f.problems[i].File == "" {
			f.problems[i].File = path
		}
	}
	if err := f.take(&result); err != nil {
		return nil, m.x.wrong("of %s: %v", path, err)
	}
	return f, nil
}

func (f *modelFile) take(result *wire.ModelResult) error {
	if len(result.Elements) > maxElements || len(result.Services) > maxElements {
		return fmt.Errorf("it has %d elements and %d services; at most %d are read", len(result.Elements), len(result.Services), maxElements)
	}
	steps := counter{}
	services := map[string]*model.Service{}
	f.services = make([]model.Service, len(result.Services))
	for i := range result.Services {
		w, s := &result.Services[i], &f.services[i]
		if w.ID == "" || services[w.ID] != nil {
			return fmt.Errorf("service %d has no id, or one that is there already: %q", i+1, safe.Line(w.ID))
		}
		*s = model.Service{SEFF: w.ID, Name: safe.Line(w.Name), Component: safe.Line(w.Component), Line: max(0, w.Line)}
		for at, input := range w.Inputs {
			s.Inputs = append(s.Inputs, model.Input{Name: input.Name, Index: at, Type: input.Type})
		}
		services[w.ID] = s
		var err error
		if f.steps[w.ID], err = steps.read(w.Steps, 0); err != nil {
			return fmt.Errorf("service %q: %w", safe.Line(w.ID), err)
		}
	}
	known := map[string]bool{}
	for i := range result.Elements {
		w := &result.Elements[i]
		s := services[w.Service]
		if w.ID == "" || known[w.ID] || s == nil {
			return fmt.Errorf("element %d has no id or service, or an id that is there already: %q", i+1, safe.Line(w.ID))
		}
		e, err := measurable(w, s)
		if err != nil {
			return fmt.Errorf("element %q: %w", safe.Line(w.ID), err)
		}
		known[w.ID] = true
		f.elements = append(f.elements, e)
	}
	return nil
}

func measurable(w *wire.ModelElement, s *model.Service) (e model.Element, err error) {
	e = model.Element{
		ID: model.ElementID(w.ID), PCMID: w.Step, Name: safe.Line(w.Name), Component: s.Component, Service: s.Name, SEFF: s.SEFF,
		Old: safe.Line(w.Value), Inputs: s.Inputs, Line: max(0, w.Line),
	}
	if err := e.Kind.UnmarshalText([]byte(w.Kind)); err != nil {
		return e, err
	}
	if w.ID != safe.Line(w.ID) || len(w.ID) > 1000 || w.Step == "" {
		return e, errors.New("its id holds what cannot be printed, or its step has none")
	}
	switch e.Kind {
	case model.InternalAction:
		e.Resource = model.Resource{Name: safe.Line(w.Resource)}
	case model.Loop:
		e.Body = w.Body
	case model.CallParameter:
		e.Callee, e.Position = safe.Line(w.Callee), w.Position
		if e.Argument, err = model.ParseVariable(w.Argument); err != nil {
			return e, err
		}
	case model.Branch:
		if len(w.Transitions) < 2 {
			return e, errors.New("a branch has two transitions or more")
		}
		for _, t := range w.Transitions {
			o := model.Option{ID: t.ID, Name: safe.Line(t.Name), Behaviour: t.Behaviour, Guarded: t.Probability == nil, Condition: safe.Line(t.Guard)}
			if t.Probability != nil {
				o.Probability = *t.Probability
			}
			e.Branches = append(e.Branches, o)
		}
	default:
	}
	return e, nil
}

var stepKinds = map[string]model.StepKind{
	"internal": model.StepInternal, "call": model.StepCall, "loop": model.StepLoop, "branch": model.StepBranch, "other": model.StepOther,
}

type counter struct{ steps int }

func (c *counter) read(list []wire.ModelStep, depth int) (steps []model.Step, err error) {
	for i := range list {
		w := &list[i]
		kind, ok := stepKinds[w.Kind]
		if c.steps++; !ok || depth > maxBlocks || c.steps > maxElements {
			return nil, fmt.Errorf("its step of kind %q lies more than %d deep, or there are more than %d", safe.Line(w.Kind), maxBlocks, maxElements)
		}
		s := model.Step{ID: w.ID, Name: safe.Line(w.Name), Kind: kind, Callee: safe.Line(w.Callee)}
		for _, inner := range w.Inner {
			b := model.Behaviour{ID: inner.ID}
			if b.Steps, err = c.read(inner.Steps, depth+1); err != nil {
				return nil, err
			}
			s.Inner = append(s.Inner, b)
		}
		steps = append(steps, s)
	}
	return steps, nil
}
