package evidence

import (
	"cmp"
	"fmt"
	"math"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/live"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// mostRanges is how many fitted numbers get a line.
const mostRanges = 3

// examined is what is known of a proposal; nil: nothing (yet).
func examined(feed *live.Feed, e *run.ElementState, proposal int) *run.Evidence {
	d, err := feed.Detail(e.ID)
	if err != nil || d == nil || proposal >= len(d.Evidence) {
		return nil
	}
	return &d.Evidence[proposal]
}

// Errors are those on the points a proposal was fitted to, and on points it
// did not see; of probabilities how sure they are.
func Errors(th *theme.Theme, feed *live.Feed, e *run.ElementState, proposal, width int) []string {
	x := examined(feed, e, proposal)
	if x == nil {
		return nil
	}
	if x.Brier != nil {
		return decisions(th, e, x, width)
	}
	return errors(th, x, width)
}

// errors are one line of a number, and of a decision another one of what always
// saying the most frequent choice would miss.
func errors(th *theme.Theme, x *run.Evidence, width int) []string {
	cells := func(a, b, c string) string { return text.Right(a, 6) + text.Right(b, 10) + text.Right(c, 9) }
	row := func(name string, of run.Errors, show func(*float64) string) []string {
		return Fact(th, name, cells(show(of.Training), show(of.Validation), show(of.Extrapolation)), width, 1)
	}
	own := run.Errors{Training: x.Training, Validation: x.Validation, Extrapolation: x.Extrapolation}
	lines := Fact(th, "Error on", th.Muted.Render(cells("fitted", "left out", "largest")), width, 1)
	switch {
	case x.Brier != nil: // what is said is the most frequent choice
		lines = append(lines, row("majority", own, share)...)
		return append(lines, row("Brier", *x.Brier, score)...)
	case x.Frequent != nil:
		lines = append(lines, row("", own, share)...)
		return append(lines, row("majority", *x.Frequent, share)...)
	}
	return append(lines, row("", own, share)...)
}

// Examined is what more there is to trust or distrust a proposal by.
func Examined(th *theme.Theme, feed *live.Feed, e *run.ElementState, proposal, width int) []string {
	x := examined(feed, e, proposal)
	if x == nil {
		return nil
	}
	var lines []string
	if x.Brier != nil {
		lines = errors(th, x, width)
	} else if len(x.Transitions) > 0 {
		lines = decisions(th, e, x, width)
	}
	if x.Against != "" {
		lines = append(lines, Fact(th, "Lead", text.Safe(x.Against), width, 1)...)
	}
	if e.Kind == model.InternalAction {
		for i, r := range x.Intervals {
			if i == mostRanges {
				break
			}
			name := ""
			if i == 0 {
				name = "90 % in"
			}
			lines = append(lines, Fact(th, name, fmt.Sprintf("%s … %s", text.Fit(quantity.Short(r.Low), 9), quantity.Short(r.High)), width, 1)...)
		}
	}
	return append(lines, Fact(th, "From", fmt.Sprintf("%s, %s", quantity.Plural(x.Rows, "observation", "observations"), quantity.Plural(x.Points, "distinct input", "distinct inputs")), width, 1)...)
}

// mostTransitions is how many transitions of a branch get a line.
const mostTransitions = 4

// decisions are how often each transition was taken, and what the proposal says
// of these: a guard is right or wrong, a probability near the share or not.
func decisions(th *theme.Theme, e *run.ElementState, x *run.Evidence, width int) []string {
	chance := x.Brier != nil
	name := 5
	for _, o := range e.Branches {
		name = max(name, text.Width(text.Safe(cmp.Or(o.Name, o.ID))))
	}
	name = min(name, max(5, width-label-20))
	row := func(a, b, c string) string { return text.Fit(a, name) + text.Right(b, 8) + text.Right(c, 12) }
	last := "of these ok"
	if chance {
		last = "90 % within"
	}
	lines := Fact(th, "Decided", th.Muted.Render(row("", "taken", last)), width, 1)
	for i, t := range x.Transitions {
		if i > len(e.Branches) || i == mostTransitions {
			break
		}
		called := "none of them" // the model has no transition for it
		if i < len(e.Branches) {
			called = text.Safe(cmp.Or(e.Branches[i].Name, e.Branches[i].ID))
		}
		said := quantity.Count(int64(math.Round(t.Right)))
		if chance {
			said = fmt.Sprintf("%.2f…%.2f", t.Low, t.High)
		}
		lines = append(lines, Fact(th, "", row(called, quantity.Count(int64(math.Round(t.Taken))), said), width, 1)...)
	}
	return lines
}

// share is a share as a percentage, or that it is unknown.
func share(x *float64) string {
	if x == nil {
		return quantity.None
	}
	return quantity.Percent(*x)
}

// score is a distance between probabilities and what was decided.
func score(x *float64) string {
	if x == nil {
		return quantity.None
	}
	return fmt.Sprintf("%.2f", *x)
}
