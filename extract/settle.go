package extract

import (
	"context"
	"maps"
	"slices"

	"beagle/extract/rules"
)

// corrections bounds how often a model is corrected: where another class is bound to an interface, other services may
// be entered.
const corrections = 3

// Settled is a model as launches were, with the services that were chosen by them.
type Settled struct {
	*Result
	Choice    *Choice
	Judgement *Judgement // of the launches as if only the chosen services had been observed
}

// Settle makes the model of what launches did with all candidates.
func (r *Result) Settle(ctx context.Context, candidates *Result, did []Launched) (*Settled, error) {
	services := candidates.Services()
	asked := func(seff string) bool { return services[seff] != nil && candidates.named(services[seff]) }
	var whole []string
	if r.library() {
		whole = slices.Collect(maps.Keys(services))
	}
	for {
		s, err := r.settle(ctx, candidates, did, whole)
		if err != nil {
			return nil, err
		}
		more := s.Choice.Indivisible(s.Result, asked)
		if len(more) == 0 {
			return s, nil
		}
		whole = append(whole, more...)
	}
}

func (r *Result) settle(ctx context.Context, candidates *Result, did []Launched, whole []string) (*Settled, error) {
	s := &Settled{Result: r, Choice: candidates.Choose(did, whole...)}
	var chosen []Launched
	for _, l := range did {
		chosen = append(chosen, s.Choice.Of(l))
	}
	s.Judgement = candidates.Judge(chosen)
	parts := s.Choice.Parts
	for range corrections {
		var err error
		if s.Result, err = s.With(ctx, s.Judgement.Choices, chosen, parts); err != nil {
			return nil, err
		}
		s.Judgement = s.Judge(chosen)
		others := s.Choice.Others(s.Result)
		if !s.Judgement.Corrects && len(others) == 0 {
			break
		}
		parts.Inside = append(slices.Clip(parts.Inside), others...)
	}
	return s, nil
}

// library reports whether the program has neither a main method nor an entry point of a framework, and its components
// follow from names only.
func (r *Result) library() bool {
	return r.Guessed && slices.Contains([]string{rules.ByPackages, rules.ByCycles, rules.ByClasses}, r.Rule)
}
