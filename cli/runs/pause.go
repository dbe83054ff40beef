package runs

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/run"
	"beagle/run/remote"
)

// NewPause is "beagle pause": the run's process is asked over its socket, and once more with --now.
func NewPause(a *app.App) *cobra.Command {
	var now bool
	c := order(a, "pause [RUN]", "Pause an analysis after the launch in flight", stateAfter, func(ctx context.Context, r run.Run) error {
		if err := r.Pause(ctx); err != nil || !now {
			return err
		}
		return r.Pause(ctx)
	})
	c.Flags().BoolVar(&now, "now", false, "end the launch in flight; it will be repeated")
	return c
}

// NewAbort is "beagle abort": what was measured stays in the run's folder, the model is not written.
func NewAbort(a *app.App) *cobra.Command {
	var now bool
	c := order(a, "abort [RUN]", "End an analysis; the model stays as it is, what was measured is kept", stateAfter, func(ctx context.Context, r run.Run) error {
		if err := r.Abort(ctx); err != nil {
			return err
		}
		if now {
			if err := r.Abort(ctx); err != nil && !r.Snapshot().State.Ended() {
				return err
			}
		}
		return untilEnded(ctx, r)
	})
	c.Long = `End an analysis. The launch in flight is stopped, nothing is written into the
model, and what was measured is kept: "beagle resume" goes on with it. Before it
ends, the analysis learns for five seconds at most from the launches that were
complete, so that "beagle review" has something to show.`
	c.Flags().BoolVar(&now, "now", false, "learn nothing more")
	return c
}

func untilEnded(ctx context.Context, r run.Run) error {
	for !r.Snapshot().State.Ended() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case _, open := <-r.Changed():
			if !open {
				return nil
			}
		}
	}
	return nil
}

// NewEnough is "beagle enough": no further launch, but all that learns from those that were made.
func NewEnough(a *app.App) *cobra.Command {
	c := order(a, "enough [RUN]", "Measure no more: learn from what is there, and end", func(run.Snapshot) string {
		return "measures no more: it learns from what is there, and ends"
	}, func(ctx context.Context, r run.Run) error {
		return r.Steer(ctx, run.Enough)
	})
	c.Long = `Measure no more: the launch in flight is ended, what it brought counts, and the
analysis learns from what is there and finishes.`
	return c
}

// NewLaunch gives orders about the launch in flight; more are orders that need more
// than the run.
func NewLaunch(a *app.App, more ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: "launch", Short: "End or repeat the launch in flight of an analysis"}
	end := order(a, "end [RUN]", "End the launch in flight, keep what it brought, and go on", func(s run.Snapshot) string {
		return launchOf(s) + " is ended, and what it brought is kept; the next one follows"
	}, func(ctx context.Context, r run.Run) error {
		return r.Steer(ctx, run.EndLaunch)
	})
	end.Long = `End the launch in flight, keep what it brought, and go on with the next one: for
a program that does not end by itself.`
	c.AddCommand(end, order(a, "repeat [RUN]", "Drop the launch in flight with what it brought, and make it again", func(s run.Snapshot) string {
		return launchOf(s) + " is dropped with what it brought, and made again"
	}, func(ctx context.Context, r run.Run) error {
		return r.Steer(ctx, run.RepeatLaunch)
	}))
	c.AddCommand(more...)
	return c
}

func launchOf(s run.Snapshot) string {
	if s.LaunchName == "" {
		return "the launch"
	}
	return fmt.Sprintf("launch %d, %s,", s.LaunchesDone+1, safe.Line(s.LaunchName))
}

func order(a *app.App, use, short string, does func(run.Snapshot) string, give func(context.Context, run.Run) error) *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use: use, Short: short, Args: cobra.MaximumNArgs(1), ValidArgsFunction: Complete,
		RunE: func(c *cobra.Command, args []string) error {
			mode := remote.Watch
			if force {
				mode = remote.Insist
			}
			AskFor(a)
			analysis, err := remote.Attach(Arg(args), mode)
			if err != nil {
				return None(err)
			}
			defer analysis.Close()
			before := analysis.Snapshot()
			if err := give(c.Context(), analysis); err != nil {
				return err
			}
			if a.JSON() {
				return a.PrintJSON(map[string]any{"run": analysis.ID(), "state": analysis.Snapshot().State})
			}
			told := analysis.Snapshot()
			if told.State == before.State && told.Pausing == before.Pausing {
				told = before // the launch in flight may be another one by now
			}
			a.Say("%s: %s", analysis.ID(), does(told))
			return nil
		},
	}
	c.Flags().BoolVar(&force, "force", false, "also while another screen is in control")
	return c
}

func stateAfter(s run.Snapshot) string {
	switch {
	case s.State == run.Paused:
		return `paused; "beagle resume" goes on`
	case s.Pausing:
		return "pauses after the launch in flight"
	case s.State == run.Aborting || s.State == run.Aborted:
		return `aborted; measurements are kept, "beagle resume" goes on with it`
	default:
		return string(s.State)
	}
}
