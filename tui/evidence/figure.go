package evidence

import (
	"math"

	"beagle/run"
	"beagle/tui/plot"
	"beagle/tui/screen"
	"beagle/tui/theme"
	"beagle/tui/words"
)

// Paint is how a figure looks in a terminal; the zero value is plain.
type Paint struct {
	// Point, Curve, Own and Axis style measured points, the curve, that of a person's own expression, and axes with
	// their ticks; nil: plain.
	Point, Curve, Own, Axis func(...string) string

	Block bool // quarter blocks instead of Braille
}

// paint are the colours of a picture, by what is drawn.
func paint(env *screen.Env) Paint {
	th := env.Theme
	return Paint{Point: th.Point.Render, Curve: th.Accent.Render, Own: th.Good.Render, Axis: th.Muted.Render, Block: env.Block}
}

// Figure is what says most of an element: decisions by a name or a flag as a bar
// for each value; a value that depends on nothing as how often which value was
// measured, with the interval of the constant; else the measurements over the
// input that matters most, and the curve of the best expression.
func Figure(d *run.Detail, e *run.ElementState, p Paint) plot.Figure {
	switch {
	case drawsShares(d):
		s := plot.SharesOf(d.Points, d.Levels, d.Categories)
		s.Style = p.Point
		return s
	case drawsSpread(d, e):
		return spreadOf(d, e, p)
	}
	return picture(d, e, p)
}

// drawsShares reports whether decisions by a name or a flag are drawn, as a bar for each value.
func drawsShares(d *run.Detail) bool { return len(d.Categories) > 0 && len(d.Levels) > 0 }

// drawsSpread reports whether it is drawn how often which value was measured.
func drawsSpread(d *run.Detail, e *run.ElementState) bool {
	return d.Own == nil && len(d.Categories) == 0 && len(d.Points) > 0 && constant(d, e)
}

// picture is what was measured over the input that matters most.
func picture(d *run.Detail, e *run.ElementState, p Paint) plot.Picture {
	axis := ""
	if d.Axis.Name != "" {
		axis = d.Axis.String()
	}
	f := plot.Picture{
		Points: d.Points, Curve: d.Curve, X: axis, Tick: words.Unit(&e.Element), Categories: d.Categories, Block: p.Block, Noisy: e.Kind.Noisy(),
		PointStyle: p.Point, CurveStyle: p.Curve, AxisStyle: p.Axis,
	}
	if d.Own != nil && len(d.Own.Curve) > 0 {
		f.Others, f.Dashed = []plot.Line{{Points: d.Own.Curve, Style: p.Own}}, true
	}
	if len(d.Levels) > 0 {
		f.XTick = func(x float64) string {
			if at := int(x); x == math.Trunc(x) && at >= 0 && at < len(d.Levels) {
				return d.Levels[at]
			}
			return ""
		}
	}
	return f
}

// rivalsOf are the curves of other proposals.
func rivalsOf(d *run.Detail, th *theme.Theme) (lines []plot.Line) {
	for _, rival := range d.Rivals {
		lines = append(lines, plot.Line{Points: rival.Points, Dashed: true, Style: th.Muted.Render})
	}
	return lines
}

// Against is what was measured against what the best expression says; false: it
// says no numbers.
func Against(d *run.Detail, e *run.ElementState) (plot.Figure, bool) {
	points, low, high := predicted(d.Points, false)
	if len(d.Categories) > 0 || len(points) == 0 || constant(d, e) {
		return nil, false
	}
	p := picture(d, e, Paint{})
	p.Points, p.Curve, p.X, p.XTick, p.Equal = points, line(low, high, true), "predicted", p.Tick, true
	return p, true
}

// spreadOf is how often which value was measured.
func spreadOf(d *run.Detail, e *run.ElementState, p Paint) plot.Bars {
	bars := plot.Bars{Write: words.Unit(&e.Element), Style: p.Point, Values: make([]float64, len(d.Points))}
	for i := range d.Points {
		bars.Values[i] = d.Points[i].Y
	}
	if constant(d, e) && len(d.Evidence) > 0 && len(d.Evidence[0].Intervals) == 1 {
		bars.Low, bars.High = d.Evidence[0].Intervals[0].Low, d.Evidence[0].Intervals[0].High
	}
	return bars
}

// constant reports whether the best expression is a number.
func constant(d *run.Detail, e *run.ElementState) bool {
	if d.Axis.Name == "" {
		return true
	}
	if e.Best == nil || e.Best.Size > 1 || len(d.Points) == 0 {
		return false
	}
	for _, q := range d.Points {
		if q.P == nil || d.Points[0].P == nil || *q.P != *d.Points[0].P {
			return false
		}
	}
	return true
}
