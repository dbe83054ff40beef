package evidence

import (
	"fmt"

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
// did not see.
func Errors(th *theme.Theme, feed *live.Feed, e *run.ElementState, proposal, width int) []string {
	x := examined(feed, e, proposal)
	if x == nil {
		return nil
	}
	cells := func(a, b, c string) string { return text.Right(a, 6) + text.Right(b, 10) + text.Right(c, 9) }
	lines := Fact(th, "Error on", th.Muted.Render(cells("fitted", "left out", "largest")), width, 1)
	return append(lines, Fact(th, "", cells(share(x.Training), share(x.Validation), share(x.Extrapolation)), width, 1)...)
}

// Examined is what more there is to trust or distrust a proposal by.
func Examined(th *theme.Theme, feed *live.Feed, e *run.ElementState, proposal, width int) []string {
	x := examined(feed, e, proposal)
	if x == nil {
		return nil
	}
	var lines []string
	if x.Against != "" {
		lines = append(lines, Fact(th, "Rivals", text.Safe(x.Against), width, 1)...)
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
			lines = append(lines, Fact(th, name, fmt.Sprintf("%s … %s", text.Fit(text.Short(r.Low), 9), text.Short(r.High)), width, 1)...)
		}
	}
	return append(lines, Fact(th, "From", fmt.Sprintf("%s at %s", text.Plural(x.Rows, "row", "rows"), text.Plural(x.Points, "point", "points")), width, 1)...)
}

func share(x *float64) string {
	if x == nil {
		return text.None
	}
	return text.Percent(*x)
}
