package whatif

import (
	"cmp"
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/predict"
	"beagle/run"
	"beagle/tui/plot"
	"beagle/tui/text"
)

// Body is what can be changed, what is predicted, and the curve over the load.
func (s *Screen) Body(width, height int) []string {
	const wide, tall = 100, 20
	s.both = width >= wide && height >= tall
	if width >= wide {
		left := min(52, width/2)
		settings := text.Pad(append(s.settings(left, height-12), s.answers(left)...), height)
		return text.Beside(settings, s.picture(width-left-3, height), left, width-left-3, height, s.env.Theme.Rule.Render(" │ "))
	}
	answers := s.answers(width)
	room := max(3, min(len(s.controls)+1+len(s.fixed(width, height)), height/3))
	lines := append(s.settings(width, room), answers...)
	if left := height - len(lines) - 1; left >= 5 {
		lines = append(append(lines, ""), s.picture(width, left)...)
	}
	return text.Pad(lines[:min(len(lines), height)], height)
}

// names are those of the answers.
var names = []string{"response time", "90th percentile", "throughput", "bottleneck", "utilisation"}

// row is a name with its value now, and that of the baseline. Values stand near the longest name.
func (s *Screen) row(name, now, beside string, width int) string {
	const value = 14
	longest := max(text.Width(s.now.responseOf()), len(names[1]))
	for i := range s.controls {
		longest = max(longest, text.Width(text.Safe(s.controls[i].name)))
	}
	for i := range s.now.question.Inputs {
		longest = max(longest, text.Width(text.Safe(s.now.question.Inputs[i].Variable.String()+fixed)))
	}
	line := text.Fit(name, min(width-2*value, 2+longest)) + text.Right(now, value)
	if s.beside != nil {
		line += text.Right(beside, value)
	}
	return text.Fit(line, width)
}

// settings are the controls with their values, and those of the setting beside.
func (s *Screen) settings(width, height int) []string {
	th := s.env.Theme
	lines := []string{th.Muted.Render(s.row("  change", "now", "baseline", width))}
	from, to := s.cursor.Window(len(s.controls), max(1, height-1))
	for i := from; i < to; i++ {
		c := &s.controls[i]
		mark, beside := "  ", ""
		if i == s.cursor.At {
			mark = "▸ "
		}
		value := c.at(&s.now.question)
		if s.typed.Typing && i == s.cursor.At {
			value = text.CutLeft(text.Safe(s.typed.Text)+"█", 12)
		}
		if s.beside != nil {
			beside = c.at(&s.beside.question)
		}
		line := s.row(mark+text.Safe(c.name), value, beside, width)
		if i == s.cursor.At {
			line = th.Chosen.Render(line)
		}
		lines = append(lines, line)
	}
	return append(lines, s.fixed(width, height-len(lines))...)
}

// fixed marks an input that keys cannot change, since it is no number.
const fixed = " (fixed)"

// fixed lists such inputs.
func (s *Screen) fixed(width, most int) (lines []string) {
	for i := range s.now.question.Inputs {
		in := &s.now.question.Inputs[i]
		if _, isNumber := number(in.Text); !isNumber && len(lines) < most {
			lines = append(lines, s.env.Theme.Muted.Render(s.row("  "+text.Safe(in.Variable.String())+fixed, text.CutLeft(text.Safe(in.Text), 12), "", width)))
		}
	}
	return lines
}

// answers are the response time, throughput and bottleneck of both settings.
func (s *Screen) answers(width int) []string {
	th := s.env.Theme
	now, beside := s.now.figures(), make([]string, len(names))
	if s.beside != nil {
		beside = s.beside.figures()
	}
	lines := []string{""}
	if s.now.problem != "" {
		for _, line := range text.Lines(text.Safe(s.now.problem)) {
			for _, part := range text.Wrap(line, width) {
				lines = append(lines, th.Bad.Render(part))
			}
		}
		return lines
	}
	for i, name := range names {
		if i == 0 {
			lines = append(lines, th.Strong.Render(s.row("  "+s.now.responseOf(), now[i], beside[i], width)))
		} else if now[i] != "" || beside[i] != "" {
			lines = append(lines, s.row("  "+name, now[i], beside[i], width))
		}
	}
	if r := s.original.Rating; r != nil {
		for _, part := range text.Wrap(text.Safe(r.String()), width-2) {
			lines = append(lines, th.Muted.Render("  "+part))
		}
	}
	if s.now.alone() {
		for _, part := range text.Wrap("One user alone: no queues, so no throughput and no bottleneck.", width-2) {
			lines = append(lines, th.Muted.Render("  "+part))
		}
	}
	if a := s.now.answer; a != nil && tooFew(a) {
		for _, part := range text.Wrap("too few runs ended within "+quantity.Count(stepsMost)+" operations; use beagle predict --steps", width-2) {
			lines = append(lines, th.Warn.Render("  "+part))
		}
	}
	if s.now.undemanding() {
		for _, part := range text.Wrap("No demand yet: learn and write the model first (beagle run).", width-2) {
			lines = append(lines, th.Warn.Render("  "+part))
		}
	}
	if a := s.now.answer; a != nil && a.Overloaded() {
		lines = append(lines, th.Bad.Render(text.Cut("  overloaded: the queue grows without limit", width)))
	}
	return append(lines, s.beyond(width)...)
}

// responseOf says what the response time is of, where several scenarios run at the same time.
func (s *side) responseOf() string {
	if a := s.answer; a != nil && len(a.Scenarios) > 1 {
		return fmt.Sprintf("response time of %s (1 of %d)", text.Safe(a.Scenarios[0].Name), len(a.Scenarios))
	}
	return names[0]
}

// mostBeyond bounds the lines on inputs beyond what was learnt: the figures above them count more.
const mostBeyond = 3

// beyond warns of what is predicted from inputs beyond what expressions were written for.
func (s *Screen) beyond(width int) (lines []string) {
	a := s.now.answer
	if a == nil || len(a.Beyond)+len(a.Unmeasured) == 0 {
		return nil
	}
	warn := func(words string) {
		for _, part := range text.Wrap(words, width-2) {
			lines = append(lines, s.env.Theme.Warn.Render("  "+part))
		}
	}
	if len(a.Beyond) == 0 {
		b := &a.Unmeasured[0]
		warn(text.Safe(fmt.Sprintf("Not measured there: %s = %s, measured up to %s", b.Input, quantity.Short(b.Asked), quantity.Short(b.Most))))
		return lines
	}
	warn("Beyond the measured range, may be far off (measure such inputs):")
	for i := range a.Beyond {
		b := &a.Beyond[i]
		if i == mostBeyond {
			warn(fmt.Sprintf("and %d more", len(a.Beyond)-i))
			break
		}
		warn(text.Safe(fmt.Sprintf("%s: %s = %s, measured to %s", b.Service, b.Input, quantity.Short(b.Asked), quantity.Short(b.Most))))
	}
	return lines
}

// undemanding reports whether nothing that runs has a demand: the times would be 0 s, and wrong.
func (s *side) undemanding() bool {
	a := s.answer
	return a != nil && len(a.Scenarios) > 0 && a.Scenarios[0].Unknown
}

// alone reports whether the answer is for one user without contention, so that it has no throughput and no utilisation.
func (s *side) alone() bool {
	a := s.answer
	return a != nil && len(a.Scenarios) > 0 && a.Scenarios[0].Mean != nil && a.Scenarios[0].Throughput == nil && a.Bottleneck() == nil
}

// figures are the values beside the names of answers, as people read them; empty: there is none.
func (s *side) figures() []string {
	out := []string{quantity.None, "", "", "", ""}
	a := s.answer
	if a == nil {
		return out
	}
	if len(a.Scenarios) > 0 && !a.Overloaded() {
		r := a.Scenarios[0]
		if r.Unknown {
			out[0] = "no demand"
			return out
		}
		if r.Mean != nil {
			out[0] = quantity.Seconds(*r.Mean)
		}
		if r.P90 != nil {
			out[1] = quantity.Seconds(*r.P90)
		}
		if r.Throughput != nil {
			out[2] = quantity.Short(*r.Throughput) + "/s"
		}
	}
	if b := a.Bottleneck(); b != nil {
		out[3], out[4] = text.Cut(text.Safe(b.Container+"."+b.Resource), 12), quantity.Percent(b.Busy())
	}
	return out
}

// picture is the curve or the actions, or both.
func (s *Screen) picture(width, height int) []string {
	if s.both {
		curve := s.curve(width, height*3/5)
		return append(append(curve, ""), text.Pad(s.actions(width, height-len(curve)-1), height-len(curve)-1)...)
	}
	if s.top {
		return text.Pad(s.actions(width, height), height)
	}
	return s.curve(width, height)
}

// curve is the response time over the load, with a point where the present setting is.
func (s *Screen) curve(width, height int) []string {
	th := s.env.Theme
	load := "users"
	if s.now.question.Change.Rate > 0 {
		load = "arrivals per second"
	}
	if s.now.problem != "" {
		return text.Pad(nil, height)
	}
	title := "response time over " + load
	if s.beside != nil {
		title += "   ─ now   ┄ baseline"
	}
	p := plot.Picture{
		Curve: s.now.curve, X: load, Zero: true, Sparse: true, Tick: quantity.Seconds, Block: s.env.Block,
		PointStyle: th.Point.Render, CurveStyle: th.Accent.Render, AxisStyle: th.Muted.Render,
	}
	if s.beside != nil && (s.beside.question.Change.Rate > 0) == (s.now.question.Change.Rate > 0) {
		p.Others = []plot.Line{{Points: s.beside.curve, Dashed: true, Sparse: true, Style: th.Muted.Render}}
		p.Scaled = &plot.Picture{Points: s.beside.curve, Curve: s.now.curve, Zero: true}
	}
	if a := s.now.answer; a != nil && len(a.Scenarios) > 0 && a.Scenarios[0].Mean != nil && !a.Overloaded() {
		p.Points = []run.Point{{X: present(&s.now.question), Y: *a.Scenarios[0].Mean}}
	}
	lines := []string{th.Title.Render(text.Cut(title, width))}
	if s.now.undemanding() {
		return text.Pad(append(lines, th.Muted.Render("  Nothing to draw without a demand.")), height)
	}
	if len(p.Curve) == 0 {
		return text.Pad(append(lines, strings.Repeat(" ", 2)+"..."), height)
	}
	return text.Pad(append(lines, p.Draw(width, height-1)...), height)
}

// actions lists the actions of a run by their time, the longest first, for this setting and the baseline, so that
// a person who changes an input sees which one overtakes which.
func (s *Screen) actions(width, height int) []string {
	th := s.env.Theme
	head, beside := text.Fit("time in a run", width-36)+text.Right("share", 12)+text.Right("now", 12), map[string]string{}
	if s.beside != nil && s.beside.answer != nil {
		head += text.Right("baseline", 12)
		for _, w := range s.beside.answer.Top() {
			beside[w.ID+w.Kind] = quantity.Seconds(w.Seconds)
		}
	}
	lines := []string{th.Title.Render(text.Cut(head, width))}
	if s.now.answer == nil {
		return append(lines, "  ...")
	}
	var below []string
	for _, line := range s.crossed[:min(len(s.crossed), 3)] {
		below = append(below, text.Wrap(th.Info.Render(text.Safe(line)), width)...)
	}
	top := s.now.answer.Top()
	top = top[:max(0, min(len(top), height-len(below)-len(lines)))]
	longest := 0
	for i := range top {
		longest = max(longest, text.Width(text.Safe(top[i].Label())))
	}
	bar := max(6, width-31-longest) // what the names leave
	for _, w := range top {
		done, _ := plot.Bar(w.Share, bar)
		line := text.Fit(text.Safe(w.Label()), width-30-bar) + " " + th.Info.Render(text.Fit(done, bar)) + text.Right(quantity.Percent(w.Share), 5) + text.Right(quantity.Seconds(w.Seconds), 12)
		if len(beside) > 0 {
			line += text.Right(cmp.Or(beside[w.ID+w.Kind], quantity.None), 12)
		}
		lines = append(lines, text.Cut(line, width))
	}
	return append(lines, below...)
}

func present(q *predict.Question) float64 {
	if q.Change.Rate > 0 {
		return q.Change.Rate
	}
	return float64(q.Change.Users)
}

// Where says which row is chosen.
func (s *Screen) Where() string { return s.cursor.Where() }
