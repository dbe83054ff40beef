package tui

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"beagle/model"
	"beagle/run"
	"beagle/tui/internal/fakerun"
	"beagle/tui/live"
	"beagle/tui/review"
	"beagle/tui/screen"
	"beagle/tui/wizard"
)

// driver plays a person at the screens: it presses keys and reads the screen.
// Commands run as they do in Bubble Tea, each in a goroutine, but time is that
// of a synctest bubble, so that nothing is waited for in vain.
type driver struct {
	t    *testing.T
	app  *app
	run  *fakerun.Run
	msgs chan tea.Msg
	quit bool
	stop context.CancelFunc
}

// story runs a test in a bubble, on screens of 80x24 cells.
func story(t *testing.T, build func(*driver), tell func(*driver)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(context.Background())
		d := &driver{t: t, msgs: make(chan tea.Msg, 4096), stop: stop}
		defer func() {
			stop()
			time.Sleep(time.Hour) // the last ticks fire and find nobody
		}()
		d.app = newApp(ctx, time.Now)
		build(d)
		d.do(d.app.Init())
		d.settle()
		tell(d)
	})
}

// watching is the dashboard of a fake analysis of the file sharing service.
func watching(d *driver) { watchingOf(fakerun.Fileshare())(d) }

func watchingOf(elements []model.Element) func(*driver) {
	return func(d *driver) {
		d.run = fakerun.New(elements)
		d.run.Now = time.Now
		d.app.watch(d.run, WatchOptions{CanDetach: true})
	}
}

// reviewing is the review of a finished analysis.
func reviewing(d *driver) { reviewingOf(fakerun.New(fakerun.Fileshare()).Finish())(d) }

// reviewingOf is the review of an analysis that has ended.
func reviewingOf(r *fakerun.Run) func(*driver) {
	return func(d *driver) {
		d.run = r
		d.app.feed = live.New(d.app.env, d.run)
		d.app.screen = []screen.Screen{review.New(d.app.env, d.app.feed, review.Options{})}
	}
}

// setting is the wizard with the given options.
func setting(opt wizard.Options) func(*driver) {
	return func(d *driver) {
		start := opt.Start
		opt.Start = func(c run.Config) (run.Run, error) {
			r, err := start(c)
			d.run, _ = r.(*fakerun.Run)
			return r, err
		}
		d.app.screen = []screen.Screen{newWizard(d.app, opt)}
	}
}

func (d *driver) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { d.deliver(cmd()) }()
}

// deliver sends a command's message on; the commands of a batch or a sequence
// are run one after the other, which is one of the orders a batch may take.
func (d *driver) deliver(msg tea.Msg) {
	if v := reflect.ValueOf(msg); v.IsValid() && v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		_, batch := msg.(tea.BatchMsg)
		for i := range v.Len() {
			cmd, _ := v.Index(i).Interface().(tea.Cmd)
			switch {
			case cmd == nil:
			case batch:
				d.do(cmd)
			default:
				d.deliver(cmd())
			}
		}
		return
	}
	if msg != nil {
		d.msgs <- msg
	}
}

// settle waits until every command either is done or waits for time or the run.
func (d *driver) settle() {
	for {
		synctest.Wait()
		select {
		case msg := <-d.msgs:
			if _, quit := msg.(tea.QuitMsg); quit {
				d.quit = true
				continue
			}
			_, cmd := d.app.Update(msg)
			d.do(cmd)
		default:
			return
		}
	}
}

// press presses keys by the names that Bubble Tea gives them.
func (d *driver) press(names ...string) *driver {
	d.t.Helper()
	for _, name := range names {
		_, cmd := d.app.Update(key(d.t, name))
		d.do(cmd)
		d.settle()
	}
	return d
}

// mouse turns the wheel or clicks.
func (d *driver) mouse(msg tea.Msg) *driver {
	_, cmd := d.app.Update(msg)
	d.do(cmd)
	d.settle()
	return d
}

// write types a text.
func (d *driver) write(text string) *driver {
	for _, r := range text {
		_, cmd := d.app.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		d.do(cmd)
		d.settle()
	}
	return d
}

// paste pastes a text at once, as a terminal with bracketed paste does.
func (d *driver) paste(text string) *driver {
	_, cmd := d.app.Update(tea.PasteMsg{Content: text})
	d.do(cmd)
	d.settle()
	return d
}

var named = map[string]tea.KeyPressMsg{
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
	"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "space": {Code: tea.KeySpace, Text: " "},
	"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"backspace": {Code: tea.KeyBackspace}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "ctrl+p": {Code: 'p', Mod: tea.ModCtrl},
	"f1": {Code: tea.KeyF1}, "f3": {Code: tea.KeyF3}, "f4": {Code: tea.KeyF4}, "f5": {Code: tea.KeyF5},
}

func key(t *testing.T, name string) tea.KeyPressMsg {
	t.Helper()
	if k, ok := named[name]; ok {
		return k
	}
	r := []rune(name)
	if len(r) != 1 {
		t.Fatalf("there is no key %q", name)
	}
	return tea.KeyPressMsg{Code: r[0], Text: name}
}

// steps lets the analysis go on for n seconds.
func (d *driver) steps(n int) *driver {
	for range n {
		d.run.Step()
		time.Sleep(time.Second)
		d.settle()
	}
	return d
}

// wait lets n seconds pass in which the analysis does nothing.
func (d *driver) wait(n int) *driver {
	for range n {
		time.Sleep(time.Second)
		d.settle()
	}
	return d
}

// finish lets the analysis end.
func (d *driver) finish() *driver {
	for !d.run.Snapshot().State.Ended() {
		d.steps(1)
	}
	return d
}

func (d *driver) size(width, height int) *driver {
	d.app.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return d
}

// screen is what a person reads.
func (d *driver) screen() string {
	lines := strings.Split(ansi.Strip(d.app.View().Content), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// sees fails where the screen lacks one of the texts.
func (d *driver) sees(texts ...string) *driver {
	d.t.Helper()
	for _, text := range texts {
		if !strings.Contains(d.screen(), text) {
			d.t.Errorf("the screen lacks %q:\n%s", text, d.screen())
		}
	}
	return d
}

// misses fails where the screen has the text.
func (d *driver) misses(text string) *driver {
	d.t.Helper()
	if strings.Contains(d.screen(), text) {
		d.t.Errorf("the screen has %q:\n%s", text, d.screen())
	}
	return d
}

// decision is what the run was told of an element.
func (d *driver) decision(id model.ElementID) run.Decision {
	for _, e := range d.run.Snapshot().Elements {
		if e.ID == id {
			return e.Decision
		}
	}
	d.t.Fatalf("no element %s", id)
	return run.Decision{}
}
