// Package traces is the screen that shows live traces: rates, sources and
// their health, equivalence classes, one class as a call tree, and invalid
// traces with an explanation.
package traces

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/theme"
)

// pollEvery is how often the engine is asked. Reading goes on whatever the
// screen does; asking holds a source up for microseconds.
const pollEvery = 250 * time.Millisecond

// page is one of the lists of the screen.
type page int

const (
	classesPage page = iota
	invalidPage
	sourcesPage
	machinesPage // only where other machines reduce
	pages
)

// Screen is the screen's state. The engine is only asked from commands, one at
// a time.
type Screen struct {
	screen.List // its cursor is not used: each list has its own
	env         *screen.Env
	live        *traces.Live

	seen
	frozen bool
	newest traces.State   // while frozen: for the way back
	kept   *traces.Result // while frozen: what is seen, for exports and opened classes

	page     page
	top      int // line of the body in which the list begins
	classes  classList
	invalid  invalidList
	sources  sourceList
	machines machineList
	opened   *opened
	chosen   opened // the chosen class of the list, below it
}

// seen is the state that is drawn.
type seen struct {
	theme    *theme.Theme
	state    traces.State
	examples []traces.Invalid
	at       time.Time // when it was taken
	filter   *screen.Filter
}

// matches reports whether the filter lets a text through.
func (s *seen) matches(text string) bool {
	return s.filter.Text == "" || strings.Contains(strings.ToLower(text), strings.ToLower(s.filter.Text))
}

// ago is how long something was before the state that is shown.
func (s *seen) ago(t time.Time) string {
	if t.IsZero() {
		return quantity.None
	}
	if d := s.at.Sub(t); d >= time.Second {
		return quantity.Clock(d) + " ago"
	}
	return "now"
}

type (
	stateMsg struct {
		state    traces.State
		examples []traces.Invalid
		class    *classes.Class
		key      uint64
	}
	classMsg struct {
		key   uint64
		class *classes.Class
	}
	pollMsg struct{}
	keptMsg struct{ result traces.Result }
)

// New is a screen of live traces.
func New(env *screen.Env, live *traces.Live) *Screen {
	s := &Screen{env: env, live: live, seen: seen{theme: env.Theme}}
	s.Keys, s.Narrow, s.filter = keys.Traces, func() { s.classes.arrange(&s.seen) }, &s.Filter
	return s
}

// Init asks for the first state.
func (s *Screen) Init() tea.Cmd { return s.ask() }

// ask takes the state outside of the event loop.
func (s *Screen) ask() tea.Cmd {
	key, wanted := uint64(0), false
	switch rows := s.classes.rows; {
	case s.opened != nil:
		key, wanted = s.opened.key, true
	case s.page == classesPage && len(rows) > 0:
		key, wanted = rows[s.classes.Cursor.At].Key, true
	}
	return func() tea.Msg {
		msg := stateMsg{state: s.live.State(), examples: s.live.Examples(), key: key}
		if wanted {
			msg.class = s.live.Class(key)
		}
		return msg
	}
}

// Update takes new states and what is typed into the filter.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case stateMsg:
		s.take(msg)
		return s.env.After(pollEvery, pollMsg{})
	case pollMsg:
		return s.ask()
	case classMsg:
		if s.opened != nil && s.opened.key == msg.key {
			s.opened.class = msg.class
		}
	case keptMsg:
		if s.frozen {
			s.kept = &msg.result
		}
	default:
		return s.List.Update(msg)
	}
	return nil
}

// take shows a new state, unless the display is frozen.
func (s *Screen) take(msg stateMsg) {
	s.newest = msg.state
	if s.frozen {
		return
	}
	s.state, s.examples, s.at = msg.state, msg.examples, s.env.Now()
	if s.opened != nil && s.opened.key == msg.key && msg.class != nil {
		s.opened.class = msg.class
	}
	if s.opened == nil && msg.class != nil {
		s.chosen = opened{key: msg.key, class: msg.class}
	}
	s.classes.arrange(&s.seen)
}

// Footer names what can be done with the list that is seen.
func (s *Screen) Footer() []keys.Action {
	list := []keys.Action{keys.Tab, keys.Filter, keys.Freeze, keys.Export, keys.Help, keys.Leave}
	switch {
	case s.opened != nil:
		list = append([]keys.Action{keys.Back}, list...)
	case s.page == classesPage:
		list = append([]keys.Action{keys.Enter, keys.Tab, keys.Sort}, list[1:]...)
	}
	return s.filter.Footer(list...)
}

// Word says what a key does now.
func (s *Screen) Word(action keys.Action) string {
	if action == keys.Freeze && s.frozen {
		return "go on"
	}
	return s.List.Word(action)
}

// Off says that only classes can be opened and sorted.
func (s *Screen) Off(action keys.Action) string {
	switch {
	case action != keys.Enter && action != keys.Sort || s.filter.Typing:
	case s.page != classesPage:
		return "this list has no classes; tab shows them"
	case action == keys.Enter && s.opened != nil:
		return "the class is open; esc closes it"
	case action == keys.Enter && len(s.classes.rows) == 0:
		return "there is no class yet"
	}
	return ""
}
