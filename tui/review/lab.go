package review

import (
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/evidence"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// lab tries a person's expression on what was measured, while it is written.
type lab struct {
	env  *screen.Env
	feed *live.Feed
	text string // that is tried
}

// try asks what a text says of the measurements.
func (l *lab) try(e *run.ElementState, expression string) tea.Cmd {
	if l.text = expression; expression == "" {
		return nil
	}
	return l.feed.WantAspect(e.ID, run.Aspect{Text: expression})
}

// own is what was found of the latest text; nil: nothing yet. Of a text that has
// no value the curve before stays, so that the picture does not flicker with each
// key.
func (l *lab) own(e *run.ElementState) (d *run.Detail, newest bool) {
	d, aspect, err := l.feed.Aspect(e.ID)
	if err != nil || d == nil || d.Own == nil {
		return nil, false
	}
	return d, aspect.Text == l.text
}

// facts compare the text with the best expression.
func (l *lab) facts(e *run.ElementState, width int) []string {
	th := l.env.Theme
	d, newest := l.own(e)
	switch {
	case d == nil || !newest:
		return evidence.Fact(th, "Yours", th.Muted.Render("…"), width, 1)
	case d.Own.Problem != "":
		return evidence.Fact(th, "Yours", th.Muted.Render("cannot be tried: "+text.Safe(d.Own.Problem)), width, 2)
	}
	yours := &run.Proposed{Error: d.Own.Error}
	lines := evidence.Fact(th, "Yours", th.Strong.Render(fmt.Sprintf("error %s · size %d", words.ErrorOf(yours), d.Own.Size))+residual(d, func(i int) *float64 { return d.Own.Values[i] }), width, 3)
	if e.Best != nil {
		lines = append(lines, evidence.Fact(th, "Best", fmt.Sprintf("error %s · size %d", words.ErrorOf(e.Best), e.Best.Size)+residual(d, func(i int) *float64 { return d.Points[i].P }), width, 3)...)
	}
	return lines
}

// residual says how far single measurements lie from what is said of them: the
// middle one, and where nine in ten are nearer.
func residual(d *run.Detail, said func(int) *float64) string {
	if len(d.Categories) > 0 || d.Own == nil || len(d.Own.Values) != len(d.Points) {
		return ""
	}
	var off, far []float64
	for i := range d.Points {
		if p := said(i); p != nil && *p != 0 {
			off = append(off, d.Points[i].Y / *p - 1)
			far = append(far, math.Abs(d.Points[i].Y / *p - 1))
		}
	}
	if len(off) < 2 {
		return ""
	}
	slices.Sort(off)
	slices.Sort(far)
	middle := off[len(off)/2]
	return fmt.Sprintf(" · residuals %s, p90 %s", quantity.Signed(middle), quantity.Percent(far[(len(far)-1)*9/10]))
}

// legend explains the marks of the picture.
func (l *lab) legend(e *run.ElementState) string {
	d, _ := l.own(e)
	if d == nil {
		return evidence.Legend(l.env.Theme, l.feed, e)
	}
	return evidence.LegendOf(l.env.Theme, d, e)
}

// picture draws the text's curve in front of the best one; without one, what is known of the element.
func (l *lab) picture(e *run.ElementState, width, height int) []string {
	if d, _ := l.own(e); d != nil {
		return evidence.PictureOf(l.env, d, nil, e, width, height)
	}
	return evidence.Picture(l.env, l.feed, e, width, height)
}
