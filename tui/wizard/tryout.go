package wizard

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/measure"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// tryOut runs a launch configuration once and shows what it did. Leaving the
// screen ends the program.
type tryOut struct {
	screen.Base
	of     *Wizard
	launch measure.Launch
	ctx    context.Context //nolint:containedctx // ends when the screen is left
	cancel context.CancelFunc
	began  time.Time

	done   bool
	report []string
	err    error
	scroll screen.Scroll
}

// triedMsg is what came of it; secondMsg moves the clock meanwhile.
type (
	triedMsg struct {
		of     *tryOut
		report string
		err    error
	}
	secondMsg struct{ of *tryOut }
)

// maxReport bounds how much of a report is shown.
const maxReport = 2000

// newTryOut tries one launch and shows what came of it.
func newTryOut(w *Wizard, l measure.Launch) *tryOut {
	ctx, cancel := context.WithCancel(w.env.Ctx)
	return &tryOut{of: w, launch: l, ctx: ctx, cancel: cancel, began: w.env.Now()}
}

func (t *tryOut) Init() tea.Cmd {
	try, cfg := t.of.opt.TryLaunch, t.of.cfg
	return tea.Batch(t.second(), func() tea.Msg {
		report, err := try(t.ctx, cfg, t.launch)
		return triedMsg{of: t, report: report, err: err}
	})
}

// second goes on in a second, to show that time passes.
func (t *tryOut) second() tea.Cmd {
	return t.of.env.After(time.Second, secondMsg{t})
}

func (t *tryOut) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case secondMsg:
		if msg.of == t && !t.done {
			return t.second()
		}
	case triedMsg:
		if msg.of == t {
			t.cancel()
			t.done, t.err = true, msg.err
			t.report = text.Lines(msg.report)
			if len(t.report) > maxReport {
				t.report = append(t.report[:maxReport], "… the rest is not shown")
			}
		}
	}
	return nil
}

func (t *tryOut) Scopes() []*keys.Scope { return []*keys.Scope{keys.Moving, keys.Everywhere} }
func (t *tryOut) Footer() []keys.Action {
	return []keys.Action{keys.Down, keys.PageDown, keys.Back, keys.Help}
}

func (t *tryOut) Word(action keys.Action) string {
	if action == keys.Back && !t.done {
		return "stop it"
	}
	if action == keys.Down {
		return "scroll"
	}
	return ""
}

func (t *tryOut) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Back:
		t.cancel()
		return t.of.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		t.cancel()
		return t.of.leave()
	default:
		t.scroll.Move(action)
	}
	return nil
}

func (t *tryOut) Title() (left, right string) {
	return "Trying out  " + t.of.env.Theme.Muted.Render(text.Safe(t.launch.Name)), ""
}

func (t *tryOut) Body(width, height int) []string {
	th := t.of.env.Theme
	lines := []string{th.Muted.Render(text.Cut("$ "+text.Safe(shell.Join(t.launch.Command)), width)), ""}
	switch {
	case !t.done:
		lines = append(lines, th.Accent.Render("● running")+th.Muted.Render("  "+quantity.Clock(t.of.env.Now().Sub(t.began))+"   built and run once; esc stops it"))
	case t.err != nil:
		lines = append(lines, text.Wrap(th.Bad.Render("✗ It does not work: "+text.Safe(t.err.Error())), width)...)
	default:
		lines = append(lines, th.Good.Render("✓ It works."))
	}
	lines = append(lines, "")
	room := max(1, height-len(lines))
	var report []string
	for _, line := range t.report {
		report = append(report, text.Wrap(line, width)...)
	}
	return text.Pad(append(lines, t.scroll.Shown(report, room)...), height)
}

// Where says which lines are seen.
func (t *tryOut) Where() string { return t.scroll.Where() }
