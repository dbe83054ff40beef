package wizard

import (
	"fmt"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/wizard/aside"
)

// timeoutPage asks for the rule that ends an analysis early. The words are the
// original's.
type timeoutPage struct {
	questions
	kind  *form.Field
	limit *form.Field
}

// newTimeoutPage asks how long is measured.
func newTimeoutPage(w *Wizard) *timeoutPage {
	p := &timeoutPage{questions: questions{of: w}}
	p.kind = form.Choice("Timeout", w.cfg.Timeout.Kind, "",
		form.Option{Value: "adaptive", Word: "Use an adaptive timeout.", Note: "learns how long launches take"},
		form.Option{Value: "constant", Word: "Use a set timeout.", Note: "ends after the time below"},
		form.Option{Value: "none", Word: "Don't use a timeout.", Note: "measures until results are good enough"})
	limit := "10m"
	if w.cfg.Timeout.Limit > 0 {
		limit = w.cfg.Timeout.Limit.String()
	}
	p.limit = form.Short("Limit", limit, "such as 90s, 10m or 1h30m; a bare number is seconds")
	p.limit.Off = func() string {
		if p.kind.Value() != "constant" {
			return "only for a set timeout"
		}
		return ""
	}
	p.form = form.New(p.kind, p.limit)
	return p
}

// parseDuration reads a duration; a bare number is seconds, as it was in the
// original.
func parseDuration(s string) (time.Duration, error) {
	d, err := quantity.ParseSpan(s)
	if err != nil {
		seconds, numberErr := strconv.ParseFloat(s, 64)
		if numberErr != nil || !(seconds < 1e9) {
			return 0, fmt.Errorf("%q is no time such as 90s or 10m", s)
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d <= 0 {
		return 0, fmt.Errorf("the limit must be more than 0")
	}
	return d, nil
}

func (p *timeoutPage) Title() (left, right string) { return "Timeout", "" }

func (p *timeoutPage) Off(action keys.Action) string {
	if action == keys.Enter && p.kind.Value() == "constant" {
		if _, err := parseDuration(p.limit.Value()); err != nil {
			return err.Error()
		}
	}
	return ""
}

func (p *timeoutPage) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		limit, err := parseDuration(p.limit.Value())
		p.of.cfg.Timeout.Kind = p.kind.Value()
		if p.kind.Value() == "constant" {
			if err != nil {
				return screen.Say(err.Error())
			}
			p.of.cfg.Timeout.Limit = run.Duration(limit)
		}
		return p.of.next()
	default:
		p.form.Act(action)
	}
	return nil
}

// Body draws the questions; where there is room, what follows from the answers.
func (p *timeoutPage) Body(width, height int) []string {
	w := p.of
	own := func(width int) []string {
		lines := append(text.Wrap(w.env.Theme.Strong.Render("Timeout"), width), "")
		return append(lines, p.form.Draw(w.env.Theme, width)...)
	}
	return aside.Room(w.env.Theme, own, width, height,
		aside.Explained(w.env.Theme, "What this does",
			"Measurements taken so far are always kept and analysed.",
			"Adaptive: ends when a launch takes much longer than earlier ones. Set: limits the whole analysis. Pauses do not count."),
		aside.Planned(&w.cfg), aside.Unasked(w.env.Theme, "Other limits", w.opt.Settings, w.cfg, "measure.precision", "measure.budget", "measure.launches"))
}
