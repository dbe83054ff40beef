package wizard

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/measure"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/wizard/aside"
	"beagle/tui/wizard/launchfields"
)

// Ways are the ways to launch a program that were found in its sources and build
// files, likelier ones first, and the command that builds it.
type Ways struct {
	Found []Way    // ways to launch the program that were found
	Build []string // command that builds the program; nil: none was found
}

// Way is a way to launch a program.
type Way struct {
	Launch measure.Launch // as a configuration has it
	What   string         // for a person: class with main, 12 tests, ...
	File   string         // where it was found
	Server bool           // it does not end by itself: somebody has to use it
	Single bool           // one class of a module's tests
	Asks   bool           // it reads arguments that nobody knows
	Apart  bool           // the build does not compile it
}

// serverFor is how long a server runs that was found, until a person says who uses it.
const serverFor = "60s"

// looking is what the launch page knows of ways to launch the program.
type looking struct {
	of     *launchPage
	asked  string // the folder that was looked through; empty: none yet
	busy   bool
	ways   Ways
	err    error
	opened bool // what was found was shown unasked
}

// waysMsg is what was found.
type waysMsg struct {
	asked string
	ways  Ways
	err   error
}

// begin looks once for ways to launch the program; nil: that was done.
func (l *looking) begin() tea.Cmd {
	w := l.of.of
	if w.opt.Ways == nil || l.asked == w.cfg.Project {
		return nil
	}
	l.asked, l.busy = w.cfg.Project, true
	ctx, cfg, find := w.env.Ctx, w.cfg, w.opt.Ways
	return func() tea.Msg {
		ways, err := find(ctx, cfg)
		return waysMsg{asked: cfg.Project, ways: ways, err: err}
	}
}

// take takes in what was found, and shows it where nothing is configured yet.
func (l *looking) take(msg waysMsg) tea.Cmd {
	w := l.of.of
	if msg.asked != l.asked {
		return nil
	}
	l.busy, l.ways, l.err = false, msg.ways, msg.err
	if len(l.ways.Found) == 0 || l.opened || len(w.cfg.Launch) > 0 || w.page() != screen.Screen(l.of) || w.form != nil {
		return nil
	}
	l.opened = true
	return w.env.Go(screen.Open{Screen: newWays(l.of)})
}

// off says why what was found cannot be shown.
func (l *looking) off() string {
	switch {
	case l.of.of.opt.Ways == nil:
		return "nothing is looked for here"
	case l.busy:
		return "still searching"
	case l.err != nil:
		return l.err.Error()
	case len(l.ways.Found) == 0:
		return "no class with main and no tests were found in " + l.asked
	}
	return ""
}

// says tells in a line what was found; empty: nothing.
func (l *looking) says() string {
	th := l.of.of.env.Theme
	switch {
	case l.busy:
		return th.Muted.Render("Searching for ways to launch it…")
	case len(l.ways.Found) > 0:
		key, _ := keys.Of([]*keys.Scope{keys.Launches}, keys.Propose)
		return th.Info.Render("▸ ") + quantity.Plural(len(l.ways.Found), "way to launch it was", "ways to launch it were") + " found in the sources:  " + th.Key.Render(key.Show) + " shows and adds them."
	}
	return ""
}

// waysScreen lists ways to launch the program; those that are chosen are added.
type waysScreen struct {
	screen.Base
	of     *launchPage
	ways   Ways
	keep   ticks
	cursor screen.Cursor
}

// mostChosen is how many ways are chosen before a person says anything.
const mostChosen = 3

// block is the ways that were found, without those that are configured already.
func (l *looking) block() aside.Block {
	return aside.Block{Title: "Found in the sources", Lines: func(width, most int) (lines []string) {
		name, what := l.ways.columns(width)
		for i := range l.ways.Found {
			f := &l.ways.Found[i]
			if len(lines) < most && !f.among(l.of.of.cfg.Launch) {
				rest := text.Fit(text.Safe(f.What), what) + "  " + text.Safe(shell.Join(f.Launch.Command))
				lines = append(lines, "  "+text.FitMiddle(text.Safe(f.Launch.Name), name)+"  "+l.of.of.env.Theme.Muted.Render(text.Cut(rest, max(0, width-name-4))))
			}
		}
		return lines
	}}
}

// newWays shows the launches that were found; likely ones are chosen.
func newWays(p *launchPage) *waysScreen {
	s := &waysScreen{of: p, ways: p.looking.ways, keep: make(ticks, len(p.looking.ways.Found))}
	for i := range s.ways.Found {
		f := &s.ways.Found[i]
		s.keep[i] = !f.Server && !f.Single && !f.Asks && !f.Apart && s.keep.count() < mostChosen && !s.there(f)
	}
	return s
}

func (s *waysScreen) there(f *Way) bool { return f.among(s.of.of.cfg.Launch) }

func (f *Way) among(launches []measure.Launch) bool {
	return slices.ContainsFunc(launches, func(l measure.Launch) bool { return slices.Equal(l.Command, f.Launch.Command) })
}

// columns are the widths for names and kinds of ways: names are told apart by their ends,
// and commands are seen whole below the list.
func (w *Ways) columns(width int) (name, what int) {
	for i := range w.Found {
		name, what = max(name, text.Width(w.Found[i].Launch.Name)), max(what, text.Width(w.Found[i].What))
	}
	return max(14, min(name, width*2/5)), max(12, min(what, 24, width/4))
}

func (s *waysScreen) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.Ways, keys.Moving, keys.Everywhere}
}

func (s *waysScreen) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Toggle, keys.All, keys.None, keys.Back, keys.Help}
}

func (s *waysScreen) Word(action keys.Action) string {
	if action == keys.Back {
		return "add none"
	}
	return ""
}

func (s *waysScreen) Off(action keys.Action) string {
	switch {
	case action == keys.Enter && s.keep.count() == 0:
		return "none is chosen"
	case action == keys.Toggle && s.there(&s.ways.Found[s.cursor.At]):
		return "this launch is configured already"
	}
	return ""
}

func (s *waysScreen) Act(action keys.Action) tea.Cmd {
	w := s.of.of
	switch action {
	case keys.Enter:
		said := s.add()
		return w.draft.keep(tea.Batch(w.env.Go(screen.Close{}), screen.Say(said)))
	case keys.Toggle:
		s.keep[s.cursor.At] = !s.keep[s.cursor.At]
	case keys.All, keys.None:
		for i := range s.keep {
			s.keep[i] = action == keys.All && !s.there(&s.ways.Found[i])
		}
	case keys.Export:
		return w.env.Export("ways", []string{"name", "what", "command", "file"}, s.ways.table())
	case keys.Back:
		return w.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return w.leave()
	default:
		s.cursor.Move(action, len(s.keep))
	}
	return nil
}

func (w *Ways) table() (rows [][]string) {
	for i := range w.Found {
		f := &w.Found[i]
		rows = append(rows, []string{f.Launch.Name, f.What, shell.Join(f.Launch.Command), f.File})
	}
	return rows
}

// add makes launch configurations of what is chosen; it says what was done.
func (s *waysScreen) add() string {
	w := s.of.of
	w.cfg.Launch = slices.Clone(w.cfg.Launch)
	said := "Added " + quantity.Plural(s.keep.count(), "launch", "launches") + "; t tries one out."
	for i := range s.ways.Found {
		if !s.keep[i] {
			continue
		}
		f := s.ways.Found[i]
		l := f.Launch
		for n := 2; slices.ContainsFunc(w.cfg.Launch, func(o measure.Launch) bool { return o.Name == l.Name }); n++ {
			l.Name = fmt.Sprintf("%s %d", f.Launch.Name, n)
		}
		if f.Server {
			d, _ := parseDuration(serverFor)
			l.For, l.Repeat = d, 1
			said = "Added. A server runs for " + serverFor + ", in which somebody has to use it; e names a command for that."
		}
		w.cfg.Launch = append(w.cfg.Launch, l)
	}
	s.of.cursor.At = len(w.cfg.Launch) - 1
	if len(w.cfg.Build) == 0 && len(s.ways.Build) > 0 {
		w.cfg.Build = s.ways.Build
		if first, ok := w.pages[0].(*projectPage); ok {
			first.fill()
		}
		said += " It is built by " + shell.Join(s.ways.Build) + "."
	}
	return said
}

func (s *waysScreen) Title() (left, right string) {
	return "Ways to launch it", fmt.Sprintf("%d of %d selected", s.keep.count(), len(s.keep))
}

func (s *waysScreen) Body(width, height int) []string {
	th := s.of.of.env.Theme
	lines := []string{th.Muted.Render(text.Cut("Found in sources and build files. Prefer launches whose inputs vary.", width)), ""}
	below := s.detail(width)
	name, what := s.ways.columns(width - 6)
	from, to := s.cursor.Window(len(s.keep), max(1, height-len(lines)-len(below)-1))
	for i := from; i < to; i++ {
		f := &s.ways.Found[i]
		line := box(s.keep[i] || s.there(f)) + text.FitMiddle(text.Safe(f.Launch.Name), name) + "  " + text.Fit(text.Safe(f.What), what) + "  " + text.Safe(shell.Join(f.Launch.Command))
		lines = append(lines, th.Row(text.Cut(line, width-1), width, i == s.cursor.At, th.Plain))
	}
	return text.Pad(append(append(lines, ""), below...), height)
}

func (s *waysScreen) detail(width int) []string {
	th, f := s.of.of.env.Theme, &s.ways.Found[s.cursor.At]
	const most = 3
	command := text.Wrap(th.Muted.Render("Command  ")+text.Safe(shell.Join(f.Launch.Command)), width)
	lines := append(command[:min(len(command), most)], th.Muted.Render("Found in ")+text.CutLeft(text.Safe(s.of.of.files().short(f.File)), width-9))
	if len(f.Launch.Vary) > 0 {
		lines = append(lines, th.Muted.Render("Vary     ")+text.Cut(text.Safe(launchfields.Varying(f.Launch.Vary))+": each is a launch", width-9))
	}
	switch {
	case s.there(f):
		lines = append(lines, th.Muted.Render("It is configured already."))
	case f.Apart:
		lines = append(lines, text.Wrap(th.Warn.Render("◆")+" Its source lies where the build looks for none: add to the build's command what compiles it.", width)...)
	case f.Asks:
		lines = append(lines, text.Wrap(th.Warn.Render("◆")+" It reads arguments that nobody but you knows: e puts them in the place of ARGUMENT1 and so on once it is added, and t tries it out.", width)...)
	case f.Server:
		lines = append(lines, text.Wrap(th.Warn.Render("◆")+" It is a server, which somebody has to use while it is measured: e names a command for that once it is added.", width)...)
	}
	return lines
}

// Where says which row is chosen.
func (s *waysScreen) Where() string { return s.cursor.Where() }
