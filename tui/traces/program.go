// Package traces is the screen that shows live traces: rates, sources and
// their health, equivalence classes, one class as a call tree, and invalid
// traces with an explanation.
package traces

import (
	"context"
	"errors"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/measure/traces"
	"beagle/tui/theme"
)

// pollEvery is how often the engine is asked. Reading goes on whatever the
// screen does; asking holds a source up for microseconds.
const pollEvery = 250 * time.Millisecond

// Run shows live traces until a person leaves or the context ends.
func Run(ctx context.Context, live *traces.Live) error {
	m := newModel(live, time.Now)
	m.ascii = theme.WantsASCII(os.Getenv)
	_, err := tea.NewProgram(m, tea.WithContext(ctx), tea.WithFPS(20)).Run()
	if err != nil && ctx.Err() == nil && !errors.Is(err, tea.ErrInterrupted) {
		return err
	}
	return nil // the command says what ended it
}

// page is one of the lists of the screen.
type page int

const (
	classesPage page = iota
	invalidPage
	sourcesPage
	pages
)

// model is the screen's state. The engine is only asked from commands, one at
// a time.
type model struct {
	live  *traces.Live
	now   func() time.Time
	theme theme.Theme
	ascii bool

	width, height int
	state         traces.State
	examples      []traces.Invalid
	at            time.Time // when state was taken
	frozen        bool
	newest        traces.State   // while frozen: for the way back
	kept          *traces.Result // while frozen: what is seen, for exports and opened classes

	page   page
	sort   order
	lists  [pages]list
	opened *opened
	typing bool
	filter string
	help   bool
	helped list
	notice string
	rows   []traces.Row // of the state, filtered and sorted
	alike  map[traces.Operation]begins
}

// opened is a class that is looked at alone.
type opened struct {
	key   uint64
	class *traces.Class
	list  list
}

type (
	stateMsg struct {
		state    traces.State
		examples []traces.Invalid
		class    *traces.Class
		key      uint64
	}
	classMsg struct {
		key   uint64
		class *traces.Class
	}
	pollMsg     struct{}
	keptMsg     struct{ result traces.Result }
	exportedMsg struct{ text string }
)

func newModel(live *traces.Live, now func() time.Time) *model {
	return &model{live: live, now: now, theme: theme.New(true), width: 80, height: 24}
}

// Init asks for the background and the first state.
func (m *model) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, m.ask()) }

// ask takes the state outside of the event loop.
func (m *model) ask() tea.Cmd {
	key, wanted := uint64(0), false
	if m.opened != nil {
		key, wanted = m.opened.key, true
	}
	return func() tea.Msg {
		msg := stateMsg{state: m.live.State(), examples: m.live.Examples(), key: key}
		if wanted {
			msg.class = m.live.Class(key)
		}
		return msg
	}
}

// Update handles keys and new states.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.theme = theme.New(msg.IsDark())
	case stateMsg:
		m.take(msg)
		return m, tea.Tick(pollEvery, func(time.Time) tea.Msg { return pollMsg{} })
	case pollMsg:
		return m, m.ask()
	case classMsg:
		if m.opened != nil && m.opened.key == msg.key {
			m.opened.class = msg.class
		}
	case keptMsg:
		if m.frozen {
			m.kept = &msg.result
		}
	case exportedMsg:
		m.notice = msg.text
	case tea.PasteMsg:
		if m.typing {
			m.typeFilter("", msg.Content)
		}
	case tea.KeyPressMsg:
		return m, m.key(msg)
	}
	return m, nil
}

// take shows a new state, unless the display is frozen.
func (m *model) take(msg stateMsg) {
	m.newest = msg.state
	if m.frozen {
		return
	}
	m.state, m.examples, m.at = msg.state, msg.examples, m.now()
	if m.opened != nil && m.opened.key == msg.key && msg.class != nil {
		m.opened.class = msg.class
	}
	m.arrange()
}
