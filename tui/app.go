// Package tui is Beagle's screens: the wizard that sets an analysis up, the
// dashboard that shows it, and the review that decides what is written into
// the model.
//
// start.go begins, app.go routes keys and messages to the screen on top, frame.go draws header
// and footer around it. Each screen has a folder below; what they share lies in screen, keys,
// theme, text, form, plot and words. A screen never waits: what takes time is a command, whose
// result comes back as a message.
package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/snapshot"
	"beagle/tui/theme"
)

// app routes: keys to the dialog, the help or the top screen, everything else
// to all screens. It is the only Bubble Tea model.
type app struct {
	env     *screen.Env
	feed    *live.Feed // nil while no run is watched
	own     run.Run    // a run that was started or opened here: let go of when it is left; nil: none
	over    bool       // the run had ended before anybody looked
	under   int        // screens that stay below those of a run: the home screen
	screen  []screen.Screen
	dialog  *dialog.Dialog
	guide   guide
	notice  string
	refused keys.Action // that the notice is about; empty: it is about none

	width, height int
	palette       theme.Palette
	mouse         bool // taken from the terminal
	ascii         bool // exchange glyphs for ASCII
	themed        bool // the background was told us; the terminal is not asked
	sync          bool // draw whole frames although the terminal was not asked
	noShell       func() string
	done          []string // what was done from the screens, as commands
	err           error
}

// act is an action chosen from the help page.
type act struct{ action keys.Action }

// goTo goes back to a screen below the present one.
type goTo struct{ screen screen.Screen }

// following makes the app follow a run.
type following struct {
	feed  *live.Feed
	first screen.Screen
}

func (a *app) top() screen.Screen { return a.screen[len(a.screen)-1] }

// restyle builds the styles anew.
func (a *app) restyle() { *a.env.Theme = a.palette.New(a.env.Theme.Dark, a.env.Theme.Few) }

// Init starts the first screen.
func (a *app) Init() tea.Cmd {
	commands := []tea.Cmd{a.top().Init()}
	if !a.themed {
		commands = append(commands, tea.RequestBackgroundColor)
	}
	if a.feed != nil {
		commands = append(commands, a.feed.Init())
	}
	if a.sync {
		// Bubble Tea does not ask a terminal behind SSH whether it can draw
		// whole frames; those that cannot ignore the request.
		commands = append(commands, screen.Send(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset}))
	}
	return tea.Batch(commands...)
}

func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.width, a.height = msg.Width, msg.Height
		return a, nil
	case tea.BackgroundColorMsg:
		a.env.Theme.Dark = msg.IsDark()
		a.restyle()
		return a, nil
	case tea.KeyPressMsg:
		return a, a.key(msg)
	case tea.ColorProfileMsg:
		a.env.Theme.Few = msg.Profile <= colorprofile.ANSI
		a.restyle()
		return a, nil
	case tea.MouseWheelMsg:
		return a, a.wheel(msg)
	case tea.MouseClickMsg:
		return a, a.click(msg)
	case tea.PasteMsg: // for what is in front, as keys are
		if a.notice = ""; a.dialog != nil {
			return a, nil
		}
		return a, a.top().Update(msg)
	}
	return a, a.route(msg)
}

// route does what a screen asks of the router; everything else goes to all.
func (a *app) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case dialog.Ask:
		a.dialog = msg.Dialog
	case screen.Notice:
		a.notice, a.refused = msg.Text, ""
	case refusal:
		cmd := a.route(msg.notice)
		a.refused = msg.action
		return cmd
	case screen.Open:
		if strings.HasSuffix(a.notice, "…") { // it said what is done now
			a.notice = ""
		}
		a.screen = append(a.screen, msg.Screen)
		return msg.Screen.Init()
	case screen.Close:
		return a.close()
	case following:
		return a.follow(msg)
	case read:
		return a.opened(msg)
	case setUp:
		if a.guide.tour = nil; msg.tour {
			a.guide.tour = newTour()
		}
		return a.route(screen.Open{Screen: newWizard(a, msg.opt)})
	case act:
		return a.act(msg.action)
	case resuming:
		return a.resume(msg.id, msg.take, true)
	case goTo:
		return a.back(msg.screen)
	case screen.Quit:
		a.err = msg.Err
		return tea.Quit
	default:
		return a.broadcast(msg)
	}
	return nil
}

// broadcast hands a message to everyone: a screen below the top one must not
// miss what its commands found out.
func (a *app) broadcast(msg tea.Msg) tea.Cmd {
	var commands []tea.Cmd
	if a.feed != nil {
		commands = append(commands, a.feed.Update(msg))
	}
	if _, changed := msg.(live.Changed); changed && a.refused != "" && a.top().Off(a.refused) == "" {
		a.notice, a.refused = "", ""
	}
	for _, s := range a.screen {
		commands = append(commands, s.Update(msg))
	}
	if _, changed := msg.(live.Changed); changed && a.dialog != nil && a.dialog.While != nil && !a.dialog.While() {
		a.dialog = nil // the question has lost its point
	}
	return tea.Batch(commands...)
}

// key takes a key to the form that is typed into, else to what it is bound to.
func (a *app) key(msg tea.KeyPressMsg) tea.Cmd {
	key := msg.String()
	if key == "alt+esc" { // esc pressed twice, and both came in one packet
		key = "esc"
	}
	toured, notice := a.guide.key(key, placeOf(a.top(), a.feed))
	if a.notice, a.refused = notice, ""; toured {
		return nil
	}
	if a.dialog != nil {
		do, done := a.dialog.Key(key)
		if done {
			a.dialog = nil
		}
		return do
	}
	top := a.top()
	binding, ok := keys.Find(top.Scopes(), key)
	if ok && !(top.Typing() && keys.Text(key)) {
		return a.act(binding.Action)
	}
	cmd := top.Update(msg)
	if keys.Text(key) && !top.Typing() && cmd == nil {
		a.notice = key + " does nothing here. ? shows all keys."
	}
	return cmd
}

// act does what a key is bound to: what works everywhere first, then what the screen
// does.
func (a *app) act(action keys.Action) tea.Cmd {
	top := a.top()
	if action == keys.Suspend {
		if off := a.noShell(); off != "" {
			return refuse(a.word(action), off)
		}
		return tea.Suspend
	}
	if off := top.Off(action); off != "" {
		return a.refuse(action, off)
	}
	a.note(top, action)
	_, helping := top.(*help)
	switch {
	case action == keys.Help && !helping:
		return a.route(screen.Open{Screen: newHelp(a.env, a.screen)})
	case action == keys.Palette && !helping:
		return a.route(screen.Open{Screen: newPalette(a.env, a.screen)})
	case action == keys.Commands && !helping:
		c := newCommands(a.env, top, a.done)
		if len(c.rows) == 0 {
			return refuse(a.word(action), "no key of this screen is a command, and none was pressed on another one")
		}
		return a.route(screen.Open{Screen: c})
	case action == keys.Snapshot:
		frame := a.View().Content
		plain := ansi.Strip(frame)
		return a.env.Save("screen", map[string][]byte{".svg": []byte(snapshot.SVG(frame, a.width, a.env.Theme.Dark)), ".txt": []byte(plain + "\n")})
	case action == keys.Theme:
		return a.nextTheme()
	case action == keys.Mouse:
		if a.mouse = !a.mouse; a.mouse {
			return screen.Say("The mouse is taken: the wheel moves, a click chooses.")
		}
		return screen.Say("The mouse is the terminal's again: it marks text.")
	}
	return top.Act(action)
}

// mostDone bounds the commands that are kept of what was done: a screen shows a part of them.
const mostDone = 200

// note keeps what is done as a command, where it is one.
func (a *app) note(top screen.Screen, action keys.Action) {
	of, is := top.(screen.Commanding)
	if !is {
		return
	}
	command := of.Command(action)
	if last := len(a.done) - 1; command == "" || last >= 0 && a.done[last] == command {
		return
	}
	if a.done = append(a.done, command); len(a.done) > mostDone {
		a.done = a.done[1:]
	}
}

// refuse says why something that a key asks for cannot be done now.
func refuse(word, why string) tea.Cmd {
	return screen.Say("Can't " + keys.Verb(word) + ": " + strings.TrimSuffix(why, ".") + ".")
}

// refuse says why an action cannot be done, until it can.
func (a *app) refuse(action keys.Action, why string) tea.Cmd {
	told := refuse(a.word(action), why)
	return func() tea.Msg { return refusal{action, told()} }
}

// refusal is a notice about an action.
type refusal struct {
	action keys.Action
	notice tea.Msg
}

// word is an action's word as the footer shows it.
func (a *app) word(action keys.Action) string {
	top := a.top()
	if word := top.Word(action); word != "" {
		return word
	}
	binding, _ := keys.Of(top.Scopes(), action)
	return binding.Word
}
