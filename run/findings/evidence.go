package findings

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"beagle/blackboard"
	"beagle/control"
	"beagle/internal/quantity"
	"beagle/judge"
	"beagle/model"
	"beagle/run"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
)

const (
	examined = 3 // proposals, best first
	within   = 1500 * time.Millisecond
)

type examination struct {
	version  uint64
	evidence []run.Evidence
}

// examiner works out the evidence for what is shown of elements.
type examiner struct {
	board *blackboard.Board
	data  *control.Prepared
	rate  float64 // processing rate of the model
	mu    sync.Mutex
	known map[model.ElementID]examination
}

func (x *examiner) examine(ctx context.Context, e *model.Element, now func(*model.Element) line) []run.Evidence {
	x.mu.Lock()
	defer x.mu.Unlock()
	l := now(e)
	if known, ok := x.known[e.ID]; ok && known.version == l.version {
		return known.evidence
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	proposals, grades := x.board.Proposals(e.ID), x.board.Judgement(e.ID).Grades
	var all []run.Evidence
	for place, i := range l.order {
		if place == examined || i >= len(proposals) {
			break
		}
		why, err := explain(ctx, x.data.Data(e), &proposals[i])
		if err != nil {
			break // it cannot be evaluated, and was refused with words by the judge
		}
		if x.rate != 1 {
			why.Intervals = nil // of seconds: they are not the numbers of the text
		}
		shown := evidenceOf(why, against(l.order, place, proposals, grades))
		all = append(all, shown)
	}
	x.known[e.ID] = examination{l.version, all}
	return all
}

func explain(ctx context.Context, data *dataset.Data, p *blackboard.Proposal) (judge.Explanation, error) {
	switch {
	case len(p.Branches) > 0:
		return judge.ExplainBranch(ctx, data, p.Branches)
	case p.Expression != nil:
		return judge.Explain(ctx, data, p.Expression)
	default:
		return judge.Explanation{}, errors.New("the proposal says nothing")
	}
}

func evidenceOf(x judge.Explanation, against string) run.Evidence {
	out := run.Evidence{
		Rows: x.Observations, Points: x.Points, Against: against,
		Training: model.Known(x.Training), Validation: model.Known(x.Validation), Extrapolation: model.Known(x.Extrapolation),
		Frequent: ErrorsOf(x.Frequent), Brier: ErrorsOf(x.Brier), Mean: MeanOf(x.Mean),
	}
	for _, i := range x.Intervals {
		out.Intervals = append(out.Intervals, run.Interval{Value: run.Finite(i.Value), Low: run.Finite(i.Low), High: run.Finite(i.High)})
	}
	for _, t := range x.Transitions {
		out.Transitions = append(out.Transitions, run.TransitionEvidence(t))
	}
	return out
}

// MeanOf is how the mean of an element relates to its expression.
func MeanOf(m *calibration.Mean) *run.Mean {
	if m == nil {
		return nil
	}
	out := &run.Mean{
		Ratio: run.Finite(m.Ratio), Low: run.Finite(m.Low), High: run.Finite(m.High), Largest: run.Finite(m.Largest),
		Calibrated: m.Calibrated, Varies: m.Varies, Settled: m.Settled, Early: early(m), Observations: m.Observations,
	}
	for _, r := range m.Regions {
		out.Regions = append(out.Regions, run.MeanRegion{From: run.Finite(r.From), To: run.Finite(r.To), Ratio: run.Finite(r.Ratio), Low: run.Finite(r.Low), High: run.Finite(r.High)})
	}
	return out
}

// early is how many times as long the first halves took, where they do not count.
func early(m *calibration.Mean) float64 {
	if !m.Settled {
		return 0
	}
	return run.Finite(m.Early)
}

// against says why the proposal at a place won or lost.
func against(order []int, place int, proposals []blackboard.Proposal, grades []blackboard.Grade) string {
	rival := 0
	if place == 0 {
		for rival = 1; rival < len(order) && max(order[rival], order[0]) < len(proposals) && judge.Same(proposals[order[rival]], proposals[order[0]]); rival++ {
			continue // the same form with other numbers is no rival
		}
	}
	if rival >= len(order) {
		return "nothing else was proposed"
	}
	if order[place] >= len(grades) || order[rival] >= len(grades) {
		return ""
	}
	own, other := grades[order[place]].Fitness, grades[order[rival]].Fitness
	distance := math.Abs(other - own)
	switch {
	case math.IsNaN(distance) || math.IsInf(own, 0):
		return ""
	case math.IsInf(other, 0):
		return "won: all others were refused"
	case place > 0:
		return "behind: the best is " + odds(distance)
	case distance < 2:
		return "weak: " + odds(distance) + " as the next"
	}
	return "clear: " + odds(distance) + " as the next"
}

// odds are how many times as likely the better of two expressions is, whose fitness differs by so many nats.
func odds(nats float64) string {
	const most = 1000 // larger odds say nothing more
	if nats > math.Log(most) {
		return fmt.Sprintf("more than %d times as likely", most)
	}
	return quantity.Short(math.Exp(nats)) + " times as likely"
}

// ErrorsOf are errors that may be unknown; nil of none.
func ErrorsOf(x *judge.Errors) *run.Errors {
	if x == nil {
		return nil
	}
	return &run.Errors{Training: model.Known(x.Training), Validation: model.Known(x.Validation), Extrapolation: model.Known(x.Extrapolation)}
}
