package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"beagle/compare"
	"beagle/extract"
	"beagle/extract/rules"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/predict"
	"beagle/run"
	"beagle/traces"
	compareui "beagle/tui/compare"
	"beagle/tui/components"
	"beagle/tui/dashboard"
	"beagle/tui/live"
	"beagle/tui/log"
	"beagle/tui/plain"
	"beagle/tui/review"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
	tracesui "beagle/tui/traces"
	"beagle/tui/whatif"
	"beagle/tui/wizard"
)

// WizardOptions are what the wizard starts from, and what it can do.
type WizardOptions = wizard.Options

// Runs is what can be done with a run by its name.
type Runs = live.Runs

// WatchOptions are what the screens of a run must know besides the run.
type WatchOptions struct {
	Output    run.Output      // where the model is written unless the person says otherwise
	CanDetach bool            // the run goes on when the screens are left
	Say       func(string)    // says a line when the screens are gone; nil: nobody does
	Runs      Runs            // what can be done besides
	Home      bool            // there is a home screen below, to go back to
	Before    []model.Problem // what was found before the run began
}

// ErrDetached is what errors.Is finds when a person left a run that goes on;
// the error's text says how to come back.
var ErrDetached = dashboard.ErrDetached

// ErrAborted is returned when the analysis was aborted while the screens showed
// it.
var ErrAborted = errors.New("aborted; measurements are kept, and nothing was written into the model")

// errTerminalGone is returned when the terminal vanished, as it does when an
// SSH connection is lost. What the run measured stays.
var errTerminalGone = errors.New("the terminal is gone; the analysis and its data stay")

// newWizard is the wizard, which goes on to the dashboard when an analysis starts.
func newWizard(a *app, opt WizardOptions) screen.Screen {
	opt.Home = a.under > 0
	return wizard.New(a.env, opt, func(r run.Run, cfg run.Config) tea.Cmd {
		feed := live.New(a.env, r)
		return a.route(following{feed: feed, first: newDashboard(a.env, feed, WatchOptions{Output: cfg.Output, CanDetach: opt.CanDetach, Runs: opt.Runs, Home: opt.Home})})
	})
}

// Watch shows a run: the dashboard, then the review.
func Watch(ctx context.Context, r run.Run, opt WatchOptions) error {
	if accessible() {
		return plainWatch(ctx, plain.New(os.Stdin, os.Stdout), r, opt)
	}
	return start(ctx, opt.Say, func(a *app) { a.watch(r, opt) })
}

// Table shows what was learnt from a lone table with its rows, until a person leaves; those who
// want no screens get none.
func Table(ctx context.Context, r run.Run, rows live.Rows) error {
	if accessible() {
		return nil
	}
	return start(ctx, nil, func(a *app) {
		a.feed = live.New(a.env, r)
		a.feed.Rows = rows
		a.screen = []screen.Screen{review.New(a.env, a.feed, review.Options{Table: true})}
	})
}

// Traces shows live traces until a person leaves, the terminal vanishes, or the
// context ends; the command says which.
func Traces(ctx context.Context, from *traces.Live) error {
	err := start(ctx, nil, func(a *app) { a.screen = []screen.Screen{tracesui.New(a.env, from)} })
	if ctx.Err() != nil || errors.Is(err, errTerminalGone) || errors.Is(err, tea.ErrInterrupted) {
		return nil //nolint:nilerr // this is how it ends
	}
	return err
}

// Compare shows what changed between two analyses.
func Compare(ctx context.Context, found *compare.Comparison) error {
	return start(ctx, nil, func(a *app) { a.screen = []screen.Screen{compareui.New(a.env, found)} })
}

// History shows what the runs of one model learnt, of elements that contain a text.
func History(ctx context.Context, found *compare.History, filter string, between Compared) error {
	return start(ctx, nil, func(a *app) {
		a.screen = []screen.Screen{compareui.NewHistory(a.env, found, filter, a.comparing(between))}
	})
}

// WhatIf lets a person ask a model what would be; top: the actions that take the time stand in the place of the curve.
func WhatIf(ctx context.Context, name string, q predict.Question, top bool) error {
	t, err := predict.TermsOf(q)
	if err != nil {
		return err
	}
	return start(ctx, nil, func(a *app) { a.screen = []screen.Screen{whatif.New(a.env, name, q, t, nil).Top(top)} })
}

// Components lets a person decide what components a program is made of; false: they
// left without taking any.
func Components(ctx context.Context, name string, d *extract.Division, decide components.Decide) (chosen rules.Choices, taken bool, err error) {
	if accessible() {
		return plain.New(os.Stdin, os.Stdout).Components(ctx, d, decide)
	}
	var tree *components.Screen
	err = start(ctx, nil, func(a *app) {
		tree = components.New(a.env, name, d, decide)
		a.screen = []screen.Screen{tree}
	})
	if err != nil || tree == nil {
		return rules.Choices{}, false, err
	}
	chosen, taken = tree.Taken()
	return chosen, taken, nil
}

func (a *app) watch(r run.Run, opt WatchOptions) {
	a.feed = live.New(a.env, r)
	a.feed.Begin(opt.Before)
	a.screen = []screen.Screen{newDashboard(a.env, a.feed, opt)}
}

// reviewOf is the review of a run, of which the folders keep what a person does.
func reviewOf(env *screen.Env, feed *live.Feed, opt WatchOptions) *review.Review {
	feed.Rows = opt.Runs.Rows
	if id := feed.Run.ID(); opt.Runs.Live != nil {
		feed.Lives = func() bool { return opt.Runs.Live(id) }
		feed.Attach = takeUp(env, opt, "Can't attach to the run", func() (run.Run, error) { return opt.Runs.Attach(id) })
	}
	return review.New(env, feed, review.Options{Output: opt.Output, Report: opt.Runs.Report, Typed: opt.Runs.Typed, KeepTyped: opt.Runs.KeepTyped})
}

// newDashboard is the dashboard with the review to which it leads.
func newDashboard(env *screen.Env, feed *live.Feed, opt WatchOptions) screen.Screen {
	decide := reviewOf(env, feed, opt)
	options := dashboard.Options{CanDetach: opt.CanDetach, Review: decide, Leave: decide.Leave, Home: opt.Home, Seen: opt.Runs.Seen, Saw: opt.Runs.Saw}
	if opt.Runs.There != nil {
		options.There = func(id model.ElementID) tea.Cmd {
			return takeUp(env, opt, "Can't measure there", func() (run.Run, error) { return opt.Runs.There(env.Ctx, feed.Run.ID(), id) })
		}
	}
	if opt.Runs.Resume != nil {
		options.Resume = takeUp(env, opt, "Can't resume the run", func() (run.Run, error) { return opt.Runs.Resume(env.Ctx, feed.Run.ID()) })
	}
	var first *dashboard.Dashboard
	if opt.Runs.Printed != nil {
		options.Output = log.New(env, func() ([]run.Printed, error) { return opt.Runs.Printed(feed.Run.ID()) }, func() tea.Cmd { return first.Leave() })
	}
	first = dashboard.New(env, feed, options)
	return first
}

// takeUp takes up a run that has ended and goes on to its dashboard.
func takeUp(env *screen.Env, opt WatchOptions, refusal string, take func() (run.Run, error)) tea.Cmd {
	return func() tea.Msg {
		r, err := take()
		if err != nil {
			return refused(refusal, err)
		}
		feed := live.New(env, r)
		opt.Runs.Seen = nil // nobody was away
		return following{feed: feed, first: newDashboard(env, feed, opt)}
	}
}

// framesPerSecond is how often the renderer looks for something to draw: a key waits for 15 ms on average, and a screen
// on which nothing happens takes 0.4 % of a processor beside a program that is measured (0.3 % at 22, 0.7 % at 60).
const framesPerSecond = 34

// start runs the Bubble Tea program. Bubble Tea does not handle SIGHUP: without
// our doing so a lost connection would kill the process at once, and an ignored
// one would leave it running with nobody to see it.
func start(ctx context.Context, say func(string), build func(*app), options ...tea.ProgramOption) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	gone, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	a := newApp(gone, time.Now)
	a.ascii = theme.WantsASCII(os.Getenv)
	a.env.Block = os.Getenv("BEAGLE_PLOT") == "block"
	look := lookOf(ctx)
	restore, err := look.apply(a)
	if err != nil {
		return err
	}
	defer restore()
	a.sync = os.Getenv("SSH_TTY") != "" && os.Getenv("BEAGLE_SYNC") != "0"
	build(a)
	a.over = a.feed != nil && a.feed.Snapshot.State.Ended()
	options = append([]tea.ProgramOption{tea.WithContext(gone), tea.WithFPS(framesPerSecond)}, options...)
	title := func(xtwinops int) {
		if term.IsTerminal(os.Stdout.Fd()) {
			fmt.Fprint(os.Stdout, ansi.XTWINOPS(xtwinops, 0))
		}
	}
	title(22) // keeps the window's title, which the screens change
	_, err = tea.NewProgram(a, options...).Run()
	title(23)
	for _, s := range a.screen {
		if s, ok := s.(screen.Ending); ok {
			s.Ended()
		}
	}
	if line := farewell(a); say != nil && err == nil && line != "" {
		defer say(line)
	}
	aborted := !a.over && a.feed != nil && slices.Contains([]run.State{run.Aborting, run.Aborted}, a.feed.Run.Snapshot().State)
	if a.own != nil {
		err = errors.Join(err, a.own.Close())
	}
	switch {
	case err == nil && a.err == nil && aborted:
		return ErrAborted
	case err == nil, errors.Is(err, tea.ErrInterrupted):
		return errors.Join(a.err, err)
	case gone.Err() != nil && ctx.Err() == nil:
		return errTerminalGone
	case ctx.Err() != nil:
		return context.Cause(ctx)
	default:
		return err
	}
}

// newApp is the program without any screen yet.
func newApp(ctx context.Context, now func() time.Time) *app {
	th := theme.New(true, false)
	a := &app{env: &screen.Env{Ctx: ctx, Theme: &th, Now: now}, width: 80, height: 24, noShell: noShell}
	a.env.Go = a.route
	return a
}

// farewell is what the shell shows after the screens: where the model is, or
// how to come back to what was learnt. Empty: there is nothing to say.
func farewell(a *app) string {
	if a.env.Wrote != "" {
		return "the model was written to " + text.Safe(a.env.Wrote)
	}
	if a.feed == nil || a.err != nil {
		return ""
	}
	s := a.feed.Run.Snapshot()
	found := 0
	for i := range s.Elements {
		if s.Elements[i].Best != nil {
			found++
		}
	}
	if s.State != run.Finished || found == 0 {
		return ""
	}
	return fmt.Sprintf("nothing was written; %s learnt and kept: beagle review %s",
		quantity.Plural(found, "expression was", "expressions were"), text.Safe(a.feed.Run.ID()))
}
