// Package wizard sets an analysis up in six steps: project, selection,
// launches, timeout, measuring, overview. Every step can be left in both
// directions and keeps what was entered; the last one says which command does
// the same without screens.
package wizard

import (
	"context"
	"fmt"
	"strings"

	"beagle/run/draft"
	"beagle/run/project"

	tea "charm.land/bubbletea/v2"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/tui/components"
	"beagle/tui/dialog"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// Options are what the wizard starts from, and what it can do.
type Options struct {
	Config run.Config // what the steps begin with
	// Models are the model files of a folder without settings, and Guess is what
	// the folder suggests of one of them; nil: the settings are known.
	Models []string
	Guess  func(model string) run.Config
	// Prepare reads model, links and sources.
	Prepare func(run.Config) (*project.Project, error)
	// Extract reads the sources of the project, where there is no model, so that one can
	// be made of them, and says what it is at; nil: there are none that it could be made of.
	Extract func(ctx context.Context, say func(string)) (components.Program, error)
	// Outdated is a model that was extracted; nil: it was not.
	Outdated *Outdated
	// ProposeLinks finds links for a model without any; nil: not offered.
	ProposeLinks func(run.Config) (*project.LinkProposal, error)
	// Commands are the problems of the build and launch commands that can be
	// seen without running them; nil: not looked at.
	Commands func(*run.Config) []model.Problem
	// Ways finds ways to launch the program; nil: none are looked for.
	Ways func(context.Context, run.Config) (Ways, error)
	// Methods finds the methods of the model that drivers can call; nil: none are looked for.
	Methods func(context.Context, run.Config) (Methods, error)
	// Start starts the analysis.
	Start func(run.Config) (run.Run, error)
	// Others are the names of analyses that measure now, and Wait starts the analysis
	// when these have ended; nil: nobody asks.
	Others func() []string
	Wait   func(context.Context, run.Config) (run.Run, error)
	// Headless is the command line that does the same.
	Headless func(run.Config) string
	// Settings are all settings of an analysis, and Change is it with one of them as a
	// text says (empty: the default); nil: only what the steps ask for is changed.
	Settings func(run.Config) []run.Setting
	Change   func(c run.Config, key, value string) (run.Config, error)
	// Save writes the settings as beagle.yaml; nil: saving is not offered. Replaces
	// names the settings that it would change in a file that somebody else wrote;
	// nil: nobody is asked.
	Save     func(run.Config) error
	Replaces func(run.Config) []string
	// Draft is what a person entered before and did not save, nil: nothing, and Stale
	// names settings that the project's file says otherwise since. Keep keeps what is
	// entered now, and Drop forgets it; nil: no draft is kept.
	Draft *draft.Draft
	Stale []string
	GoOn  bool // the person said to go on with the draft already
	Keep  func(draft.Draft) error
	Drop  func() error
	// TryLaunch runs a launch configuration once and reports what it did; nil:
	// trying out is not offered.
	TryLaunch func(context.Context, run.Config, measure.Launch) (string, error)
	Runs      live.Runs    // what the screens of the run can do besides
	Home      bool         // there is a home screen to go back to
	CanDetach bool         // the run that Start starts goes on when the screens are left
	Say       func(string) // says a line when the screens are gone; nil: nobody does
}

// Wizard is the screen; its steps are pages.
type Wizard struct {
	env *screen.Env
	opt Options
	cfg run.Config
	// Started opens the screens of a run that was started, with the settings that it has.
	started func(run.Run, run.Config) tea.Cmd

	project *project.Project // of the last check; nil: not checked, or it failed
	sequence
	saved run.Config // as loaded or saved last
	busy  work
	draft drafting
	form  *launchForm // that is open; nil: none
}

// New is a wizard at its first step.
func New(env *screen.Env, opt Options, started func(run.Run, run.Config) tea.Cmd) *Wizard {
	w := &Wizard{env: env, opt: opt, cfg: opt.Config, saved: opt.Config, started: started, busy: work{env: env}}
	defaults(&w.cfg)
	w.saved = w.cfg
	w.draft.of, w.draft.began = w, w.cfg
	w.open()
	return w
}

// open makes the steps of the present settings.
func (w *Wizard) open() {
	w.pages = []screen.Screen{
		newProjectPage(w), newSelectionPage(w), newLaunchPage(w), newTimeoutPage(w), newMeasuringPage(w), newOverviewPage(w),
	}
}

// defaults fills in what the wizard would ask otherwise.
func defaults(c *run.Config) {
	if c.Timeout.Kind == "" {
		c.Timeout.Kind = "adaptive"
	}
	if c.Machine == "" {
		c.Machine = "local"
	}
	if c.Measure.Tool == "" {
		c.Measure.Tool = "kieker"
	}
	if c.Measure.Probe == "" {
		c.Measure.Probe = "builtin"
	}
	if c.Measure.Clock == "" {
		c.Measure.Clock = "auto"
	}
}

// Place is the present step's name.
func (w *Wizard) Place() string { return name(w.page()) }

// Ended keeps what was entered when the terminal has vanished.
func (w *Wizard) Ended() { w.draft.ended() }

// Init shows the first step, and before it what to do with a draft, and the
// choice among several models.
func (w *Wizard) Init() tea.Cmd {
	switch {
	case w.opt.Draft != nil && w.opt.GoOn:
		return w.draft.from(draftMsg{goOn: true})
	case w.opt.Draft != nil:
		return dialog.Show(w.env, w.draft.ask())
	}
	return w.begin()
}

// begin shows the first step, or the choice among several models.
func (w *Wizard) begin() tea.Cmd {
	first, ok := w.page().(*projectPage)
	if ok && w.opt.choice() {
		return w.env.Go(screen.Open{Screen: newChoice(first)})
	}
	return tea.Batch(w.page().Init(), w.outdated())
}

// adopt takes over settings that were changed outside of the steps that ask for them.
func (w *Wizard) adopt(cfg run.Config) {
	w.cfg, w.project = cfg, nil
	for i, p := range w.pages {
		switch p := p.(type) {
		case *projectPage:
			p.fill()
		case *timeoutPage:
			w.pages[i] = newTimeoutPage(w)
		case *measuringPage:
			w.pages[i] = newMeasuringPage(w)
		}
	}
}

// Update hands messages to all steps, and keys to the present one.
func (w *Wizard) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		return w.draft.keep(w.page().Update(msg))
	case draftMsg:
		return w.draft.from(msg)
	case undraftedMsg:
		return w.draft.failed(msg.err)
	case editedMsg:
		return w.askAgain(msg.files)
	case againMsg:
		return w.again(msg)
	case tickMsg:
		return w.busy.tick()
	}
	commands := make([]tea.Cmd, len(w.pages))
	for i, p := range w.pages {
		commands[i] = p.Update(msg)
	}
	return tea.Batch(commands...)
}

// Scopes are the bindings of the present step.
func (w *Wizard) Scopes() []*keys.Scope { return append(w.page().Scopes(), keys.Everywhere) }

// Footer names what matters now.
func (w *Wizard) Footer() []keys.Action {
	if w.at == 0 && w.opt.Home {
		return []keys.Action{keys.Enter, keys.Next, keys.Back, keys.Palette, keys.Help, keys.Stop}
	}
	return w.page().Footer()
}

// Word replaces a footer word.
func (w *Wizard) Word(action keys.Action) string {
	if action == keys.Back && w.at == 0 && w.opt.Home {
		return "home"
	}
	return w.page().Word(action)
}

// Typing reports whether a text field has the focus.
func (w *Wizard) Typing() bool { return w.page().Typing() }

// Off says why something cannot be done now.
func (w *Wizard) Off(action keys.Action) string {
	switch action {
	case keys.Leave, keys.Stop, keys.Help, keys.Back:
		return ""
	case keys.Enter:
		if w.busy.what != "" {
			return w.busy.what
		}
	default: // everything else can be done at any time
	}
	return w.page().Off(action)
}

// Act does what a key asks for.
func (w *Wizard) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Leave, keys.Stop:
		return w.leave()
	case keys.Back:
		if cmd := w.page().Act(action); cmd != nil {
			return cmd
		}
		if w.detour {
			return w.next()
		}
		if w.at == 0 && w.opt.choice() {
			return nil // the page went to the choice
		}
		if w.at == 0 {
			return w.env.Go(screen.Close{}) // what was entered is in the draft
		}
		w.at--
		return w.draft.keep(w.page().Init())
	default:
		return w.draft.keep(w.page().Act(action))
	}
}

// leave ends the wizard; what was entered is kept as a draft.
func (w *Wizard) leave() tea.Cmd {
	quit := screen.Send(screen.Quit{})
	if !w.draft.entered() {
		return tea.Sequence(w.draft.drop(), quit)
	}
	ask := &dialog.Dialog{
		Title: "Leave without starting?", Text: "You changed settings that are not saved.",
		Answers: []dialog.Answer{{Key: "esc", Word: "stay"}}, Again: quit,
	}
	if w.opt.Save != nil {
		ask.Answers = append(ask.Answers, dialog.Answer{Key: "s", Word: "save and leave", Do: w.save(tea.Sequence(w.draft.drop(), quit))})
	}
	if w.opt.Keep == nil {
		ask.Answers = append(ask.Answers, dialog.Answer{Key: "l", Word: "leave", Do: quit})
		return dialog.Show(w.env, ask)
	}
	ask.Text += " They are kept as a draft; start Beagle here again to continue."
	ask.Answers = append(ask.Answers, dialog.Answer{Key: "l", Word: "leave, keep the draft", Do: quit},
		dialog.Answer{Key: "x", Word: "discard and leave", Do: tea.Sequence(w.draft.drop(), quit)})
	return dialog.Show(w.env, ask)
}

// savedMsg is what came of saving.
type savedMsg struct {
	cfg  run.Config
	err  error
	then tea.Cmd
}

// save writes the settings, after a question where that changes what somebody
// else wrote.
func (w *Wizard) save(then tea.Cmd) tea.Cmd {
	cfg, save := w.cfg, w.opt.Save
	do := func() tea.Msg { return savedMsg{cfg: cfg, err: save(cfg), then: then} }
	if w.opt.Replaces == nil {
		return do
	}
	return func() tea.Msg {
		names := w.opt.Replaces(cfg)
		if len(names) == 0 {
			return do()
		}
		return dialog.Ask{Dialog: &dialog.Dialog{
			Title: "Change beagle.yaml?",
			Text:  "The file is there. Saving changes " + strings.Join(names, ", ") + ". Everything else stays, comments too; the old file is kept as beagle.yaml.bak.",
			Answers: []dialog.Answer{
				{Key: "esc", Word: "do not save"},
				{Key: "s", Word: "save", Do: do},
			},
			Focus: 1,
		}}
	}
}

// Where says where in the list of the step a person is.
func (w *Wizard) Where() string {
	if page, scrolled := w.page().(screen.Scrolled); scrolled {
		return page.Where()
	}
	return ""
}

// Title is the header.
func (w *Wizard) Title() (left, right string) {
	return "New analysis  " + w.env.Theme.Muted.Render(text.Safe(fileName(w.cfg.Model))), w.draft.word() + fmt.Sprintf("step %d of %d", w.at+1, len(w.pages))
}

// Body draws the steps and the present one.
func (w *Wizard) Body(width, height int) []string {
	lines := []string{w.names(w.env.Theme, width), ""}
	if height < 9 {
		lines = lines[:1]
	}
	return append(lines, w.page().Body(width, height-len(lines))...)
}
