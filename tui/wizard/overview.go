package wizard

import (
	"fmt"
	"slices"
	"strings"

	"beagle/run/project"

	tea "charm.land/bubbletea/v2"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// overviewPage shows everything once more, the command that does the same, and
// starts.
type overviewPage struct {
	screen.Base
	of     *Wizard
	scroll screen.Cursor
	ready  *project.Project // with the selection as it is now
	found  []model.Problem
	err    error
	asked  int
}

// startedMsg is what came of starting.
type startedMsg struct {
	run run.Run
	err error
}

// plannedMsg is the project with the present selection.
type plannedMsg struct {
	number   int
	project  *project.Project
	problems []model.Problem
	err      error
}

func newOverviewPage(w *Wizard) *overviewPage { return &overviewPage{of: w} }

func (p *overviewPage) Title() (left, right string) { return "Overview", "" }
func (p *overviewPage) Scopes() []*keys.Scope       { return []*keys.Scope{keys.Overview, keys.Moving} }

func (p *overviewPage) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Save, keys.Back, keys.Help, keys.Leave}
}

// enter plans the measurement anew: the selection may be another one.
func (p *overviewPage) Init() tea.Cmd {
	p.asked++
	p.ready, p.err = nil, nil
	number, cfg, prepare, look := p.asked, p.of.cfg, p.of.opt.Prepare, p.of.opt.Commands
	return func() tea.Msg {
		project, err := prepare(cfg)
		if err != nil {
			return plannedMsg{number: number, err: err}
		}
		problems := slices.Clone(project.Problems)
		if look != nil {
			problems = append(problems, look(&cfg)...)
		}
		return plannedMsg{number: number, project: project, problems: problems}
	}
}

func (p *overviewPage) Off(action keys.Action) string {
	switch action {
	case keys.Enter:
		if p.err != nil {
			return p.err.Error()
		}
		if p.ready == nil {
			return "the measurement is being planned"
		}
		if err := p.ready.Ready(); err != nil {
			return err.Error()
		}
	case keys.Save:
		if p.of.opt.Save == nil {
			return "there is no file to save to"
		}
	default: // everything else can be done at any time
	}
	return ""
}

func (p *overviewPage) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		if o := p.of.opt; o.Others != nil && o.Wait != nil {
			if others := o.Others(); len(others) > 0 {
				return dialog.Show(p.of.env, p.askOthers(others))
			}
		}
		return p.start(false)
	case keys.Save:
		return p.of.save(nil)
	case keys.Back:
		return nil
	default:
		p.scroll.Move(action, 1<<20)
	}
	return nil
}

// start starts the analysis, at once or when others have ended.
func (p *overviewPage) start(wait bool) tea.Cmd {
	cfg, start, ctx := p.of.cfg, p.of.opt.Start, p.of.env.Ctx
	p.of.busy = "the analysis is being started"
	if wait {
		p.of.busy = "waiting for other analyses to end; q leaves, and starts nothing"
		start = func(cfg run.Config) (run.Run, error) { return p.of.opt.Wait(ctx, cfg) }
	}
	return func() tea.Msg {
		r, err := start(cfg)
		return startedMsg{run: r, err: err}
	}
}

// startMsg is a person's word on other analyses that measure.
type startMsg struct{ wait bool }

// askOthers asks what to do while other analyses measure.
func (p *overviewPage) askOthers(others []string) *dialog.Dialog {
	return &dialog.Dialog{
		Title: "Another analysis is measuring",
		Text:  text.Safe(strings.Join(others, ", ")) + "\nTwo at a time disturb each other's times.",
		Answers: []dialog.Answer{
			{Key: "esc", Word: "not now"},
			{Key: "w", Word: "wait for its end", Do: screen.Send(startMsg{wait: true})},
			{Key: "s", Word: "start at once", Do: screen.Send(startMsg{})},
		},
		Focus: 1,
	}
}

func (p *overviewPage) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case plannedMsg:
		if msg.number == p.asked {
			p.ready, p.found, p.err = msg.project, msg.problems, msg.err
		}
	case savedMsg:
		if msg.err != nil {
			return screen.Say("Not saved: " + msg.err.Error())
		}
		p.of.draft.saved(msg.cfg)
		if msg.then != nil {
			return msg.then
		}
		return screen.Say("Saved. The same without screens, from now on: " + p.of.opt.Headless(p.of.cfg))
	case startMsg:
		return p.start(msg.wait)
	case startedMsg:
		p.of.busy = ""
		if msg.err != nil {
			return dialog.Show(p.of.env, failed(msg.err))
		}
		return tea.Batch(p.of.draft.begun(msg.run.ID()), p.of.started(msg.run))
	}
	return nil
}

// failed says why the analysis could not start, and what to do.
func failed(err error) *dialog.Dialog {
	body := text.Safe(err.Error())
	if problem, ok := asProblem(err); ok && problem.Hint != "" {
		body += "\n\n" + text.Safe(problem.Hint)
	}
	return &dialog.Dialog{
		Title: "Beagle cannot be started", Text: body,
		Answers: []dialog.Answer{{Key: "esc", Word: "back to the overview"}},
	}
}

func (p *overviewPage) Body(width, height int) []string {
	th := p.of.env.Theme
	lines := append(p.state(width), "")
	lines = append(lines, p.summary(width)...)
	lines = append(lines, p.warnings(width)...)
	if p.of.opt.Headless != nil {
		lines = append(lines, "", th.Muted.Render("The same without screens:"))
		lines = append(lines, text.Wrap("  "+text.Safe(p.of.opt.Headless(p.of.cfg)), width)...)
	}
	p.scroll.At = max(0, min(p.scroll.At, len(lines)-height))
	return text.Pad(lines[p.scroll.At:], height)
}

// state says whether the analysis can start.
func (p *overviewPage) state(width int) []string {
	th := p.of.env.Theme
	switch {
	case p.of.busy != "":
		return []string{th.Accent.Render("○ Beagle is preparing the analysis.")}
	case p.err != nil:
		return text.Wrap(th.Bad.Render("✗ "+text.Safe(p.err.Error())), width)
	case p.ready == nil:
		return []string{th.Muted.Render("planning the measurement…")}
	}
	if err := p.ready.Ready(); err != nil {
		return text.Wrap(th.Bad.Render("✗ "+text.Safe(err.Error())), width)
	}
	return []string{th.Good.Render("✓ Ready.") + "  " + th.Key.Render("enter") + " starts the analysis."}
}

// warnings are what the analysis can live with.
func (p *overviewPage) warnings(width int) []string {
	if p.ready == nil || len(p.found) == 0 {
		return nil
	}
	const most = 4
	lines := append([]string{""}, problemLines(p.of, p.found, width)...)
	if more := len(lines) - 1 - most; more > 0 {
		lines = append(lines[:most+1], p.of.env.Theme.Muted.Render(fmt.Sprintf("  and %d more; beagle check shows all", more)))
	}
	return lines
}

// summary is what was chosen in the steps before.
func (p *overviewPage) summary(width int) []string {
	th, c := p.of.env.Theme, &p.of.cfg
	var lines []string
	row := func(name, value string) {
		for i, line := range text.Wrap(text.Safe(value), max(10, width-13)) {
			if i > 0 {
				name = ""
			}
			lines = append(lines, th.Muted.Render(text.Fit(name, 13))+line)
		}
	}
	row("Model", p.of.short(c.Model))
	row("Elements", p.elements())
	launches, times := make([]string, len(c.Launch)), 0
	for i := range c.Launch {
		n := len(measure.Plan(c.Launch[i : i+1]))
		times += n
		launches[i] = fmt.Sprintf("%s %d×", c.Launch[i].Name, n)
	}
	row("Launches", fmt.Sprintf("%d in all: %s", times, strings.Join(launches, ", ")))
	row("Timeout", words.Timeout(c.Timeout))
	row("Measuring", measuring(c))
	row("Result", p.output())
	row("Seed", fmt.Sprint(c.Seed))
	for i, line := range project.Plan(c) {
		name := ""
		if i == 0 {
			name = "Plan"
		}
		row(name, fmt.Sprintf("%d. %s", i+1, line))
	}
	return lines
}

func (p *overviewPage) elements() string {
	if p.ready == nil {
		return "…"
	}
	counts := map[model.Kind]int{}
	for i := range p.ready.Chosen {
		counts[p.ready.Chosen[i].Kind]++
	}
	return words.Elements(counts)
}

func (p *overviewPage) output() string {
	switch o := p.of.cfg.Output; {
	case o.InPlace:
		return "into the model itself, after your review; the old one is kept as .bak"
	case o.File != "":
		return p.of.short(o.File) + ", after your review"
	default:
		return "a new file beside the model, after your review"
	}
}

func measuring(c *run.Config) string {
	probes := map[string]string{"builtin": "Beagle's own probes", "kieker": "Kieker's probes"}[c.Measure.Probe]
	if c.Measure.Tool != measure.DefaultTool {
		probes = "by " + c.Measure.Tool
	}
	clock := map[string]string{"auto": "automatic clock", "cpu": "CPU time", "wall": "wall time"}[c.Measure.Clock]
	return probes + ", " + clock
}
