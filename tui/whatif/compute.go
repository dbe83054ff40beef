package whatif

import (
	"context"
	"errors"
	"math"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/predict"
	"beagle/run"
)

// What an answer may cost, so that it follows the keys.
const (
	stepsNow   = 120_000    // operations for the present load
	stepsPoint = 50_000     // for each other point of the curve
	stepsMost  = 50_000_000 // where one run has so many that these say no mean; some seconds
	points     = 10
	most       = 0.95 // of the load at which an open workload overloads
)

// side is a setting and what is predicted for it.
type side struct {
	question predict.Question
	answer   *predict.Answer
	problem  string // why there is no answer
	curve    []run.Point
	whole    bool // the curve is
}

// prediction is a part of what a computation found: first the answer, then point by
// point.
type prediction struct {
	number int // of the computation
	side   side
	next   func() tea.Msg // the rest; nil: this is the end
}

// compute predicts in the background, until the context ends.
func compute(ctx context.Context, number int, q predict.Question) tea.Cmd {
	q = copied(q)
	return func() tea.Msg {
		s := side{question: q}
		now := q
		now.Steps, now.Precision = stepsNow, 0.01
		a, err := known(ctx, now)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && (!errors.Is(err, predict.ErrRefused) || !a.Overloaded()):
			s.problem, s.whole = reason(a, err), true
			return prediction{number: number, side: s}
		}
		s.answer = a
		loads := loadsOf(&q, a)
		return prediction{number, s, func() tea.Msg { return further(ctx, number, s, loads) }}
	}
}

// known predicts with more operations, four times as many again, until there is a mean: of
// usage scenarios whose runs have a hundred thousand operations, as those of tests do, too few
// runs have ended else to be past the start of a simulation.
func known(ctx context.Context, q predict.Question) (a *predict.Answer, err error) {
	for {
		a, err = predict.Predict(ctx, q)
		if err != nil || ctx.Err() != nil || q.Steps >= stepsMost || !tooFew(a) {
			return a, err
		}
		q.Steps = min(4*q.Steps, stepsMost)
	}
}

// tooFew reports whether too few runs of the first scenario ended to know its mean.
func tooFew(a *predict.Answer) bool {
	return len(a.Scenarios) > 0 && a.Scenarios[0].Mean == nil && !a.Scenarios[0].Unknown && !a.Overloaded()
}

// reason is why nothing is predicted.
func reason(a *predict.Answer, err error) string {
	if a != nil && errors.Is(err, predict.ErrRefused) {
		for _, p := range a.Problems {
			if p.Severity == model.Error {
				return withHint(p)
			}
		}
	}
	var p model.Problem
	if errors.As(err, &p) {
		return withHint(p)
	}
	return err.Error()
}

// withHint is a problem with what to do.
func withHint(p model.Problem) string {
	if p.Hint == "" {
		return p.Error()
	}
	return p.Error() + "\n→ " + p.Hint
}

// loadsOf are the loads of the curve: from one user to some more than keep the
// bottleneck busy, or up to where the workload overloads.
func loadsOf(q *predict.Question, a *predict.Answer) (loads []float64) {
	if q.Change.Rate > 0 {
		highest := 4 * q.Change.Rate
		if b := a.Bottleneck(); b != nil && b.Busy() > 0 {
			highest = q.Change.Rate / b.Busy()
			if b.Offered != nil && *b.Offered > 0 {
				highest = q.Change.Rate / *b.Offered
			}
		}
		for i := range points {
			share := math.Max(0.01, float64(i)/(points-1)) // nearly idle, so that the curve begins at the axis
			loads = append(loads, most*highest*share)
		}
		return loads
	}
	users := float64(q.Change.Users)
	highest := math.Max(8, 2*users)
	if b := a.Bottleneck(); b != nil && b.Busy() > 0 { // half as many again as keep it busy
		highest = math.Max(highest, math.Min(1.5*users/b.Busy(), 20*users))
	}
	for i := range points {
		at := math.Round(math.Pow(highest, float64(i)/(points-1)))
		if n := len(loads); n == 0 || at > loads[n-1] {
			loads = append(loads, at)
		}
	}
	return loads
}

// further adds the next point of the curve.
func further(ctx context.Context, number int, s side, loads []float64) tea.Msg {
	if len(loads) == 0 || ctx.Err() != nil {
		return nil
	}
	q := copied(s.question)
	q.Steps, q.Precision = stepsPoint, 0.02
	if q.Change.Rate > 0 {
		q.Change.Rate = loads[0]
	} else {
		q.Change.Users = int(loads[0])
	}
	mean := meanOf(ctx, q)
	if ctx.Err() != nil {
		return nil
	}
	s.curve = append([]run.Point(nil), s.curve...)
	if mean != nil {
		s.curve = append(s.curve, run.Point{X: loads[0], Y: *mean})
	}
	s.whole = len(loads) == 1
	rest := prediction{number: number, side: s}
	if !s.whole {
		rest.next = func() tea.Msg { return further(ctx, number, s, loads[1:]) }
	}
	return rest
}

// meanOf is the mean response time of the first scenario; nil: it is not known.
func meanOf(ctx context.Context, q predict.Question) *float64 {
	a, err := known(ctx, q)
	if err != nil || len(a.Scenarios) == 0 {
		return nil
	}
	return a.Scenarios[0].Mean
}
