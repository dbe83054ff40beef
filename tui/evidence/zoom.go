package evidence

import (
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/plot"
	"beagle/tui/screen"
	"beagle/tui/table"
	"beagle/tui/text"
	"beagle/tui/words"
)

// look is one way to look at what was measured.
type look int

const (
	overInput look = iota // measured over the input that matters most
	against               // measured against predicted: on the diagonal where the expression is right
	residuals             // measured less predicted, over the input
	spread                // how often which value was measured
	bySecond              // measured over the input, apart by low, middle and high values of a second one
	looks
)

// String names the view in the notice that is shown when it changes.
func (l look) String() string {
	return [...]string{"measured over the input", "measured against predicted", "residuals: measured less predicted", "how often which value was measured", "measured over the input, by a second input"}[l]
}

func (l look) line() string {
	return [...]string{"best expression", "predicted = measured", "no difference", "", "best expression"}[l]
}

// Zoom is the picture of an element on the whole screen, with what is known of
// the element below it.
type Zoom struct {
	screen.Base
	env     *screen.Env
	feed    *live.Feed
	element func() *run.ElementState  // the chosen one; nil: it is gone
	move    func(keys.Action) tea.Cmd // chooses another one
	leave   func() tea.Cmd

	look       look
	aspect     run.Aspect // another input
	logX, logY bool
	whole      bool // the scale reaches to the farthest point
	rivals     bool // other proposals are drawn, too
	scroll     screen.Scroll
}

// NewZoom is the picture of the element that a list has chosen.
func NewZoom(env *screen.Env, feed *live.Feed, element func() *run.ElementState, move func(keys.Action) tea.Cmd, leave func() tea.Cmd) *Zoom {
	return &Zoom{env: env, feed: feed, element: element, move: move, leave: leave}
}

// Update asks for the element again while a run goes on.
func (z *Zoom) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(live.Changed); ok {
		return z.want()
	}
	return nil
}

// want asks for what the picture is to show.
func (z *Zoom) want() tea.Cmd {
	if e := z.element(); e != nil {
		if z.aspect == (run.Aspect{}) {
			return z.feed.Want(e.ID)
		}
		return z.feed.WantAspect(e.ID, z.aspect)
	}
	return nil
}

// detail is what is known of the element, looked at as was asked; until that is
// known, as it was looked at before.
func (z *Zoom) detail(e *run.ElementState) (*run.Detail, error) {
	if z.aspect != (run.Aspect{}) {
		if d, _, err := z.feed.Aspect(e.ID); d != nil {
			return d, err
		}
	}
	return z.feed.Detail(e.ID)
}

// known is the detail where there is one, else an empty one.
func (z *Zoom) known() *run.Detail {
	if e := z.element(); e != nil {
		if d, err := z.detail(e); err == nil && d != nil {
			return d
		}
	}
	return &run.Detail{}
}

// Scopes are the bindings of the picture.
func (z *Zoom) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.Picture, keys.Moving, keys.Everywhere}
}

// Footer names what changes the picture.
func (z *Zoom) Footer() []keys.Action {
	return []keys.Action{keys.View, keys.Axis, keys.Rivals, keys.Rows, keys.Right, keys.Back, keys.LogX, keys.LogY, keys.Scale, keys.Down, keys.Help, keys.Leave}
}

// Word says that rows are lines of text here.
func (z *Zoom) Word(action keys.Action) string { return z.scroll.Word(action) }

// Where says which lines are seen.
func (z *Zoom) Where() string { return z.scroll.Where() }

// Off says where an axis has nothing to scale.
func (z *Zoom) Off(action keys.Action) string {
	e := z.element()
	switch {
	case action == keys.Rows && (z.feed.Rows == nil || e == nil):
		return "the measurements cannot be read here"
	case action == keys.Axis && len(z.known().Variables) < 2:
		return "there is only one input"
	case action == keys.Axis && z.look != overInput && z.look != residuals && z.look != bySecond:
		return "this picture is not over an input; v shows another one"
	case action == keys.Rivals && (len(z.known().Rivals) == 0 || z.look != overInput):
		return "there is no curve of another proposal here"
	case action == keys.LogX && z.look == spread, action == keys.LogY && z.look == spread:
		return "bars have no such axis; v shows another picture"
	case action == keys.LogY && z.look == residuals:
		return "residuals lie around zero"
	case action == keys.LogY && e != nil && !z.numeric(e):
		return "the values are no numbers"
	}
	return ""
}

func (z *Zoom) numeric(e *run.ElementState) bool {
	d, err := z.detail(e)
	return err == nil && d != nil && len(d.Categories) == 0
}

// Title names what is seen.
func (z *Zoom) Title() (left, right string) {
	right = z.look.String()
	if e := z.element(); z.look == spread && e != nil {
		right += spreadOf(z.known(), e, Paint{}).Note()
	}
	return "picture", right
}

// Act changes the picture, or goes on to another element.
func (z *Zoom) Act(action keys.Action) tea.Cmd {
	if z.scroll.Move(action) {
		return nil
	}
	switch action {
	case keys.Back:
		return z.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return z.leave()
	case keys.View:
		z.look = (z.look + 1) % looks
		if z.aspect.Sliced = z.look == bySecond; z.aspect.Sliced {
			return z.want()
		}
	case keys.LogX:
		z.logX = !z.logX
	case keys.LogY:
		z.logY = !z.logY
	case keys.Axis:
		d := z.known()
		z.aspect.Axis = d.Variables[(slices.Index(d.Variables, d.Axis)+1)%len(d.Variables)]
		return z.want()
	case keys.Rivals:
		z.rivals = !z.rivals
	case keys.Rows:
		e, id := z.element(), z.feed.Run.ID()
		return z.env.Go(screen.Open{Screen: table.Rows(z.env, words.Name(&e.Element), func() ([][]string, error) {
			rows, err := z.feed.Rows(id, e.ID)
			if err == nil && len(rows) > 0 && e.Kind == model.InternalAction {
				if at := slices.Index(rows[0], "value"); at >= 0 {
					rows[0][at] = "value (s)"
				}
			}
			return rows, err
		}, z.leave)})
	case keys.Scale:
		z.whole = !z.whole
	case keys.Left, keys.Right:
		z.scroll, z.aspect = screen.Scroll{}, run.Aspect{}
		to := keys.Up
		if action == keys.Right {
			to = keys.Down
		}
		return z.move(to)
	default: // nothing else is special here
	}
	return nil
}

// Body is the picture, and below it the text, which scrolls.
func (z *Zoom) Body(width, height int) []string {
	th, e := z.env.Theme, z.element()
	if e == nil {
		return text.Pad([]string{"", th.Muted.Render("  this element is gone; esc goes back")}, height)
	}
	facts := append(Fact(th, "Old", words.Old(&e.Element), width, 2), Yours(th, z.feed, e, width)...)
	facts = append(facts, Facts(th, z.feed, e, width)...)
	line := z.look.line()
	if z.rivals && z.look == overInput {
		line += "   ┄ " + quantity.Plural(len(z.known().Rivals), "rival", "rivals")
	}
	tall := max(height*3/5, height-len(facts)-3)
	legend := legendOf(th, line)
	if z.look == overInput && !z.overlaid() {
		legend = Legend(th, z.feed, e)
	}
	lines := append([]string{withLegend(th, e, width, legend)}, z.picture(e, width, tall)...)
	rest := max(0, height-len(lines)-1)
	return text.Pad(append(append(lines, ""), z.scroll.Shown(facts, rest)...), height)
}

// overlaid reports whether a person asked for more than the picture that says most: other
// scales, another input, or rivals.
func (z *Zoom) overlaid() bool {
	return z.logX || z.logY || z.rivals || z.aspect.Axis.Name != ""
}

// picture draws the chosen view.
func (z *Zoom) picture(e *run.ElementState, width, height int) []string {
	d, err := z.detail(e)
	if err != nil || d == nil {
		return Picture(z.env, z.feed, e, width, height)
	}
	plain := z.look == overInput && !z.overlaid()
	if figure := Figure(d, e, paint(z.env)); plain && !z.whole {
		return figure.Draw(width, height)
	}
	p := picture(d, e, paint(z.env))
	p.LogX, p.LogY, p.Noisy = z.logX, z.logY && z.numeric(e), p.Noisy && !z.whole
	if z.rivals {
		p.Others = append(p.Others, rivalsOf(d, z.env.Theme)...)
	}
	switch z.look {
	case spread:
		return spreadOf(d, e, paint(z.env)).Draw(width, height)
	case bySecond:
		return z.slices(d, p, width, height)
	case against, residuals:
		points, low, high := predicted(d.Points, z.look == residuals)
		if len(points) == 0 {
			return text.Pad([]string{"", z.env.Theme.Muted.Render("  there is no expression that says a value for what was measured")}, height)
		}
		p.Points, p.Curve, p.Others, p.Dashed = points, line(low, high, z.look == against), nil, false
		if z.look == against {
			p.X, p.XTick, p.Equal = "predicted", p.Tick, true
		} else {
			p.LogY = false
		}
	case overInput, looks:
	}
	return p.Draw(width, height)
}

// slices are pictures side by side, with one scale: low, middle and high values of the second input.
func (z *Zoom) slices(d *run.Detail, p plot.Picture, width, height int) []string {
	th := z.env.Theme
	if len(d.Slices) == 0 {
		return text.Pad([]string{"", th.Muted.Render("  There is no second input with several numbers.")}, height)
	}
	of := p
	of.Others, of.Curve = nil, nil
	for _, slice := range d.Slices {
		of.Curve = append(of.Curve, slice.Curve...)
	}
	wide := (width - 2*(len(d.Slices)-1)) / len(d.Slices)
	drawn := make([]string, height)
	for i, slice := range d.Slices {
		one := p
		one.Points, one.Curve, one.Others, one.Scaled = slice.Points, slice.Curve, nil, &of
		title := d.Second.String() + " " + quantity.Short(slice.Low)
		if slice.High > slice.Low {
			title += " to " + quantity.Short(slice.High)
		}
		panel := append([]string{th.Strong.Render(text.Cut(title, wide))}, one.Draw(wide, height-1)...)
		for row := range drawn {
			if i > 0 {
				drawn[row] += "  "
			}
			drawn[row] += text.Fit(panel[row], wide)
		}
	}
	return drawn
}

// line is the diagonal, or that of zero, in steps small enough for a logarithmic
// axis.
func line(low, high float64, diagonal bool) []run.Point {
	const steps = 400
	points := make([]run.Point, steps+1)
	for i := range points {
		points[i].X = low + (high-low)*float64(i)/steps
		if diagonal {
			points[i].Y = points[i].X
		}
	}
	return points
}

// predicted are the measured points over what the expression says of them, or
// the differences over the input; low and high are the ends of the line on
// which they would lie.
func predicted(points []run.Point, differences bool) (out []run.Point, low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, q := range points {
		if q.P == nil {
			continue
		}
		if differences {
			q.Y -= *q.P
		} else {
			q.X = *q.P
		}
		out = append(out, q)
		if low, high = min(low, q.X), max(high, q.X); !differences { // both axes are equal
			low, high = min(low, q.Y), max(high, q.Y)
		}
	}
	return out, low, high
}
