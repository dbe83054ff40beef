package wizard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/shell"
	"beagle/measure"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/wizard/launchfields"
)

// launchForm adds or changes a launch configuration.
type launchForm struct {
	screen.Base
	of     *launchPage
	at     int // which one; -1: a new one
	form   *form.Form
	name   *form.Field
	cmd    *form.Field
	dir    *form.Field
	env    *form.Field
	repeat *form.Field
	vary   *form.Field
	server *form.Field
	was    measure.Launch
	kept   map[string][]string // what varies, as the file says
	began  []string            // what the fields held at first
	doubt  string              // what is odd about it; empty: nothing
}

// maxRepeat bounds repetitions; more is a typing error.
const maxRepeat = 100000

// newLaunchForm edits one launch; at is its place, -1: it is new.
func newLaunchForm(of *launchPage, l measure.Launch, at int) *launchForm {
	w := of.of
	f := &launchForm{of: of, at: at, kept: l.Vary}
	f.name = form.Short("Name", l.Name, "how you call it, e.g. small files")
	f.cmd = form.Text("Command", shell.Join(l.Command), "program and arguments; no shell, so no *, | or $VARIABLE")
	f.dir = form.Text("Folder", w.files().short(l.Dir), "where it runs; empty: the project's folder")
	f.env = form.Text("Environment", environment(l.Env), "NAME=value pairs, separated by blanks")
	f.repeat = form.Short("Repeat", strconv.Itoa(max(1, l.Repeat)), "how many times it is run")
	f.vary = launchfields.Vary(l.Vary)
	f.server, f.was = launchfields.Server(&l), l
	f.form = form.New(f.name, f.cmd, f.dir, f.env, f.repeat, f.vary, f.server)
	f.cmd.Fits, f.cmd.Words, f.dir.Fits = w.files().paths(), true, w.files().paths("/")
	f.began = f.form.Values()
	f.look()
	w.form = f
	return f
}

func (f *launchForm) number() int {
	if f.at < 0 {
		return -1
	}
	return f.at + 1
}

func (f *launchForm) changed() bool { return !slices.Equal(f.form.Values(), f.began) }

func (f *launchForm) close() tea.Cmd {
	w := f.of.of
	w.form = nil
	return w.draft.keep(w.env.Go(screen.Close{}))
}

// environment writes variables as they are entered.
func environment(env map[string]string) string {
	pairs := make([]string, 0, len(env))
	for name, value := range env {
		pairs = append(pairs, name+"="+value)
	}
	slices.Sort(pairs)
	return shell.Join(pairs)
}

func (f *launchForm) launch() (measure.Launch, error) {
	l := measure.Launch{Name: f.name.Value(), Dir: f.of.of.files().full(f.dir.Value())}
	var err error
	if l.Command, err = shell.Split(f.cmd.Value()); err != nil {
		return l, fmt.Errorf("command: %w", err)
	}
	if len(l.Command) == 0 {
		return l, fmt.Errorf("a command is missing")
	}
	if l.Name == "" {
		return l, fmt.Errorf("a name is missing")
	}
	for i, other := range f.of.of.cfg.Launch {
		if i != f.at && other.Name == l.Name {
			return l, fmt.Errorf("another launch configuration is called %q", l.Name)
		}
	}
	pairs, err := shell.Split(f.env.Value())
	if err != nil {
		return l, fmt.Errorf("environment: %w", err)
	}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return l, fmt.Errorf("environment: %q is not NAME=value", pair)
		}
		if l.Env == nil {
			l.Env = map[string]string{}
		}
		l.Env[name] = value
	}
	l.Repeat, err = strconv.Atoi(f.repeat.Value())
	if err != nil || l.Repeat < 1 || l.Repeat > maxRepeat {
		return l, fmt.Errorf("repeat: %q is no number from 1 to %d", f.repeat.Value(), maxRepeat)
	}
	l.Ready.Within = f.was.Ready.Within
	if f.server.Off != nil {
		l.Ready, l.Load, l.Workload, l.For, l.Stop = f.was.Ready, f.was.Load, f.was.Workload, f.was.For, f.was.Stop
	} else if err := launchfields.Served(f.server.Value(), &l); err != nil {
		return l, err
	}
	if err := launchfields.Varied(f.vary, &l, f.kept); err != nil {
		return l, err
	}
	return l, nil
}

func (f *launchForm) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, _ := f.form.Update(msg)
		f.look()
		return f.of.of.draft.keep(cmd)
	}
	return nil
}

// look says what is odd about what the form says, once it is complete.
func (f *launchForm) look() {
	f.doubt = ""
	if l, err := f.launch(); err == nil {
		f.doubt = f.of.of.doubts("Command", l.Command, l.Dir)
	}
}

func (f *launchForm) Scopes() []*keys.Scope { return []*keys.Scope{keys.Forms, keys.Everywhere} }
func (f *launchForm) Typing() bool          { return true }

func (f *launchForm) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Next, keys.Back, keys.Help}
}

func (f *launchForm) Word(action keys.Action) string {
	switch action {
	case keys.Enter:
		return "keep"
	case keys.Back:
		return "discard"
	default: // nothing else is special here
	}
	return ""
}

func (f *launchForm) Off(action keys.Action) string {
	if action == keys.Enter {
		if _, err := f.launch(); err != nil {
			return err.Error()
		}
	}
	return ""
}

func (f *launchForm) Act(action keys.Action) tea.Cmd {
	w := f.of.of
	switch action {
	case keys.Enter:
		l, err := f.launch()
		if err != nil {
			return screen.Say(err.Error())
		}
		w.cfg.Launch = slices.Clone(w.cfg.Launch)
		if f.at < 0 {
			w.cfg.Launch = append(w.cfg.Launch, l)
			f.of.cursor.At = len(w.cfg.Launch) - 1
		} else {
			w.cfg.Launch[f.at] = l
		}
		return f.close()
	case keys.Back:
		return f.close()
	case keys.Stop:
		return w.leave()
	default:
		f.form.Act(action)
		return w.draft.keep(nil)
	}
}

func (f *launchForm) Title() (left, right string) {
	if f.at < 0 {
		return "New launch configuration", ""
	}
	return "Launch configuration", ""
}

func (f *launchForm) Body(width, height int) []string {
	th := f.of.of.env.Theme
	lines := append([]string{""}, f.form.Draw(th, width)...)
	lines = append(lines, "")
	if _, err := f.launch(); err != nil {
		lines = append(lines, th.Warn.Render(text.Cut("◆ "+text.Safe(err.Error()), width)))
	} else if f.doubt != "" {
		lines = append(lines, text.Wrap(th.Warn.Render("◆ "+f.doubt), width)...)
	} else {
		lines = append(lines, th.Good.Render("✓ complete"))
	}
	return text.Pad(lines, height)
}
