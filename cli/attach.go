package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"time"

	"beagle/cli/app"
	"beagle/cli/runs"
	"beagle/run/ended"
	"beagle/run/folder"
	"beagle/run/remote"

	"github.com/spf13/cobra"

	"beagle/model"
	"beagle/run"
	"beagle/tui"
)

func newAttach(a *program) *cobra.Command {
	var watch bool
	c := &cobra.Command{
		Use:   "attach [RUN]",
		Short: "Look into an analysis, and control it",
		Long: `Look into an analysis, and control it.

Without RUN it is the latest one; the beginning of its name is enough. One
screen is in control, all others watch. Leaving does not end the analysis.
Without a terminal, progress is printed until the analysis has ended.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: runs.Complete,
		RunE: func(c *cobra.Command, args []string) error {
			mode := remote.Control
			if watch {
				mode = remote.Watch
			}
			return attach(c.Context(), a.App, runs.Arg(args), mode)
		},
	}
	c.Flags().BoolVar(&watch, "watch", false, "only watch; leave the control to others")
	return c
}

func newReview(a *program) *cobra.Command {
	return &cobra.Command{
		Use:               "review [RUN]",
		Short:             "Review what an analysis learnt, decide, and write it into the model",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: runs.Complete,
		RunE: func(c *cobra.Command, args []string) error {
			f, err := folder.Find(runs.Arg(args))
			if err != nil {
				return runs.None(err)
			}
			if err := reach(c.Context(), a.App, f); err != nil {
				return err
			}
			if a.Screens() {
				return leave(a.App, tui.Review(c.Context(), f.ID(), reader(a.App, f, remote.Control), a.SayLine))
			}
			analysis, err := remote.Attach(f.ID(), remote.Control)
			if err != nil {
				return err
			}
			defer analysis.Close()
			return report(a.App, newResult(analysis.Snapshot(), ""), &events{})
		},
	}
}

func attach(ctx context.Context, a *app.App, id string, mode remote.Mode) error {
	f, err := folder.Find(id)
	if err != nil {
		return runs.None(err)
	}
	if err := reach(ctx, a, f); err != nil {
		return err
	}
	if a.Screens() {
		return leave(a, tui.Attach(ctx, f.ID(), reader(a, f, mode), a.SayLine))
	}
	analysis, err := remote.Attach(f.ID(), mode)
	if err != nil {
		return err
	}
	defer analysis.Close()
	return followRun(ctx, a, analysis)
}

// reach lets ssh ask for what it needs before screens have the terminal.
func reach(ctx context.Context, a *app.App, f folder.Folder) error {
	runs.AskFor(a)
	err := remote.Reach(ctx, f)
	if a.Screens() {
		remote.Person.Say, remote.Person.Terminal = nil, false
	}
	return err
}

func reader(a *app.App, f folder.Folder, mode remote.Mode) tui.Reader {
	return func(context.Context) (run.Run, tui.WatchOptions, error) {
		opt := tui.WatchOptions{CanDetach: true, Say: a.SayLine, Runs: ofFolders}
		analysis, err := remote.Attach(f.ID(), mode)
		if err != nil {
			return nil, opt, runs.None(err)
		}
		cfg, err := settingsOf(analysis)
		if err != nil {
			return nil, opt, errors.Join(err, analysis.Close())
		}
		opt.Output = cfg.Output
		return analysis, opt, nil
	}
}

// ofFolders is what the screens of a run can do besides, by the run's folder.
var ofFolders = tui.Runs{
	There: thereOne,
	Resume: func(ctx context.Context, id string) (run.Run, error) {
		r, err := measureThere(context.WithoutCancel(ctx), id)
		return r, changesInWords(id, err)
	},
	Live: func(id string) bool {
		f, err := folder.Find(id)
		return err == nil && f.Live()
	},
	Attach: func(id string) (run.Run, error) { return remote.Attach(id, remote.Control) },
	Rows: func(id string, of model.ElementID) ([][]string, error) {
		var table bytes.Buffer
		if err := ended.Export(&table, id, "csv", of); err != nil {
			return nil, err
		}
		return csv.NewReader(&table).ReadAll()
	},
	Printed: folder.Printed, Report: runs.Report, Seen: folder.SeenOf, Saw: folder.Saw, Typed: folder.TypedOf, KeepTyped: folder.KeepTyped,
}

func settingsOf(r run.Run) (run.Config, error) {
	if e, ok := r.(*ended.Run); ok {
		return e.Begun.Config, nil
	}
	return folder.Settings(r.ID())
}

func look(ctx context.Context, a *app.App, analysis run.Run) error {
	if !a.Screens() {
		return followRun(ctx, a, analysis)
	}
	cfg, err := settingsOf(analysis)
	if err != nil {
		return err
	}
	return leave(a, tui.Watch(ctx, analysis, tui.WatchOptions{Output: cfg.Output, CanDetach: true, Say: a.SayLine, Runs: ofFolders}))
}

func followRun(ctx context.Context, a *app.App, analysis run.Run) error {
	none := &events{}
	watch := &watcher{app: a, events: none}
	for {
		snapshot := analysis.Snapshot()
		watch.see(snapshot)
		if snapshot.State.Ended() {
			return reportEnd(a, snapshot, none)
		}
		select {
		case <-ctx.Done():
			a.Say("detached; the analysis goes on: beagle attach %s", analysis.ID())
			return nil
		case <-analysis.Changed():
			time.Sleep(pullEvery)
		}
	}
}

func reportEnd(a *app.App, s run.Snapshot, to *events) error {
	if s.State == run.Failed {
		return failure(s)
	}
	r := newResult(s, "")
	if err := report(a, r, to); err != nil {
		return err
	}
	if s.State == run.Aborted {
		return app.Exit(app.Aborted, nil)
	}
	a.Say("nothing was written into the model by this command; \"beagle review %s\" decides, \"beagle apply %s --all\" writes what was learnt", s.Run, s.Run)
	return r.exit(a, s)
}
