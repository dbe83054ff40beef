package validation

import (
	"fmt"
	"math"
	"strings"

	"charm.land/lipgloss/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/plot"
	"beagle/tui/text"
)

// Body is the table of services, and the chosen one in depth.
func (s *Screen) Body(width, height int) []string {
	v := s.judged()
	lines := s.table(v, width, max(2, min(len(v.Services)+1, height/3)))
	if len(v.Services) == 0 {
		return text.Pad(append(lines, s.verdict(v, width)...)[:min(height, len(lines)+len(v.Verdict))], height)
	}
	lines = append(lines, s.env.Theme.Rule.Render(strings.Repeat("─", width)))
	f := &v.Services[s.Cursor.At]
	left := height - len(lines)
	const wide = 100
	switch {
	case s.words:
		lines = append(lines, s.verdict(v, width)...)
	case width >= wide:
		half := width / 2
		lines = append(lines, text.Beside(text.Pad(s.picture(f, half, left), left), text.Pad(s.depth(f, width-half-3), left), half, width-half-3, left, s.env.Theme.Rule.Render(" │ "))...)
	default:
		depth := s.depth(f, width)
		depth = depth[:min(len(depth), max(0, left-8))]
		if n := len(depth); n > 0 && strings.Contains(depth[n-1], spendsIn) { // a heading with nothing below it
			depth = depth[:n-1]
		}
		lines = append(lines, s.picture(f, width, left-len(depth))...)
		lines = append(lines, depth...)
	}
	return text.Pad(lines[:min(len(lines), height)], height)
}

func (s *Screen) table(v *run.Validation, width, height int) []string {
	th := s.env.Theme
	name := max(8, width-55)
	row := func(service, calls, measured, predicted, off, nine, mean string) string {
		return text.Fit(service, name) + text.Right(calls, 8) + text.Right(measured, 10) + text.Right(predicted, 10) + text.Right(off, 8) + text.Right(nine, 8) + text.Right(mean, 10)
	}
	head := s.Head(th, row(" service", "calls", "measured", "predicted", "median", "p90", "bias"), width)
	return s.Draw(th, head, len(v.Services), "no service was predicted", width, height, func(i int) (string, lipgloss.Style) {
		f := &v.Services[i]
		state, style := "✓ ", th.Plain // by a sign, too: colours are not for all
		if !f.Good() {
			state, style = "! ", th.Warn
		}
		if f.Calls == 0 {
			return row(state+text.Safe(f.Service), "0", "-", "-", "-", "-", "-"), style
		}
		return row(state+text.Safe(f.Service), quantity.Count(f.Calls), quantity.Seconds(f.MeasuredMean), quantity.Seconds(f.PredictedMean), quantity.Percent(f.Error.Median), quantity.Percent(f.Error.P90), quantity.Signed(f.Bias.Value)), style
	})
}

// picture is measured against predicted, on logarithmic axes: on the line is said
// right.
func (s *Screen) picture(f *run.ServicePrediction, width, height int) []string {
	th := s.env.Theme
	if f.Calls == 0 {
		return text.Pad(text.Wrap("Can't be predicted: "+text.Safe(f.Why), width), height)
	}
	p := plot.Picture{
		X: "predicted", LogX: true, LogY: true, Equal: true, Noisy: true, Tick: quantity.Seconds, XTick: quantity.Seconds, Block: s.env.Block,
		PointStyle: th.Point.Render, CurveStyle: th.Accent.Render, AxisStyle: th.Muted.Render,
	}
	low, high := math.Inf(1), 0.0
	for _, q := range f.Points {
		p.Points = append(p.Points, run.Point{X: q.Predicted, Y: q.Measured})
		if q.Predicted > 0 && q.Measured > 0 {
			low, high = min(low, q.Predicted, q.Measured), max(high, q.Predicted, q.Measured)
		}
	}
	const steps = 200
	for i := range steps {
		if x := low * math.Pow(high/low, float64(i)/(steps-1)); low < high {
			p.Curve = append(p.Curve, run.Point{X: x, Y: x})
		}
	}
	return append([]string{th.Muted.Render(text.Cut("measured vs predicted (log scale); line = perfect prediction", width))}, p.Draw(width, height-1)...)
}

// spendsIn heads the table of what a service spends its time in.
const spendsIn = "spends time in"

// depth is where the service spends its time, and what is off.
func (s *Screen) depth(f *run.ServicePrediction, width int) (lines []string) {
	th := s.env.Theme
	add := func(words string) { lines = append(lines, text.Wrap(words, width)...) }
	if own := f.Programs(); own != "" {
		add(own)
	}
	if f.Before != nil {
		add("median error of the old model: " + quantity.Percent(f.Before.Median))
	}
	if f.Brief {
		add("hardly longer than its probes: the measured time is that of its actions")
	}
	if f.Unexplained.Finite() {
		words := share(f.Unexplained) + " of the time is in no action"
		if len(f.Gaps) > 0 {
			words += ", mostly " + lies(&f.Gaps[0])
		}
		add(words)
	}
	if f.Waited > 0 {
		add(share(f.Waited) + " of wall time is waiting outside any action (not counted)")
	}
	if starting := f.Starting(); starting != "" {
		add(starting)
	}
	if f.Scatter > 0 {
		add("noise: calls with equal inputs differ by " + share(f.Scatter) + " (median)")
	}
	if len(f.Parts) > 0 {
		name := max(8, width-30)
		lines = append(lines, th.Muted.Render(text.Cut(text.Fit(spendsIn, name)+text.Right("measured", 10)+text.Right("predicted", 10)+text.Right("of error", 10), width)))
		for _, p := range f.Parts {
			what := text.Safe(p.Name)
			if p.Call {
				what = "→ " + what
			}
			lines = append(lines, text.Fit(text.Fit(what, name)+text.Right(quantity.Seconds(p.Measured), 10)+text.Right(quantity.Seconds(p.Predicted), 10)+text.Right(quantity.Percent(p.Blame), 10), width))
		}
	}
	for _, r := range f.Range {
		if r.Low < r.High {
			add(fmt.Sprintf("%s measured from %s to %s", text.Safe(r.Input), quantity.Short(r.Low), quantity.Short(r.High)))
		}
	}
	for _, w := range f.Worst[:min(1, len(f.Worst))] {
		add(fmt.Sprintf("worst call: measured %s, predicted %s (launch %d)", quantity.Seconds(w.Measured), quantity.Seconds(w.Predicted), w.Launch))
	}
	return lines
}

func share(x model.Figure) string { return quantity.Percent(max(0, float64(x))) }

// lies is where a gap is, in words.
func lies(g *run.Gap) string {
	switch {
	case g.After == "" && g.Before == "":
		return "in all of it"
	case g.After == "":
		return "before " + text.Safe(g.Before)
	case g.Before == "":
		return "after " + text.Safe(g.After)
	}
	return "between " + text.Safe(g.After) + " and " + text.Safe(g.Before)
}

// verdict is what the model is good for, in words.
func (s *Screen) verdict(v *run.Validation, width int) (lines []string) {
	for _, words := range v.Verdict {
		for i, part := range text.Wrap(text.Safe(words), width-2) {
			if i == 0 {
				lines = append(lines, "- "+part)
			} else {
				lines = append(lines, "  "+part)
			}
		}
	}
	return lines
}
