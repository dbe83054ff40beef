// Package cost shows how the cost of methods is learnt: the curve while it is measured, where is measured
// next, and the formula so far. What was learnt in the end the command prints.
package cost

import (
	"fmt"
	"math"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/cost"
	"beagle/internal/quantity"
	"beagle/model/expression"
	"beagle/tui/dialog"
	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/plot"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// Screen is the screen.
type Screen struct {
	screen.Base
	env  *screen.Env
	feed *Feed

	methods []cost.Progress // by what was pulled last
	at      int             // which is learnt
	pulled  time.Time       // when that was
	axis    int             // which input is drawn first, of those that vary
}

// changed says that the feed has news; over: it has ended.
type changed struct{ over bool }

// New is the screen of a feed.
func New(env *screen.Env, feed *Feed) *Screen {
	s := &Screen{env: env, feed: feed}
	s.pull()
	return s
}

// pull takes over what the feed knows.
func (s *Screen) pull() {
	s.methods, s.at = s.feed.now()
	s.pulled = s.env.Now()
}

// pulse is the least time between two pictures, and between two seconds of the clock.
const pulse = 200 * time.Millisecond

// Init waits for news.
func (s *Screen) Init() tea.Cmd { return tea.Batch(s.wait(), s.tick()) }

// tick lets the time go on while nothing is told.
func (s *Screen) tick() tea.Cmd { return s.env.After(time.Second, second{}) }

// second is one of the clock.
type second struct{}

// wait waits for news, a little where they come thick.
func (s *Screen) wait() tea.Cmd {
	ctx, news := s.env.Ctx, s.feed.changed
	return func() tea.Msg {
		select {
		case _, open := <-news:
			if open {
				time.Sleep(pulse)
			}
			return changed{!open}
		case <-ctx.Done():
			return nil
		}
	}
}

// Update pulls what is known; the end of learning ends the screen.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case second:
		return s.tick()
	case changed:
		s.pull()
		if msg.over {
			return screen.Send(screen.Quit{})
		}
		return s.wait()
	}
	return nil
}

// Scopes are the bindings of the screen.
func (s *Screen) Scopes() []*keys.Scope { return []*keys.Scope{keys.Cost, keys.Everywhere} }

// Footer names what matters.
func (s *Screen) Footer() []keys.Action {
	return []keys.Action{keys.Axis, keys.Snapshot, keys.Help, keys.Leave}
}

// Off says why there is no other input to show.
func (s *Screen) Off(action keys.Action) string {
	if action == keys.Axis && len(axes(s.methods[s.at].Points)) < 2 {
		return "not more than one input varies so far"
	}
	return ""
}

// Act shows another input, or leaves.
func (s *Screen) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Axis:
		s.axis++
	case keys.Leave:
		quit := screen.Send(screen.Quit{Err: ErrStopped})
		return dialog.Show(s.env, &dialog.Dialog{
			Title: "Stop measuring?", Text: "What was measured of this method is lost.", Again: quit,
			Answers: []dialog.Answer{{Key: "esc", Word: "keep measuring"}, {Key: "s", Word: "stop", Do: quit}},
		})
	case keys.Stop:
		return screen.Send(screen.Quit{Err: ErrStopped})
	case keys.Back:
		return s.env.Go(screen.Close{})
	default:
	}
	return nil
}

// Title is the method, and how much of its time is spent.
func (s *Screen) Title() (left, right string) {
	p, th := &s.methods[s.at], s.env.Theme
	right = th.Accent.Bold(true).Render("● measuring")
	if p.Budget > 0 {
		right += th.Muted.Render("  " + quantity.Clock(p.Spent+s.env.Now().Sub(s.pulled)) + " of at most " + quantity.Clock(p.Budget))
	}
	return "cost  " + text.Safe(s.feed.Names[s.at]), right
}

// Body is what is known of the method that is learnt, and a row for each of several.
func (s *Screen) Body(width, height int) []string {
	p := &s.methods[s.at]
	lines := s.facts(p, width)
	rows := s.rows(width, max(0, height-len(lines)-10))
	high := height - len(lines) - len(rows)
	return text.Pad(append(append(lines, s.pictures(p, width, high)...), rows...), height)
}

// facts are what happens now, and what is known so far.
func (s *Screen) facts(p *cost.Progress, width int) []string {
	th := s.env.Theme
	now := text.Safe(p.Step)
	if p.Of > 0 {
		done, rest := plot.Bar(float64(max(0, p.Launch-1))/float64(p.Of), min(20, width/5))
		now = th.Accent.Render(done) + th.Rule.Render(rest) + "  " + now
	}
	formula := th.Muted.Render("none yet")
	if p.Formula != nil {
		formula = th.Strong.Render(text.Safe(expression.String(p.Formula))) + th.Muted.Render("  CPU seconds a call, so far")
	}
	lines := evidence.Fact(th, "Now", now, width, 1)
	lines = append(lines, evidence.Fact(th, "Formula", formula, width, 3)...)
	if at := s.largest(p); at != "" {
		lines = append(lines, evidence.Fact(th, "Largest", at, width, 2)...)
	}
	measured := fmt.Sprintf("%s at %s", quantity.Plural(p.Calls, "call", "calls"), quantity.Plural(len(p.Points), "place", "places"))
	if n := len(p.Next); n > 0 && len(p.Points) > 0 {
		measured += th.Point.Render("   ◇") + fmt.Sprintf(" %d next", n)
		if len(p.Undecided) > 0 {
			measured += ", where forms disagree over " + text.Safe(p.Undecided[0].String())
		}
	}
	return append(lines, evidence.Fact(th, "Measured", measured, width, 2)...)
}

// largest is the cost of the longest calls, with its interval; empty: nothing was measured.
func (s *Screen) largest(p *cost.Progress) string {
	if len(p.Points) == 0 {
		return ""
	}
	most := &p.Points[0]
	for i := range p.Points {
		if p.Points[i].Mean > most.Mean {
			most = &p.Points[i]
		}
	}
	said := quantity.Seconds(most.Mean)
	if !math.IsNaN(most.Low) {
		said += fmt.Sprintf("  (90 %%: %s to %s, %d launches)", quantity.Seconds(most.Low), quantity.Seconds(most.High), most.Launches)
	}
	var at []string
	for _, v := range axes(p.Points) {
		at = append(at, v.String()+" = "+quantity.Short(most.Inputs[v].Num))
	}
	if len(at) > 0 {
		said += s.env.Theme.Muted.Render("  at " + text.Safe(strings.Join(at, ", ")))
	}
	return said
}

// column is how wide a picture is at least where several stand side by side.
const column = 56

// pictures are the cost over each input that varies, as many side by side as there is room for.
func (s *Screen) pictures(p *cost.Progress, width, height int) []string {
	th := s.env.Theme
	found := axes(p.Points)
	if len(found) == 0 || height < 6 {
		return text.Pad([]string{"", th.Muted.Render("The picture comes with the first launch.")}, height)
	}
	legend := th.Point.Render("•") + th.Muted.Render(" measured   ") + th.Accent.Render("─") + th.Muted.Render(" formula   ")
	if len(p.Next) > 0 {
		legend += th.Point.Render("◇") + th.Muted.Render(" measured next")
	}
	lines := []string{"", text.Cut(legend, width)}
	height -= len(lines)
	some := min(len(found), max(1, width/column))
	wide := (width - 3*(some-1)) / some
	var beside []string
	for i := range some {
		f := picture(p, found[(s.axis+i)%len(found)])
		f.Block = s.env.Block
		f.PointStyle, f.CurveStyle, f.AxisStyle = th.Point.Render, th.Accent.Render, th.Muted.Render
		drawn := f.Draw(wide, height)
		if beside == nil {
			beside = drawn
			continue
		}
		beside = text.Beside(beside, drawn, i*(wide+3)-3, wide, height, "   ")
	}
	return append(lines, beside...)
}

// rows are all methods, where there are several: their costs as a sparkline, and their formulas.
func (s *Screen) rows(width, most int) []string {
	th := s.env.Theme
	if len(s.methods) < 2 || most < 3 {
		return nil
	}
	name := 0
	for _, n := range s.feed.Names {
		name = max(name, text.Width(text.Safe(n)))
	}
	name = min(name, width/3)
	lines := []string{"", th.Title.Render(text.Fit("Methods", name+2)) + th.Muted.Render("  cost by size     formula")}
	first := max(0, min(s.at-most/2, len(s.methods)-most+2))
	for i := first; i < min(len(s.methods), first+most-2); i++ {
		p := &s.methods[i]
		mark := th.Muted.Render("○")
		switch {
		case i == s.at:
			mark = th.Accent.Render("●")
		case i < s.at:
			mark = th.Good.Render("✓")
		}
		formula := ""
		if p.Formula != nil {
			formula = text.Safe(expression.String(p.Formula))
		}
		spark := text.Fit(strings.TrimLeft(plot.Spark(means(p.Points), 14), " "), 14)
		lines = append(lines, text.Cut(mark+" "+text.FitMiddle(text.Safe(s.feed.Names[i]), name)+"  "+th.Point.Render(spark)+"   "+formula, width))
	}
	return lines
}
