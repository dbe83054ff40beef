package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	tea "charm.land/bubbletea/v2"

	"beagle/compare"
	"beagle/model"
	"beagle/run"
	compareui "beagle/tui/compare"
	"beagle/tui/dialog"
	"beagle/tui/home"
	"beagle/tui/keys"
	"beagle/tui/plain"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// HomeOptions are what the home screen shows, and what can be done from it.
type HomeOptions struct {
	List   func() (home.Listing, error)      // what there is to go on with
	Remove func(id string) error             // deletes an ended run
	Forget func(project, named string) error // forgets a draft
	// Attach looks into a run; Resume takes one up that has no process.
	Attach func(id string) (run.Run, WatchOptions, error)
	// Anew: where its inputs have changed, what is affected is measured again; else that is a problem of rule run.Changed.
	Resume  func(ctx context.Context, id string, anew bool) (run.Run, WatchOptions, error)
	Compare Compared
	// History is what the runs of a model learnt, up to a run.
	History func(ctx context.Context, newest string) (*compare.History, error)
	// Project is what the wizard starts from in a folder, with a project's file or a
	// model.
	Project func(path string) (WizardOptions, error)
	// Example puts the example into a folder for the tour; Touring: it is begun with
	// First.
	Example func() (WizardOptions, error)
	Touring bool           // see Example
	First   *WizardOptions // the wizard stands on the home screen at first; nil: nothing does
	Say     func(string)   // says a line when the screens are gone; nil: nobody does
}

type (
	// Compared says what changed between two runs.
	Compared func(ctx context.Context, before, after string) (*compare.Comparison, error)
	// HomeListing is what there is to go on with.
	HomeListing = home.Listing
	// HomePlace is what lies in a folder.
	HomePlace = home.Place
)

// Home shows what there is to go on with, and goes there and back. Those who want
// no screens are asked.
func Home(ctx context.Context, opt HomeOptions) error {
	if accessible() {
		if opt.First == nil {
			return plainHome(ctx, plain.New(os.Stdin, os.Stdout), opt)
		}
		return plainWizard(ctx, *opt.First)
	}
	return start(ctx, opt.Say, func(a *app) { newHome(a, opt) })
}

// newHome begins with the home screen, to which others come back.
func newHome(a *app, opt HomeOptions) {
	a.under = 1
	var takeTour tea.Cmd
	if opt.Example != nil {
		takeTour = func() tea.Msg {
			o, err := opt.Example()
			if err != nil {
				return refused("Can't start the tour", err)
			}
			return setUp{opt: o, tour: true}
		}
	}
	a.screen = []screen.Screen{home.New(a.env, home.Options{
		List: opt.List, Remove: opt.Remove, Forget: opt.Forget, Tour: takeTour,
		Look: func(id string) tea.Cmd {
			return a.visit(id, func(context.Context) (run.Run, WatchOptions, error) {
				r, watch, err := opt.Attach(id)
				watch.Runs.Resume = func(ctx context.Context, id string) (run.Run, error) {
					r, _, err := opt.Resume(ctx, id, false)
					return r, err
				}
				return r, watch, err
			}, newDashboard)
		},
		Review: func(id string) tea.Cmd {
			return a.visit(id, func(context.Context) (run.Run, WatchOptions, error) { return opt.Attach(id) }, newReview)
		},
		Resume:  func(id string) tea.Cmd { return a.resume(id, opt.Resume, false) },
		Compare: a.comparing(opt.Compare),
		History: func(newest string) tea.Cmd {
			return func() tea.Msg {
				found, err := opt.History(a.env.Ctx, newest)
				if err != nil {
					return refused("Can't read the runs", err)
				}
				return screen.Open{Screen: compareui.NewHistory(a.env, found, "", a.comparing(opt.Compare))}
			}
		},
		Open: func(path string) tea.Cmd { return openProject(path, opt.Project, false) },
		GoOn: func(path string) tea.Cmd { return openProject(path, opt.Project, true) },
	})}
	if opt.Touring {
		a.guide.tour = newTour()
	}
	if opt.First != nil {
		a.screen = append(a.screen, newWizard(a, *opt.First))
	}
}

// comparing shows what changed between two runs.
func (a *app) comparing(found Compared) func(before, after string) tea.Cmd {
	return func(before, after string) tea.Cmd {
		return func() tea.Msg {
			c, err := found(a.env.Ctx, before, after)
			if err != nil {
				return refused("Can't compare the runs", err)
			}
			return screen.Open{Screen: compareui.New(a.env, c)}
		}
	}
}

// openProject opens the wizard of a project or a model; goOn: at the step that its draft came to.
func openProject(path string, project func(string) (WizardOptions, error), goOn bool) tea.Cmd {
	return func() tea.Msg {
		o, err := project(path)
		if err != nil {
			return refused("Can't open "+filepath.Base(path), err)
		}
		o.GoOn = goOn
		return setUp{opt: o}
	}
}

// setUp opens the wizard above the home screen: it is made where messages are
// handled, since it belongs to the router.
type setUp struct {
	opt  WizardOptions
	tour bool // with the tour beside it
}

// refused says in front of everything why something does not work, and what to do.
func refused(title string, err error) tea.Msg {
	said := text.Safe(err.Error())
	if problem := (model.Problem{}); errors.As(err, &problem) && problem.Hint != "" {
		said += "\n\n" + text.Safe(problem.Hint)
	}
	return dialog.Ask{Dialog: &dialog.Dialog{Title: text.Safe(title), Text: said, Answers: []dialog.Answer{{Key: "esc", Word: "back"}}}}
}

// resume takes a run up that has no process. Where its inputs have changed, a key measures anew what that affects.
func (a *app) resume(id string, take func(context.Context, string, bool) (run.Run, WatchOptions, error), anew bool) tea.Cmd {
	o := newOpening(a.env, id, func(ctx context.Context) (run.Run, WatchOptions, error) { return take(ctx, id, anew) }, newDashboard)
	o.home, o.title = true, "Can't resume the run"
	o.anew = func() tea.Msg { return resuming{id, take} }
	return a.route(screen.Open{Screen: o})
}

// resuming resumes a run, and measures anew what changes of its inputs affect.
type resuming struct {
	id   string
	take func(context.Context, string, bool) (run.Run, WatchOptions, error)
}

// visit opens the screens of a run above the home screen.
func (a *app) visit(name string, read Reader, first first) tea.Cmd {
	o := newOpening(a.env, name, read, first)
	o.home = true
	return a.route(screen.Open{Screen: o})
}

// follow shows the screens of a run in place of what stands above the home screen.
func (a *app) follow(msg following) tea.Cmd {
	left := a.own
	a.over = msg.feed.Snapshot.State.Ended()
	a.feed, a.own, a.screen = msg.feed, msg.feed.Run, append(a.screen[:a.under:a.under], msg.first)
	return tea.Batch(letGo(left), a.feed.Init(), msg.first.Init())
}

// close takes the present screen away; back on the home screen, the run goes on
// without us.
func (a *app) close() tea.Cmd {
	if len(a.screen) < 2 {
		return screen.Say("Nothing to go back to; " + a.leaves() + " leaves Beagle.")
	}
	a.screen = a.screen[:len(a.screen)-1]
	if len(a.screen) > a.under || a.under == 0 {
		return nil
	}
	left := a.own
	a.feed, a.own = nil, nil
	return tea.Batch(letGo(left), a.top().Init())
}

// leaves is the key that leaves Beagle from the present screen: that of Leave, or of Stop where it would be typed.
func (a *app) leaves() string {
	top := a.top()
	if q, bound := keys.Of(top.Scopes(), keys.Leave); bound && !top.Typing() {
		return q.Show
	}
	stop, _ := keys.Of(top.Scopes(), keys.Stop)
	return stop.Show
}

// back closes what stands above a screen, as esc does.
func (a *app) back(to screen.Screen) tea.Cmd {
	var all []tea.Cmd
	for slices.Contains(a.screen, to) && a.top() != to {
		all = append(all, a.close())
	}
	return tea.Batch(all...)
}

// letGo lets go of a run; nil: there is none.
func letGo(r run.Run) tea.Cmd {
	if r == nil {
		return nil
	}
	return func() tea.Msg {
		_ = r.Close() // a connection; the run itself is not concerned
		return nil
	}
}

// opened shows a run that was read, unless the person has gone on meanwhile.
func (a *app) opened(msg read) tea.Cmd {
	top, waits := a.top().(*opening)
	switch {
	case !waits || top != msg.by:
		if msg.next.feed != nil {
			return letGo(msg.next.feed.Run)
		}
		return nil
	case msg.err != nil && a.under == 0:
		return screen.Send(screen.Quit{Err: msg.err})
	case msg.err != nil:
		return tea.Batch(a.close(), screen.Send(msg.by.refused(msg.err)))
	}
	return a.follow(msg.next)
}
