// Package log shows what the build and the launches of a run print, while they do.
//
// It follows the end until a person scrolls. What programs print is made safe for the
// terminal before it is drawn.
package log

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// Log is the screen. It follows what was written last until a person looks at
// something else.
type Log struct {
	screen.Base
	env   *screen.Env
	list  func() ([]run.Printed, error)
	leave func() tea.Cmd

	all    []run.Printed
	at     int
	lines  []string
	err    error
	follow bool
	top    int // first line that is shown, while it does not follow
	height int
	search screen.Filter
	number int // of the latest reading
	closed bool
}

// New shows what is printed in the files of a list, that written last at its end.
func New(env *screen.Env, list func() ([]run.Printed, error), leave func() tea.Cmd) *Log {
	return &Log{env: env, list: list, leave: leave, follow: true}
}

// readMsg is what was read; tickMsg asks for more.
type (
	readMsg struct {
		of     *Log
		number int
		all    []run.Printed
		at     int
		lines  []string
		err    error
	}
	tickMsg struct {
		of     *Log
		number int // of the reading that it follows
	}
)

// Init reads.
func (l *Log) Init() tea.Cmd {
	l.closed = false
	return l.read()
}

// read reads the file that is shown: the latest, while it follows.
func (l *Log) read() tea.Cmd {
	l.number++
	list, follow, number, at, name := l.list, l.follow, l.number, l.at, ""
	if at < len(l.all) {
		name = l.all[at].Name
	}
	return func() tea.Msg {
		all, err := list()
		m := readMsg{of: l, number: number, all: all, at: len(all) - 1, err: err}
		for i := range all {
			if !follow && all[i].Name == name {
				m.at = i
			}
		}
		if m.at >= 0 && err == nil {
			m.lines, m.err = all[m.at].Read()
		}
		return m
	}
}

// Update takes in what was read, and reads again in a second.
func (l *Log) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case readMsg:
		if msg.of != l || msg.number != l.number {
			return nil
		}
		l.all, l.at, l.lines, l.err = msg.all, max(0, msg.at), msg.lines, msg.err
		return l.env.After(time.Second, tickMsg{l, l.number})
	case tickMsg:
		if msg.of == l && msg.number == l.number && !l.closed {
			return l.read()
		}
	case tea.KeyPressMsg, tea.PasteMsg:
		if l.search.Edit(msg) {
			l.find(l.first())
		}
	}
	return nil
}

// first is the first line that is shown.
func (l *Log) first() int {
	if l.follow {
		return max(0, len(l.lines)-l.height)
	}
	return max(0, min(l.top, len(l.lines)-1))
}

// find goes to the next line with the searched text; false: there is none.
func (l *Log) find(from int) bool {
	want := strings.ToLower(l.search.Text)
	for i := range l.lines {
		at := (from + i) % len(l.lines)
		if want != "" && strings.Contains(strings.ToLower(l.lines[at]), want) {
			l.show(at)
			return true
		}
	}
	return false
}

// show goes to a line, and does not follow the end any more.
func (l *Log) show(line int) { l.follow, l.top = false, line }

// Scopes are the bindings that hold now.
func (l *Log) Scopes() []*keys.Scope {
	return append(l.search.Scopes(keys.Log, keys.Moving), keys.Everywhere)
}

// Footer names what matters now.
func (l *Log) Footer() []keys.Action {
	return l.search.Footer(keys.Filter, keys.NextMatch, keys.FirstError, keys.Left, keys.Right, keys.Bottom, keys.Back, keys.Help)
}

// Word replaces a footer word.
func (l *Log) Word(action keys.Action) string {
	if action == keys.Bottom {
		return "follow"
	}
	return l.search.Word(action)
}

// Typing reports whether the search is being typed.
func (l *Log) Typing() bool { return l.search.Typing }

// Off says why something cannot be done now.
func (l *Log) Off(action keys.Action) string {
	switch action {
	case keys.NextMatch:
		if l.search.Text == "" {
			return "nothing is searched; / asks for it"
		}
	case keys.FirstError:
		if run.FirstError(l.lines) < 0 {
			return "no line looks like an error"
		}
	case keys.Left, keys.Right:
		if len(l.all) < 2 {
			return "there is nothing else that was printed"
		}
	default: // everything else can be done at any time
	}
	return ""
}

// Act does what a key asks for.
func (l *Log) Act(action keys.Action) tea.Cmd {
	if l.search.Act(action) {
		return nil
	}
	switch action {
	case keys.NextMatch:
		if !l.find(l.first() + 1) {
			return screen.Say("No line contains " + text.Safe(l.search.Text) + ".")
		}
	case keys.FirstError:
		l.show(run.FirstError(l.lines))
	case keys.Left, keys.Right:
		step := 1
		if action == keys.Left {
			step = len(l.all) - 1
		}
		l.follow, l.top, l.at = false, 0, (l.at+step)%len(l.all)
		return l.read()
	case keys.Bottom:
		l.follow = true
		return l.read()
	case keys.Up:
		l.show(max(0, l.first()-1))
	case keys.Down:
		l.show(min(l.first()+1, max(0, len(l.lines)-1)))
	case keys.PageUp:
		l.show(max(0, l.first()-l.height))
	case keys.PageDown:
		l.show(min(l.first()+l.height, max(0, len(l.lines)-1)))
	case keys.Top:
		l.show(0)
	case keys.Back:
		l.closed = true
		return l.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return l.leave()
	default: // nothing else is done here
	}
	return nil
}

// Where says which line is the first one that is seen.
func (l *Log) Where() string { return screen.Where(l.first(), len(l.lines), l.height) }

// Title is what is shown.
func (l *Log) Title() (left, right string) {
	if l.at >= len(l.all) {
		return "Output", ""
	}
	right = fmt.Sprintf("%d of %d", l.at+1, len(l.all))
	if l.follow {
		right += ", following"
	}
	return "Output  " + l.env.Theme.Muted.Render(text.Safe(l.all[l.at].Name)), right
}

// Body draws the lines.
func (l *Log) Body(width, height int) []string {
	th := l.env.Theme
	var lines []string
	if search := l.search.Draw(th); search != "" {
		lines = append(lines, search)
	}
	l.height = max(1, height-len(lines))
	switch {
	case l.err != nil:
		lines = append(lines, th.Bad.Render(text.Cut(text.Safe(l.err.Error()), width)))
	case len(l.lines) == 0:
		lines = append(lines, th.Muted.Render("  nothing was printed so far"))
	}
	from, wrong, want := l.first(), run.FirstError(l.lines), strings.ToLower(l.search.Text)
	for i := from; i < min(len(l.lines), from+l.height); i++ {
		line := text.Cut(l.lines[i], width-2)
		switch {
		case i == wrong:
			line = th.Bad.Render("✗ " + line)
		case want != "" && strings.Contains(strings.ToLower(l.lines[i]), want):
			line = th.Info.Render("▸ " + line)
		default:
			line = "  " + line
		}
		lines = append(lines, line)
	}
	return text.Pad(lines, height)
}
