package compare

import (
	"beagle/compare"
	"beagle/model"
	"beagle/tui/plot"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// curves draws what the expressions of both runs say over the input that matters most, among what the later run
// measured; nil: they are not over the same number.
func curves(env *screen.Env, e *compare.Element, width, height int) []string {
	const least = 8 // lines below which nobody can tell two curves apart
	was, now, th := e.Details[0], e.Details[1], env.Theme
	if height < least || width < 3*least || len(was.Curve) == 0 || len(now.Curve) == 0 || was.Axis != now.Axis {
		return nil
	}
	p := plot.Picture{
		Points: now.Points, Curve: now.Curve, Others: []plot.Line{{Points: was.Curve, Dashed: true, Style: th.Muted.Render}},
		X: now.Axis.String(), Tick: words.Unit(&model.Element{Kind: e.Kind}), Noisy: e.Kind.Noisy(), Block: env.Block,
		PointStyle: th.Point.Render, CurveStyle: th.Accent.Render, AxisStyle: th.Muted.Render,
	}
	legend := th.Muted.Render("┄ before   ") + th.Accent.Render("─") + th.Muted.Render(" after   ") + th.Point.Render("•") + th.Muted.Render(" measured after")
	return append([]string{text.Cut(legend, width)}, p.Draw(width, height-1)...)
}
