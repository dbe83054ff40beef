package wizard

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/model"
	"beagle/tui/dialog"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// Methods are the methods of a model that drivers could call.
type Methods interface {
	List() []Method // in the order in which they are shown
	// Drive calls a method of the list until it knows inputs that the method accepts, and is the launch that drives
	// it. The error, a model.Problem where a person can act, says why there is none.
	Drive(ctx context.Context, name string) (measure.Launch, error)
	Close() // forgets the program
}

// Method is a method that a driver could call.
type Method struct {
	Name    string // with its class and the types of its parameters
	Setting string // as drive.allow names it
	Harm    string // what it could do beyond computing, and the call that does it; empty: nothing is known
	Launch  string // name of the launch that drives it
	Likely  bool   // selected before a person says anything
}

// methodsScreen asks which methods drivers may call, has them called, and says which could not be and what to add.
type methodsScreen struct {
	screen.Base
	of     *Wizard
	ctx    context.Context //nolint:containedctx // ends when the screen is left
	cancel context.CancelFunc
	began  time.Time // of what is being done

	methods Methods
	list    []Method
	err     error // the program cannot be read
	keep    ticks
	failed  map[int]error // why a method could not be driven
	driving int           // row of the method whose inputs are looked for; -1: none
	added   int
	cursor  screen.Cursor
}

// methodsMsg is what was read, drivenMsg what came of a method, allowedMsg a person's word on a method that could do
// harm; methodsTick moves the clock.
type (
	methodsMsg struct {
		of      *methodsScreen
		methods Methods
		err     error
	}
	drivenMsg struct {
		of     *methodsScreen
		launch measure.Launch
		err    error
	}
	allowedMsg struct {
		of *methodsScreen
		at int
	}
	methodsTick struct{ of *methodsScreen }
)

func newMethods(w *Wizard) *methodsScreen {
	ctx, cancel := context.WithCancel(w.env.Ctx)
	return &methodsScreen{of: w, ctx: ctx, cancel: cancel, began: w.env.Now(), failed: map[int]error{}, driving: -1}
}

// Init reads the program; nothing of it runs.
func (s *methodsScreen) Init() tea.Cmd {
	find, cfg := s.of.opt.Methods, s.of.cfg
	return tea.Batch(s.tick(), func() tea.Msg {
		methods, err := find(s.ctx, cfg)
		return methodsMsg{s, methods, err}
	})
}

func (s *methodsScreen) tick() tea.Cmd { return s.of.env.After(time.Second, methodsTick{s}) }

// reading reports whether the program is being read.
func (s *methodsScreen) reading() bool { return s.methods == nil && s.err == nil }

func (s *methodsScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case methodsTick:
		if msg.of == s && (s.reading() || s.driving >= 0) {
			return s.tick()
		}
	case methodsMsg:
		if msg.of == s {
			s.take(msg)
		}
	case allowedMsg:
		if msg.of == s {
			s.keep[msg.at] = true
		}
	case drivenMsg:
		if msg.of == s && s.ctx.Err() == nil {
			return s.driven(msg)
		}
	}
	return nil
}

func (s *methodsScreen) take(msg methodsMsg) {
	s.methods, s.err = msg.methods, msg.err
	if s.ctx.Err() != nil && s.methods != nil {
		s.methods.Close()
	}
	if s.err != nil || s.ctx.Err() != nil {
		return
	}
	s.list = s.methods.List()
	s.keep = make(ticks, len(s.list))
	for i := range s.list {
		s.keep[i] = s.list[i].Likely && !s.there(i)
	}
}

func (s *methodsScreen) there(i int) bool {
	return slices.ContainsFunc(s.of.cfg.Launch, func(l measure.Launch) bool { return l.Name == s.list[i].Launch })
}

// next has the next selected method called; when there is none left, it tells what was done.
func (s *methodsScreen) next() tea.Cmd {
	s.driving = slices.Index(s.keep, true)
	if s.driving < 0 {
		said := "Added " + quantity.Plural(s.added, "launch", "launches") + "."
		s.added = 0
		if len(s.failed) == 0 {
			return tea.Batch(s.close(), screen.Say(said))
		}
		for i := range s.list {
			if s.failed[i] != nil {
				s.cursor.At = i
				break
			}
		}
		return screen.Say(said + " " + quantity.Plural(len(s.failed), "method needs", "methods need") + " something from you; see below.")
	}
	s.began = s.of.env.Now()
	s.cursor.At = s.driving
	name := s.list[s.driving].Name
	return func() tea.Msg {
		launch, err := s.methods.Drive(s.ctx, name)
		return drivenMsg{s, launch, err}
	}
}

// driven adds the launch of a method, or keeps why there is none.
func (s *methodsScreen) driven(msg drivenMsg) tea.Cmd {
	at, cfg := s.driving, &s.of.cfg
	s.keep[at] = false
	if msg.err != nil {
		s.failed[at] = msg.err
		return s.next()
	}
	delete(s.failed, at)
	s.added++
	cfg.Launch = append([]measure.Launch{msg.launch}, cfg.Launch...) // first, since they alone teach what they drive
	if m := &s.list[at]; m.Harm != "" && !slices.Contains(cfg.Drive.Allow, m.Setting) {
		cfg.Drive.Allow = append(slices.Clip(cfg.Drive.Allow), m.Setting)
	}
	return s.of.draft.keep(s.next())
}

// close ends what goes on, and the screen.
func (s *methodsScreen) close() tea.Cmd {
	s.cancel()
	if s.methods != nil && s.driving < 0 {
		s.methods.Close()
	}
	return s.of.env.Go(screen.Close{})
}

func (s *methodsScreen) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.Methods, keys.Moving, keys.Everywhere}
}

func (s *methodsScreen) Footer() []keys.Action {
	if s.reading() || s.driving >= 0 {
		return []keys.Action{keys.Back, keys.Help}
	}
	return []keys.Action{keys.Enter, keys.Toggle, keys.All, keys.None, keys.Back, keys.Help}
}

func (s *methodsScreen) Word(action keys.Action) string {
	if action == keys.Back && s.driving >= 0 {
		return "stop"
	}
	return ""
}

func (s *methodsScreen) Off(action keys.Action) string {
	switch action {
	case keys.Enter, keys.Toggle, keys.All, keys.None, keys.Export:
		switch {
		case s.reading():
			return "the program is being read"
		case s.err != nil || len(s.list) == 0:
			return "there is no method to choose"
		case s.driving >= 0:
			return "inputs are being looked for"
		case action == keys.Enter && s.keep.count() == 0:
			return "select a method first (space)"
		case action == keys.Toggle && s.there(s.cursor.At):
			return "a launch calls this method already"
		}
	default: // everything else can be done at any time
	}
	return ""
}

func (s *methodsScreen) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		return tea.Batch(s.next(), s.tick())
	case keys.Toggle:
		at := s.cursor.At
		if s.list[at].Harm != "" && !s.keep[at] {
			return dialog.Show(s.of.env, s.ask(at))
		}
		s.keep[at] = !s.keep[at]
	case keys.All, keys.None:
		for i := range s.keep {
			s.keep[i] = action == keys.All && s.list[i].Harm == "" && !s.there(i)
		}
	case keys.Export:
		return s.of.env.Export("methods", []string{"method", "harm", "state", "why"}, s.table())
	case keys.Back:
		return s.close()
	case keys.Leave, keys.Stop:
		s.cancel()
		return s.of.leave()
	default:
		s.cursor.Move(action, len(s.list))
	}
	return nil
}

// ask asks whether Beagle may call a method that could do harm.
func (s *methodsScreen) ask(at int) *dialog.Dialog {
	m := &s.list[at]
	return &dialog.Dialog{
		Title: "Call this method?",
		Text: text.Safe(m.Name) + " " + text.Safe(m.Harm) + ".\nBeagle would call it thousands of times with made inputs, in an empty folder with a home of its own. " +
			"It can still reach what its code names.",
		Answers: []dialog.Answer{
			{Key: "esc", Word: "don't call it"},
			{Key: "y", Word: "call it", Do: screen.Send(allowedMsg{s, at})},
		},
	}
}

func (s *methodsScreen) table() (rows [][]string) {
	for i := range s.list {
		why := ""
		if err := s.failed[i]; err != nil {
			why = err.Error()
		}
		rows = append(rows, []string{s.list[i].Name, s.list[i].Harm, s.state(i), why})
	}
	return rows
}

// state is in few words what is known of a method.
func (s *methodsScreen) state(i int) string {
	harm, _, _ := strings.Cut(s.list[i].Harm, ":")
	switch {
	case i == s.driving:
		return "looking for inputs…  " + quantity.Clock(s.of.env.Now().Sub(s.began))
	case s.there(i):
		return "is called by a launch"
	case s.failed[i] != nil:
		return "needs something from you"
	case harm != "":
		return harm
	}
	return "only computes"
}

func (s *methodsScreen) Title() (left, right string) {
	return "Methods that Beagle can call", fmt.Sprintf("%d of %d selected", s.keep.count(), len(s.list))
}

// Where says which row is chosen.
func (s *methodsScreen) Where() string { return s.cursor.Where() }

func (s *methodsScreen) Body(width, height int) []string {
	th := s.of.env.Theme
	lines := text.Wrap(th.Muted.Render("Beagle calls the selected methods now, about 5 s each, in an empty folder, and adds a launch for each. Inputs of many sizes teach how a cost grows."), width)
	lines = append(lines, "")
	switch {
	case s.reading():
		return text.Pad(append(lines, th.Muted.Render("Reading the program; nothing of it runs…  "+quantity.Clock(s.of.env.Now().Sub(s.began)))), height)
	case s.err != nil:
		return text.Pad(append(lines, s.why(s.err, width)...), height)
	case len(s.list) == 0:
		return text.Pad(append(lines, text.Wrap("The model has no service with parameters that is entered from outside.", width)...), height)
	}
	below := s.detail(width)
	most := max(3, (height-len(lines))/2)
	below = below[:min(len(below), most)]
	name, state := 0, 0
	for i := range s.list {
		name, state = max(name, text.Width(s.list[i].Name)), max(state, text.Width(s.state(i)))
	}
	name = max(10, min(name, width-state-7))
	from, to := s.cursor.Window(len(s.list), max(1, height-len(lines)-len(below)-1))
	for i := from; i < to; i++ {
		style := th.Plain
		if s.failed[i] != nil {
			style = th.Warn
		}
		line := box(s.keep[i] || s.there(i)) + text.FitMiddle(text.Safe(s.list[i].Name), name) + "  " + s.state(i)
		lines = append(lines, th.Row(text.Cut(line, width-1), width, i == s.cursor.At, style))
	}
	return text.Pad(append(append(lines, ""), below...), height)
}

// detail is what is known of the method of the row, in full.
func (s *methodsScreen) detail(width int) []string {
	th, at := s.of.env.Theme, s.cursor.At
	m := &s.list[at]
	lines := text.Wrap(text.Safe(m.Name), width)
	switch {
	case s.failed[at] != nil:
		return s.why(s.failed[at], width)
	case m.Harm != "":
		lines = append(lines, text.Wrap(th.Warn.Render("◆")+" It "+text.Safe(m.Harm)+".", width)...)
	}
	return lines
}

// why says why something cannot be done, and what to do.
func (s *methodsScreen) why(err error, width int) []string {
	th := s.of.env.Theme
	message, hint := err.Error(), ""
	if p := (model.Problem{}); errors.As(err, &p) {
		message, hint = p.Message, p.Hint
	}
	mark, lines := th.Bad.Render("✗ "), []string(nil)
	for _, line := range text.Lines(message) { // a stack has lines of its own
		lines, mark = append(lines, text.Wrap(mark+line, width)...), ""
	}
	if hint != "" {
		lines = append(lines, text.Wrap(th.Info.Render("▸ ")+text.Safe(hint)+".", width)...)
	}
	return lines
}
