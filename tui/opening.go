package tui

import (
	"cmp"
	"context"
	"errors"
	"os"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/plain"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// Reader reads a run, which takes seconds where it is a large one.
type Reader func(context.Context) (run.Run, WatchOptions, error)

// first makes the first screen of a run.
type first func(*screen.Env, *live.Feed, WatchOptions) screen.Screen

func newReview(env *screen.Env, feed *live.Feed, opt WatchOptions) screen.Screen {
	return reviewOf(env, feed, opt)
}

// Review shows the review of a run that has ended: at once that it is being read, and
// then the run. It lets go of the run.
func Review(ctx context.Context, name string, read Reader, say func(string)) error {
	if accessible() {
		r, opt, err := read(ctx)
		if err != nil {
			return err
		}
		defer r.Close()
		return plain.New(os.Stdin, os.Stdout).Review(ctx, r, opt.Output)
	}
	return start(ctx, say, func(a *app) { a.screen = []screen.Screen{newOpening(a.env, name, read, newReview)} })
}

// Attach shows a run of earlier as Watch does, and as Review reads it.
func Attach(ctx context.Context, name string, read Reader, say func(string)) error {
	if accessible() {
		r, opt, err := read(ctx)
		if err != nil {
			return err
		}
		defer r.Close()
		return plainWatch(ctx, plain.New(os.Stdin, os.Stdout), r, opt)
	}
	return start(ctx, say, func(a *app) { a.screen = []screen.Screen{newOpening(a.env, name, read, newDashboard)} })
}

// opening is what is seen while a run is read: reading is work of its own, so that a
// person sees at once that something happens, and can leave.
type opening struct {
	screen.Base
	env   *screen.Env
	name  string
	read  Reader
	first first
	began time.Time
	home  bool    // the home screen is below
	title string  // of why it cannot be read; empty: the usual one
	anew  tea.Cmd // measures anew what changes of the inputs affect; nil: that is not offered
}

// refused says why the run cannot be read, with a way to go on where its inputs have changed.
func (o *opening) refused(err error) tea.Msg {
	said := refused(cmp.Or(o.title, "Can't open the run"), err)
	ask, is := said.(dialog.Ask)
	problem := model.Problem{}
	if is && o.anew != nil && errors.As(err, &problem) && problem.Rule == run.InputsChanged {
		ask.Dialog.Answers = append(ask.Dialog.Answers, dialog.Answer{Key: "m", Word: "measure anew", Do: o.anew})
	}
	return said
}

// read is what came of reading a run.
type read struct {
	by   *opening
	next following
	err  error
}

type stillReading struct{ by *opening }

// newOpening is the screen that is seen while something is read.
func newOpening(env *screen.Env, name string, read Reader, first first) *opening {
	return &opening{env: env, name: name, read: read, first: first, began: env.Now()}
}

// keepSmall has memory collected when four tenths of what is needed have become garbage, for the
// rest of the process: reading a run makes much of it at once, while screens that stand still
// make none. What the user says of it holds.
var keepSmall = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40)
	}
})

func (o *opening) Init() tea.Cmd {
	keepSmall()
	return tea.Batch(o.env.After(time.Second, stillReading{o}), func() tea.Msg {
		r, opt, err := o.read(o.env.Ctx)
		if err != nil {
			return read{by: o, err: err}
		}
		opt.Home = o.home
		feed := live.New(o.env, r)
		return read{by: o, next: following{feed: feed, first: o.first(o.env, feed, opt)}}
	})
}

func (o *opening) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(stillReading); ok && msg.by == o {
		return o.env.After(time.Second, msg)
	}
	return nil
}

func (o *opening) Scopes() []*keys.Scope { return []*keys.Scope{keys.Everywhere} }

func (o *opening) Footer() []keys.Action { return []keys.Action{keys.Help, keys.Leave} }

// Act leaves: nothing is lost by that.
func (o *opening) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Leave, keys.Stop:
		return screen.Send(screen.Quit{})
	case keys.Back:
		return o.env.Go(screen.Close{})
	default: // nothing else is done here
	}
	return nil
}

func (o *opening) Title() (left, right string) { return text.Safe(o.name), "reading" }

// Body says what happens, and from the second second on for how long.
func (o *opening) Body(width, height int) []string {
	line := "Reading measurements and expressions"
	if took := o.env.Now().Sub(o.began); took >= time.Second {
		line += ", for " + quantity.Clock(took)
	}
	return text.Pad([]string{"", text.Cut("  "+o.env.Theme.Muted.Render(line), width)}, height)
}
