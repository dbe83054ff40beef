package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/statistics/dataset"
)

// Evidence is how well a proposal stands examination: what a person needs to
// trust or distrust it. Errors are medians of relative errors; nil: too few
// points to say.
type Evidence struct {
	Rows          int        `json:"rows"`   // that were kept and used, without warm-up and holes
	Points        int        `json:"points"` // distinct parameterisations among them
	Training      *float64   `json:"training,omitempty"`
	Validation    *float64   `json:"validation,omitempty"`    // points predicted by fits to other points
	Extrapolation *float64   `json:"extrapolation,omitempty"` // the fifth with the largest predictions, predicted from the rest
	Intervals     []Interval `json:"intervals,omitempty"`     // of the fitted numbers, in the order of the text
	Against       string     `json:"against,omitempty"`       // how it stands beside its rivals

	// Of decisions, whose errors are the shares that are said wrongly; what is left
	// out is foretold by rules learnt from the rest.
	Frequent    *Errors              `json:"frequent,omitempty"`    // of always saying the most frequent choice
	Brier       *Errors              `json:"brier,omitempty"`       // of probabilities: half of Brier's score
	Transitions []TransitionEvidence `json:"transitions,omitempty"` // of a branch, in the element's order
}

// Errors are those on all data, on inputs that were left out, and on the largest
// fifth, foretold from the rest; nil: too few points to say.
type Errors struct {
	Training      *float64 `json:"training"`
	Validation    *float64 `json:"validation"`
	Extrapolation *float64 `json:"extrapolation"`
}

// ErrorsOf are errors that may be unknown; nil of none.
func ErrorsOf(x *judge.Errors) *Errors {
	if x == nil {
		return nil
	}
	return &Errors{known(x.Training), known(x.Validation), known(x.Extrapolation)}
}

// TransitionEvidence is how often a branch transition was taken, how often the
// proposal says so, and where its share of all executions lies with a
// probability of 90 %.
type TransitionEvidence struct {
	Taken float64 `json:"taken"`
	Right float64 `json:"right"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Interval is where a fitted number lies with a probability of 90 %.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Bounds of what an examination may cost.
const (
	examined  = 3 // proposals, best first
	within    = 1500 * time.Millisecond
	clearlyOK = 10 // nats: odds of more than 20,000 to 1
)

// examination is the evidence for a state of an element.
type examination struct {
	version  uint64
	evidence []Evidence
}

// examine is the evidence for the first proposals of an element, as they are
// shown. It is worked out once for every state of an element, one at a time,
// and without the locks that the engine needs.
func (f *findings) examine(e *model.Element) []Evidence {
	f.examining.Lock()
	defer f.examining.Unlock()
	f.mu.Lock()
	l := f.line(e)
	f.mu.Unlock()
	if known, ok := f.examined[e.ID]; ok && known.version == l.version {
		return known.evidence
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	proposals, grades := f.board.Proposals(e.ID), f.board.Judgement(e.ID).Grades
	var all []Evidence
	for place, i := range l.order {
		if place == examined || i >= len(proposals) {
			break
		}
		x, err := explain(ctx, f.data.Data(e), &proposals[i])
		if err != nil {
			break // it cannot be evaluated, and was refused with words by the judge
		}
		if f.rate() != 1 {
			x.Intervals = nil // of seconds: they are not the numbers of the text
		}
		shown := evidenceOf(x, against(l.order, place, proposals, grades))
		if e.Kind.Noisy() {
			widen(shown.Intervals, f.board.Scatter(e.ID).HalfWidth)
		}
		all = append(all, shown)
	}
	f.examined[e.ID] = examination{l.version, all}
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

func evidenceOf(x judge.Explanation, against string) Evidence {
	out := Evidence{
		Rows: x.Observations, Points: x.Points, Against: against,
		Training: known(x.Training), Validation: known(x.Validation), Extrapolation: known(x.Extrapolation),
		Frequent: ErrorsOf(x.Frequent), Brier: ErrorsOf(x.Brier),
	}
	for _, i := range x.Intervals {
		out.Intervals = append(out.Intervals, Interval{finite(i.Value), finite(i.Low), finite(i.High)})
	}
	for _, t := range x.Transitions {
		out.Transitions = append(out.Transitions, TransitionEvidence(t))
	}
	return out
}

// known is nil for what is not a number.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// against says why the proposal at a place won or lost: the distance in
// description length to the one it has to be compared with.
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
		return fmt.Sprintf("lost by %.1f nats to the best", distance)
	case distance < 2:
		return fmt.Sprintf("barely won: %.1f nats before the next", distance)
	case distance < clearlyOK:
		return fmt.Sprintf("won by %.1f nats", distance)
	}
	return fmt.Sprintf("won clearly, by %.0f nats", distance)
}
