package wizard

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/text"
)

// measuringPage asks what measures the program.
type measuringPage struct {
	questions
	probe *form.Field
	clock *form.Field
}

func newMeasuringPage(w *Wizard) *measuringPage {
	p := &measuringPage{questions: questions{of: w}}
	p.probe = form.Choice("Probes", w.cfg.Measure.Probe, "",
		form.Option{Value: "builtin", Word: "Beagle's own", Note: "small and quick, no dependency"},
		form.Option{Value: "kieker", Word: "Kieker", Note: "the Kieker framework behind the probes"})
	p.clock = form.Choice("Clock", w.cfg.Measure.Clock, "",
		form.Option{Value: "auto", Word: "automatic", Note: "CPU time; wall time for very short sections"},
		form.Option{Value: "cpu", Word: "CPU time", Note: "of the thread; waiting does not count"},
		form.Option{Value: "wall", Word: "wall time", Note: "waiting counts too"})
	p.form = form.New(p.probe, p.clock)
	return p
}

func (p *measuringPage) Title() (left, right string) { return "Measuring", "" }

func (p *measuringPage) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		p.of.cfg.Measure.Probe, p.of.cfg.Measure.Clock = p.probe.Value(), p.clock.Value()
		return p.of.next()
	default:
		p.form.Act(action)
	}
	return nil
}

func (p *measuringPage) Body(width, height int) []string {
	th := p.of.env.Theme
	lines := []string{th.Strong.Render("What measures the program?"), ""}
	if height < 10 {
		lines = nil
	}
	return text.Pad(append(lines, p.form.Draw(th, width)...), height)
}
