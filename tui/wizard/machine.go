package wizard

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/text"
)

// machinePage asks where the program runs and how it is measured.
type machinePage struct {
	questions
	where *form.Field
	probe *form.Field
	clock *form.Field
}

func newMachinePage(w *Wizard) *machinePage {
	p := &machinePage{questions: questions{of: w}}
	p.where = form.Choice("Machine", w.cfg.Machine.Kind, "",
		form.Option{Value: "local", Word: "this machine"},
		form.Option{Value: "ssh", Word: "another one over SSH", Off: "not available yet; run Beagle there"})
	p.probe = form.Choice("Probes", w.cfg.Measure.Probe, "",
		form.Option{Value: "builtin", Word: "Beagle's own", Note: "small and quick, no dependency"},
		form.Option{Value: "kieker", Word: "Kieker", Note: "the Kieker framework behind the probes"})
	p.clock = form.Choice("Clock", w.cfg.Measure.Clock, "",
		form.Option{Value: "auto", Word: "automatic", Note: "CPU time; wall time for very short sections"},
		form.Option{Value: "cpu", Word: "CPU time", Note: "of the thread; waiting does not count"},
		form.Option{Value: "wall", Word: "wall time", Note: "waiting counts too"})
	p.form = form.New(p.where, p.probe, p.clock)
	return p
}

func (p *machinePage) name() string { return "Machine" }

func (p *machinePage) act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		p.of.cfg.Machine.Kind = p.where.Value()
		p.of.cfg.Measure.Probe, p.of.cfg.Measure.Clock = p.probe.Value(), p.clock.Value()
		return p.of.next()
	default:
		p.form.Act(action)
	}
	return nil
}

func (p *machinePage) body(width, height int) []string {
	th := p.of.env.Theme
	lines := []string{th.Strong.Render("Where does the program run, and what measures it?"), ""}
	if height < 10 {
		lines = nil
	}
	return text.Pad(append(lines, p.form.Draw(th, width)...), height)
}
