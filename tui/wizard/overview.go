package wizard

import (
	"slices"
	"strings"

	"beagle/run/project"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/wizard/aside"
	"beagle/tui/words"
)

// overviewPage shows everything once more, the command that does the same, and
// starts.
type overviewPage struct {
	screen.Base
	of     *Wizard
	rows   []overviewRow
	cursor screen.Cursor
	top    int              // first line that is seen
	change *change          // the row that is being changed; nil: none
	ready  *project.Project // with the selection as it is now
	found  []model.Problem
	err    error
	asked  int
}

// startedMsg is what came of starting.
type startedMsg struct {
	run run.Run
	cfg run.Config
	err error
}

// plannedMsg is the project with the present selection.
type plannedMsg struct {
	number   int
	project  *project.Project
	problems []model.Problem
	err      error
}

// newOverviewPage shows everything before it starts.
func newOverviewPage(w *Wizard) *overviewPage { return &overviewPage{of: w} }

func (p *overviewPage) Title() (left, right string) { return "Overview", "" }
func (p *overviewPage) Typing() bool                { return p.change != nil && p.change.form.Typing() }

func (p *overviewPage) Scopes() []*keys.Scope {
	if p.change != nil {
		return []*keys.Scope{keys.Forms}
	}
	return []*keys.Scope{keys.Overview, keys.Moving}
}

func (p *overviewPage) Footer() []keys.Action {
	if p.change != nil {
		return []keys.Action{keys.Enter, keys.Back, keys.Help}
	}
	return []keys.Action{keys.Enter, keys.Change, keys.All, keys.Save, keys.Back, keys.Help, keys.Leave}
}

func (p *overviewPage) Word(action keys.Action) string {
	if p.change != nil {
		return p.change.word(action)
	}
	return ""
}

// Init plans the measurement anew: the selection may be another one.
func (p *overviewPage) Init() tea.Cmd {
	p.asked++
	p.ready, p.err = nil, nil
	p.rows = p.list()
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
	if p.change != nil {
		return ""
	}
	switch action {
	case keys.Change:
		if p.row().key == "" && p.row().open == nil {
			return "this row follows from others"
		}
	case keys.All:
		if p.of.opt.Settings == nil {
			return "settings are changed in the steps only"
		}
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
	if p.change != nil {
		cmd, done := p.change.act(action)
		if done {
			p.change = nil
			return tea.Batch(cmd, p.Init())
		}
		return cmd
	}
	switch action {
	case keys.Change:
		return p.edit(p.row())
	case keys.All:
		return p.of.env.Go(screen.Open{Screen: newSettings(p.of)})
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
		p.cursor.Move(action, len(p.rows))
	}
	return nil
}

// start starts the analysis, at once or when others have ended.
func (p *overviewPage) start(wait bool) tea.Cmd {
	cfg, start, ctx := p.of.cfg, p.of.opt.Start, p.of.env.Ctx
	p.of.busy.begin("starting the analysis")
	if wait {
		p.of.busy.begin("waiting for other analyses to end; q leaves without starting")
		start = func(cfg run.Config) (run.Run, error) { return p.of.opt.Wait(ctx, cfg) }
	}
	return func() tea.Msg {
		r, err := start(cfg)
		return startedMsg{run: r, cfg: cfg, err: err}
	}
}

// startMsg is a person's word on other analyses that measure.
type startMsg struct{ wait bool }

// askOthers asks what to do while other analyses measure.
func (p *overviewPage) askOthers(others []string) *dialog.Dialog {
	return &dialog.Dialog{
		Title: "Another analysis is measuring",
		Text:  text.Safe(strings.Join(others, ", ")) + "\nTwo measurements at once disturb each other.",
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
	case tea.KeyPressMsg, tea.PasteMsg:
		if p.change != nil {
			return p.change.update(msg)
		}
	case plannedMsg:
		if msg.number == p.asked {
			p.ready, p.found, p.err = msg.project, msg.problems, msg.err
			if p.of.project == nil { // settings were changed outside of the steps
				p.of.project = msg.project
			}
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
		p.of.busy.end()
		if msg.err != nil {
			return dialog.Show(p.of.env, failed(msg.err))
		}
		return tea.Batch(p.of.draft.keepStarted(msg.run.ID()), p.of.started(msg.run, msg.cfg))
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
		Title: "Can't start the analysis", Text: body,
		Answers: []dialog.Answer{{Key: "esc", Word: "back to the overview"}},
	}
}

// Body draws the rows; where there is room, what would be measured.
func (p *overviewPage) Body(width, height int) []string {
	own := func(width int) []string { return p.own(width, height) }
	if p.ready == nil {
		return aside.Room(p.of.env.Theme, own, width, height)
	}
	return aside.Room(p.of.env.Theme, own, width, height, aside.Described(p.of.env.Theme, "What is measured", p.ready.Chosen), aside.Launched(p.of.env.Theme, p.of.cfg.Launch))
}

func (p *overviewPage) own(width, height int) []string {
	head := append(p.state(width), "")
	p.rows = p.list()
	p.cursor.Clamp(len(p.rows))
	var lines []string
	first, last := 0, 0
	for i := range p.rows {
		r := &p.rows[i]
		if r.gap {
			lines = append(lines, "")
		}
		if i == p.cursor.At {
			first = len(lines)
		}
		if i == p.cursor.At && p.change != nil {
			lines = append(lines, p.change.draw(width)...)
		} else {
			lines = append(lines, p.draw(r, width, i == p.cursor.At)...)
		}
		if i == p.cursor.At {
			last = len(lines)
		}
	}
	room := max(1, height-len(head))
	p.cursor.Window(len(p.rows), room-len(lines)+len(p.rows)) // tells the cursor what a page is
	if p.cursor.At == 0 {
		first = 0
	}
	p.top = max(0, min(max(min(p.top, first), last-room), len(lines)-room))
	return append(head, lines[p.top:min(len(lines), p.top+room)]...)
}

// state says whether the analysis can start.
func (p *overviewPage) state(width int) []string {
	th := p.of.env.Theme
	switch {
	case p.of.busy.what != "":
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

// elements says how much is measured.
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

// Where says which row is chosen.
func (p *overviewPage) Where() string { return p.cursor.Where() }
