package wizard

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/measure"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/wizard/aside"
)

// measuringPage asks what measures the program.
type measuringPage struct {
	questions
	probe *form.Field
	clock *form.Field

	scroll screen.Scroll // of what stands below the questions
}

// otherTool stands before the id of a measurement tool that is not Beagle's own.
const otherTool = "tool/"

func newMeasuringPage(w *Wizard) *measuringPage {
	p := &measuringPage{questions: questions{of: w}}
	p.ask(w.cfg.Measure.Tool)
	return p
}

// Init proposes the tool that measures the sources that links lead to.
func (p *measuringPage) Init() tea.Cmd {
	if p.of.project != nil {
		p.ask(p.of.project.Tool(p.of.cfg.Measure.Tool))
	}
	return p.questions.Init()
}

// ask makes the questions anew, with a tool proposed.
func (p *measuringPage) ask(tool string) {
	w := p.of
	options := []form.Option{
		{Value: "builtin", Word: "Beagle's own", Note: "small and quick, no dependency"},
		{Value: "kieker", Word: "Kieker", Note: "the Kieker framework behind the probes"},
	}
	present := w.cfg.Measure.Probe
	for _, id := range measure.Tools.IDs() {
		if kind, err := measure.Tools.Get(id); err == nil && id != measure.DefaultTool {
			options = append(options, form.Option{Value: otherTool + id, Word: id, Note: kind.Doc})
		}
		if id == tool && id != measure.DefaultTool {
			present = otherTool + id
		}
	}
	p.probe = form.Choice("Probes", present, "", options...)
	p.clock = form.Choice("Clock", w.cfg.Measure.Clock, "",
		form.Option{Value: "auto", Word: "automatic", Note: "CPU time; wall time for very short sections"},
		form.Option{Value: "cpu", Word: "CPU time", Note: "of the thread; waiting does not count"},
		form.Option{Value: "wall", Word: "wall time", Note: "waiting counts too"})
	p.form = form.New(p.probe, p.clock)
}

func (p *measuringPage) Title() (left, right string) { return "Measuring", "" }

func (p *measuringPage) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		p.of.cfg.Measure.Clock = p.clock.Value()
		if id, other := strings.CutPrefix(p.probe.Value(), otherTool); other {
			p.of.cfg.Measure.Tool = id
		} else {
			p.of.cfg.Measure.Tool, p.of.cfg.Measure.Probe = measure.DefaultTool, p.probe.Value()
		}
		return p.of.next()
	case keys.PageDown, keys.PageUp:
		p.scroll.Move(action)
	default:
		p.scroll = screen.Scroll{}
		p.form.Act(action)
	}
	return nil
}

// Body draws the questions; where there is room, what follows from the answers.
func (p *measuringPage) Body(width, height int) []string {
	w, th := p.of, p.of.env.Theme
	own := func(width int) []string {
		lines := append(text.Wrap(th.Strong.Render("Measuring"), width), "")
		if height < 10 {
			lines = nil
		}
		return append(lines, p.form.Draw(th, width)...)
	}
	const whole = 100 // lines, more than all of it takes
	lines := aside.Room(w.env.Theme, own, width, max(height, whole),
		aside.Explained(w.env.Theme, "What this does",
			"Probes record how long the statements of an element took, how often loops ran, which branch was taken, and which arguments calls passed.",
			"Probes cost time themselves. It is known and subtracted."),
		aside.Unasked(w.env.Theme, "Other settings", w.opt.Settings, w.cfg, "measure.precision", "measure.budget", "measure.launches", "measure.delivery", "measure.keep"),
		aside.Planned(&w.cfg))
	for len(lines) > height && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return p.scroll.Shown(lines, height)
}

// Where says which lines are seen.
func (p *measuringPage) Where() string { return p.scroll.Where() }
