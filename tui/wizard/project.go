package wizard

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"

	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/model/adapter"
	"beagle/run/project"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"beagle/model"
	"beagle/run"
	"beagle/tui/components"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/review"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/wizard/aside"
	"beagle/tui/words"
)

// projectPage asks for model, links, sources and build, and checks them.
type projectPage struct {
	screen.Base
	of      *Wizard
	form    *form.Form
	model   *form.Field
	links   *form.Field
	sources *form.Field
	build   *form.Field

	checked run.Config // what the result below belongs to
	result  *project.Project
	err     error
	doubt   string     // what is odd about the build; empty: nothing
	goOn    bool       // continue once the check is good
	asked   int        // number of the last check
	offered run.Config // the links proposed for it were seen
	filled  []string   // what the fields held at first
}

// checkedMsg is the result of a check.
type checkedMsg struct {
	number  int
	project *project.Project
	err     error
}

// newProjectPage asks for model, links and sources.
func newProjectPage(w *Wizard) *projectPage {
	p := &projectPage{of: w}
	p.model = form.Short("Model", "", "the .repository file of your Palladio model")
	p.links = form.Short("Links", "", "the file that links model elements to source statements; empty where the model carries them")
	p.sources = form.Short("Sources", "", "folders with the sources, e.g. src/main/java")
	p.model.Fits, p.links.Fits = w.files().paths(adapter.Suffixes()...), w.files().paths(".xml", ".json")
	p.sources.Fits, p.sources.Words = w.files().paths(), true
	p.build = form.Text("Build", "", "the command that builds the instrumented copy, e.g. mvn -q -DskipTests package; empty: none")
	p.build.Fits, p.build.Words = w.files().paths(), true
	p.form = form.New(p.model, p.links, p.sources, p.build)
	p.fill()
	return p
}

// fill writes the settings into the fields.
func (p *projectPage) fill() {
	w := p.of
	sources := make([]string, len(w.cfg.Sources))
	for i, s := range w.cfg.Sources {
		sources[i] = w.files().short(s)
	}
	p.model.Set(w.files().short(w.cfg.Model))
	p.links.Set(w.files().short(w.cfg.Links))
	p.sources.Set(shell.Join(sources))
	p.build.Set(shell.Join(w.cfg.Build))
	p.filled = p.form.Values()
}

func (p *projectPage) Title() (left, right string) { return "Project", "" }
func (p *projectPage) Typing() bool                { return true }
func (p *projectPage) Scopes() []*keys.Scope       { return []*keys.Scope{keys.Forms} }

func (p *projectPage) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Next, keys.Palette, keys.Help, keys.Stop}
}

func (p *projectPage) Off(action keys.Action) string {
	if action == keys.Enter && p.model.Value() == "" && p.of.opt.Extract == nil {
		return "enter the path of a model first"
	}
	return ""
}

// Word says what enter does where there is no model.
func (p *projectPage) Word(action keys.Action) string {
	switch {
	case action != keys.Enter:
	case p.model.Value() == "" && p.of.opt.Extract != nil:
		return "create a model"
	case p.lone():
		return "browse the model"
	}
	return ""
}

// extractedMsg is the program as the compiler sees it.
type extractedMsg struct {
	number  int
	program components.Program
	err     error
}

// extract has a model made of the sources: a person decides on the components, then
// the step goes on with it.
func (p *projectPage) extract() tea.Cmd {
	w := p.of
	clock := w.busy.clocked("the compiler reads the sources; large programs take minutes")
	p.asked++
	number, ctx, extract := p.asked, w.env.Ctx, w.opt.Extract
	steps := make(chan string, 16)
	read := func() tea.Msg {
		defer close(steps)
		program, err := extract(ctx, func(what string) {
			select {
			case steps <- what:
			default: // a screen that is behind need not know every step
			}
		})
		return extractedMsg{number, program, err}
	}
	return tea.Batch(read, reading(number, steps), clock)
}

// readingMsg is what the compiler is at, and the steps that follow.
type readingMsg struct {
	number int
	what   string
	steps  <-chan string
}

func reading(number int, steps <-chan string) tea.Cmd {
	return func() tea.Msg {
		if what, more := <-steps; more {
			return readingMsg{number, what, steps}
		}
		return nil
	}
}

// made goes on with a model that was made of the sources.
func (p *projectPage) made(cfg run.Config) tea.Cmd {
	p.of.cfg = cfg
	p.fill()
	return p.check(false)
}

func (p *projectPage) Init() tea.Cmd {
	if p.model.Value() == "" {
		return nil
	}
	return p.check(false)
}

// take starts anew from what is guessed of another model.
func (p *projectPage) take(file string) tea.Cmd {
	w := p.of
	cfg := w.opt.Guess(file)
	w.cfg.Model, w.cfg.Links, w.cfg.Sources, w.cfg.Build, w.cfg.Output = cfg.Model, cfg.Links, cfg.Sources, cfg.Build, cfg.Output
	w.cfg.Select = cfg.Select
	w.saved, w.draft.began = w.cfg, w.cfg
	p.fill()
	return p.check(false)
}

func (p *projectPage) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		if p.model.Value() == "" && p.of.opt.Extract != nil {
			return p.extract()
		}
		return p.check(true)
	case keys.Back:
		if p.of.opt.choice() {
			return p.env().Go(screen.Open{Screen: newChoice(p)})
		}
	default:
		if p.form.Act(action) {
			return p.check(false)
		}
	}
	return nil
}

// check stores the fields and reads the model, unless nothing changed.
func (p *projectPage) check(goOn bool) tea.Cmd {
	w := p.of
	sources, err := shell.Split(p.sources.Value())
	if err != nil {
		return screen.Say("Sources: " + err.Error())
	}
	build, err := shell.Split(p.build.Value())
	if err != nil {
		return screen.Say("Build: " + err.Error())
	}
	for i := range sources {
		sources[i] = w.files().full(sources[i])
	}
	cfg := w.cfg
	cfg.Model, cfg.Links = w.files().full(p.model.Value()), p.links.Value()
	if cfg.Links != run.LinksByName {
		cfg.Links = w.files().full(cfg.Links)
	}
	if len(sources)+len(cfg.Sources) > 0 {
		cfg.Sources = sources
	}
	if len(build)+len(cfg.Build) > 0 {
		cfg.Build = build
	}
	w.cfg = cfg
	p.doubt = w.doubts("Build", build, "")
	if p.result != nil && sameInputs(p.checked, cfg) {
		if goOn {
			return p.onward()
		}
		return nil
	}
	if cfg.Model == "" || !goOn && sameInputs(p.checked, cfg) {
		return nil
	}
	w.busy.begin("reading the model")
	p.goOn = goOn
	p.asked++
	p.checked = cfg
	number, prepare := p.asked, w.opt.Prepare
	return func() tea.Msg {
		project, err := prepare(cfg)
		return checkedMsg{number: number, project: project, err: err}
	}
}

// sameInputs reports whether a check of one would say the same of the other.
func sameInputs(a, b run.Config) bool {
	return a.Model == b.Model && a.Links == b.Links && reflect.DeepEqual(a.Sources, b.Sources)
}

func (p *projectPage) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, _ := p.form.Update(msg)
		return cmd
	case checkedMsg:
		if msg.number != p.asked {
			return nil
		}
		p.of.busy.end()
		p.result, p.err, p.of.project = msg.project, msg.err, msg.project
		if p.of.draft.goal != nil {
			if msg.err == nil {
				return p.of.draft.arrive()
			}
			p.of.draft.goal = nil // it stays on this step, which says what is wrong
		}
		if p.goOn && msg.err == nil {
			p.goOn = false
			return p.onward()
		}
		p.goOn = false
	case readingMsg:
		if msg.number == p.asked && p.of.busy.what != "" {
			p.of.busy.what = msg.what
		}
		return reading(msg.number, msg.steps)
	case extractedMsg:
		if msg.number != p.asked {
			return nil
		}
		p.of.busy.end()
		if p.err = msg.err; msg.err == nil {
			return p.env().Go(screen.Open{Screen: components.Over(p.env(), msg.program, p.of.cfg, p.made)})
		}
	case proposedMsg:
		if msg.number != p.asked {
			return nil
		}
		p.of.busy.end()
		switch {
		case msg.err != nil:
			return screen.Say("No links can be proposed: " + msg.err.Error())
		case len(msg.found.Links) == 0:
			return screen.Say("No link can be proposed: no service has the name of a method in these sources. enter goes on without.")
		}
		return p.env().Go(screen.Open{Screen: newProposalScreen(p, msg.found)})
	}
	return nil
}

func (p *projectPage) env() *screen.Env { return p.of.env }

// lone reports whether there is a model and nothing that could be measured of it: no sources and no links.
func (p *projectPage) lone() bool {
	return p.result != nil && len(p.checked.Sources) == 0 && p.sources.Value() == "" && p.links.Value() == "" &&
		!slices.ContainsFunc(p.result.Elements, func(e model.Element) bool { return e.Linked() })
}

// onward goes on to the next step, once a person has seen what links can be
// proposed for a model without any.
func (p *projectPage) onward() tea.Cmd {
	w := p.of
	if p.lone() {
		shown, err := review.NewModel(w.env, p.checked.Model)
		if err != nil {
			return screen.Say("Can't read the model: " + text.Safe(err.Error()))
		}
		return w.env.Go(screen.Open{Screen: shown})
	}
	if w.opt.ProposeLinks == nil || !p.result.Unlinked() || sameInputs(p.offered, p.checked) {
		p.offered = run.Config{} // whoever comes back is asked again
		return w.draft.keep(w.next())
	}
	p.offered = p.checked
	w.busy.begin("searching the source for the model's elements")
	number, cfg, propose := p.asked, p.checked, w.opt.ProposeLinks
	return func() tea.Msg {
		found, err := propose(cfg)
		return proposedMsg{number: number, found: found, err: err}
	}
}

// use makes a file of confirmed links that of the project, and goes on.
func (p *projectPage) use(file string) tea.Cmd {
	p.links.Set(p.of.files().short(file))
	return p.check(true)
}

// Body draws the fields and what came of the check; where there is room, what the model
// describes, too.
func (p *projectPage) Body(width, height int) []string {
	w := p.of
	what := aside.Explained(w.env.Theme, "What this does",
		"Beagle measures the program and learns what the model's elements cost: how long internal actions take, how often loops run, which branch is taken, which arguments calls pass.",
		"Links say which statements an element stands for. Without a link file Beagle proposes links by names and structure.",
		"Your sources stay unchanged: probes go into a copy or into loaded classes. Results go into a new file after your review.")
	if p.result == nil {
		return aside.Room(w.env.Theme, func(width int) []string { return p.own(width, height) }, width, height, what)
	}
	return aside.Room(w.env.Theme, func(width int) []string { return p.own(width, height) }, width, height, aside.Described(w.env.Theme, "What the model describes, and where it is in the code", p.result.Elements), what)
}

// own is the fields and what came of the check.
func (p *projectPage) own(width, height int) []string {
	th := p.of.env.Theme
	lines := []string{}
	if height > 12 {
		lines = append(lines, text.Wrap(th.Strong.Render("Model and source code"), width)...)
		lines = append(lines, "")
	}
	lines = append(lines, p.form.Draw(th, width)...)
	lines = append(lines, "")
	switch {
	case p.of.busy.what != "":
		lines = append(lines, th.Muted.Render(p.of.busy.said()))
	case p.err != nil:
		lines = append(lines, p.failure(width)...)
	case p.model.Value() == "" && p.of.opt.Extract != nil:
		lines = append(lines, text.Wrap(th.Info.Render("▸")+" No Palladio model is named. Enter its path (tab completes), or create one from the Java sources: enter shows its components, and you decide. It goes into a new folder; nothing else changes.", width)...)
	case p.model.Value() == "":
		lines = append(lines, text.Wrap(th.Info.Render("▸")+" No Palladio model is named. Enter its path (tab completes), or create one from Java sources: beagle extract.", width)...)
	case p.result != nil:
		lines = append(lines, p.found(width)...)
	}
	return lines
}

// failure says why the project cannot be read, and what to do.
func (p *projectPage) failure(width int) []string {
	th := p.of.env.Theme
	lines := text.Wrap(th.Bad.Render("✗ "+text.Safe(p.err.Error())), width)
	if problem, ok := asProblem(p.err); ok && problem.Hint != "" {
		lines = append(lines, text.Wrap("  "+text.Safe(problem.Hint), width)...)
	}
	return lines
}

func (p *projectPage) found(width int) []string {
	th := p.of.env.Theme
	counts, linked := map[model.Kind]int{}, 0
	for i := range p.result.Elements {
		counts[p.result.Elements[i].Kind]++
		if p.result.Elements[i].Linked() {
			linked++
		}
	}
	lines := text.Wrap(th.Good.Render("✓")+" "+words.Elements(counts), width)
	if without := len(p.result.Elements) - linked; without > 0 {
		lines = append(lines, text.Wrap(th.Warn.Render("◆")+" "+quantity.Plural(without, "element has", "elements have")+
			" no link into the source and cannot be measured", width)...)
	}
	if p.lone() {
		lines = append(lines, text.Wrap(th.Info.Render("▸")+" No sources: enter shows the elements and their values, to check, to change, and to ask what if. Enter Sources to measure.", width)...)
	}
	if p.doubt != "" {
		lines = append(lines, text.Wrap(th.Warn.Render("◆")+" "+p.doubt, width)...)
	}
	if p.of.opt.ProposeLinks != nil && p.result.Unlinked() {
		if !sameInputs(p.offered, p.checked) {
			lines = append(lines, text.Wrap(th.Info.Render("▸")+" enter searches the sources for them and shows what it finds", width)...)
		}
		return append(lines, problemLines(p.of, withoutRule(p.result.Problems, "links-missing"), width)...)
	}
	return append(lines, problemLines(p.of, slices.DeleteFunc(slices.Clone(p.result.Problems), countsUnlinked), width)...)
}

// withoutRule leaves out what is said already.
func withoutRule(problems []model.Problem, rule string) []model.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p model.Problem) bool { return p.Rule == rule })
}

// countsUnlinked reports whether a problem only counts the elements without a link, which is
// said above it.
func countsUnlinked(p model.Problem) bool { return p.Rule == "links-missing" && p.Element == "" }

// problemLines are problems, worst first, one line each; of those that one
// check found many times only the first is shown.
func problemLines(w *Wizard, problems []model.Problem, width int) []string {
	th := w.env.Theme
	type group struct {
		severity model.Severity
		rule     string
	}
	count := map[group]int{}
	for i := range problems {
		count[group{problems[i].Severity, problems[i].Rule}]++
	}
	var lines []string
	for _, severity := range []model.Severity{model.Error, model.Warning, model.Info} {
		style := map[model.Severity]lipgloss.Style{model.Error: th.Bad, model.Warning: th.Warn, model.Info: th.Muted}[severity]
		for i := range problems {
			p := problems[i]
			g := group{p.Severity, p.Rule}
			n := count[g]
			if p.Severity != severity || n == 0 {
				continue
			}
			more := ""
			if p.Rule != "" && n > 1 {
				count[g] = 0
				more = fmt.Sprintf("  and %s like it", quantity.Count(int64(n-1)))
			}
			p.File = w.files().short(p.File)
			line := style.Render(words.Severity(severity)) + "  " + words.Problem(&p)
			lines = append(lines, text.Cut(line, width-text.Width(more))+th.Muted.Render(more))
		}
	}
	return lines
}

// fileName is the last part of a path.
func fileName(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Base(path)
}

func asProblem(err error) (model.Problem, bool) {
	var problem model.Problem
	ok := errors.As(err, &problem)
	return problem, ok
}
