package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/remote"
)

func newPause(a *program) *cobra.Command {
	var now bool
	c := a.order("pause [RUN]", "Pause an analysis after the launch in flight", func(ctx context.Context, r run.Run) error {
		if err := r.Pause(ctx); err != nil || !now {
			return err
		}
		return r.Pause(ctx)
	})
	c.Flags().BoolVar(&now, "now", false, "end the launch in flight; it will be repeated")
	return c
}

func newAbort(a *program) *cobra.Command {
	c := a.order("abort [RUN]", "End an analysis; the model stays as it is, what was measured is kept", func(ctx context.Context, r run.Run) error {
		return r.Abort(ctx)
	})
	c.Long = `End an analysis. The launch in flight is stopped, nothing is written into the
model, and what was measured is kept: "beagle resume" goes on with it.`
	return c
}

func newEnough(a *program) *cobra.Command {
	c := a.order("enough [RUN]", "Measure no more: learn from what is there, and end", func(ctx context.Context, r run.Run) error {
		return r.Steer(ctx, run.Enough)
	})
	c.Long = `Measure no more: the launch in flight is ended, what it brought counts, and the
analysis learns from what is there and finishes.`
	return c
}

func newLaunch(a *program) *cobra.Command {
	c := &cobra.Command{Use: "launch", Short: "End or repeat the launch in flight of an analysis"}
	end := a.order("end [RUN]", "End the launch in flight, keep what it brought, and go on", func(ctx context.Context, r run.Run) error {
		return r.Steer(ctx, run.EndLaunch)
	})
	end.Long = `End the launch in flight, keep what it brought, and go on with the next one: for
a program that does not end by itself.`
	c.AddCommand(end, a.order("repeat [RUN]", "Drop the launch in flight with what it brought, and make it again", func(ctx context.Context, r run.Run) error {
		return r.Steer(ctx, run.RepeatLaunch)
	}))
	c.AddCommand(newMeasureThere(a))
	return c
}

func newMeasureThere(a *program) *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use: "there RUN ELEMENT...", Short: "Add launches with the values that would decide what is undecided of elements",
		Long: `Add launches with the values that would decide what the measurements of elements
leave undecided, after those that are planned. An analysis that has finished is
taken up again for that. ELEMENT is an id, or a name that only one element has.

Launches can be given other values where something in their command varies over
a range: {size} in the command, and vary: {size: 10..10000} beside it.`,
		Args: cobra.MinimumNArgs(2), ValidArgsFunction: completeRun,
		RunE: func(c *cobra.Command, args []string) error {
			mode := remote.Watch
			if force {
				mode = remote.Insist
			}
			analysis, err := remote.Attach(args[0], mode)
			if err != nil {
				return noRun(err)
			}
			defer analysis.Close()
			s := analysis.Snapshot()
			ids, err := elementsNamed(s.Elements, args[1:])
			if err != nil {
				return err
			}
			if s.State.Ended() {
				again, err := a.measureThere(c.Context(), analysis.ID(), ids...)
				if err != nil {
					return a.explainChanges(err)
				}
				defer again.Close()
				return a.look(c.Context(), again)
			}
			for _, id := range ids {
				if err := analysis.Steer(c.Context(), run.MeasureThere(id)); err != nil {
					return err
				}
			}
			if a.JSON() {
				return a.PrintJSON(map[string]any{"run": analysis.ID(), "state": analysis.Snapshot().State, "there": ids})
			}
			a.Say("%s: measured there after the launches that are planned", analysis.ID())
			return nil
		},
	}
	c.Flags().BoolVar(&force, "force", false, "also while another screen is in control")
	return c
}

// measureThere takes up an analysis that has ended to measure elements where that
// decides. Its settings stay as they were.
func (a *program) measureThere(ctx context.Context, id string, there ...model.ElementID) (run.Run, error) {
	return remote.Resume(ctx, id, nil, folder.Stop, there...)
}

// thereOne is measureThere for the screens.
func (a *program) thereOne(ctx context.Context, id string, there model.ElementID) (run.Run, error) {
	return a.measureThere(context.WithoutCancel(ctx), id, there)
}

// elementsNamed finds elements by their ids, or by names that are unique.
func elementsNamed(all []run.ElementState, names []string) (ids []model.ElementID, err error) {
	for _, name := range names {
		var found []model.ElementID
		for i := range all {
			if string(all[i].ID) == name || all[i].PCMID == name {
				found = []model.ElementID{all[i].ID}
				break
			}
			if strings.EqualFold(all[i].Name, name) {
				found = append(found, all[i].ID)
			}
		}
		switch len(found) {
		case 0:
			return nil, app.Hinted(app.Usage("the analysis has no element %q", safe.Line(name)), "beagle review lists them.")
		case 1:
			ids = append(ids, found[0])
		default:
			return nil, app.Usage("%d elements are called %q: name one by its id, such as %s", len(found), safe.Line(name), safe.Line(string(found[0])))
		}
	}
	return ids, nil
}

// order is a command that gives a live run an order.
func (a *program) order(use, short string, give func(context.Context, run.Run) error) *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use: use, Short: short, Args: cobra.MaximumNArgs(1), ValidArgsFunction: completeRun,
		RunE: func(c *cobra.Command, args []string) error {
			mode := remote.Watch
			if force {
				mode = remote.Insist
			}
			analysis, err := remote.Attach(runArg(args), mode)
			if err != nil {
				return noRun(err)
			}
			defer analysis.Close()
			if err := give(c.Context(), analysis); err != nil {
				return err
			}
			if a.JSON() {
				return a.PrintJSON(map[string]any{"run": analysis.ID(), "state": analysis.Snapshot().State})
			}
			a.Say("%s: %s", analysis.ID(), stateAfter(analysis.Snapshot()))
			return nil
		},
	}
	c.Flags().BoolVar(&force, "force", false, "also while another screen is in control")
	return c
}

// stateAfter says what an order did, and how to go on.
func stateAfter(s run.Snapshot) string {
	switch {
	case s.State == run.Paused:
		return `paused; "beagle resume" goes on`
	case s.Pausing:
		return "pauses after the launch in flight"
	case s.State == run.Aborting || s.State == run.Aborted:
		return `aborted; what was measured is kept, "beagle resume" goes on with it`
	default:
		return string(s.State)
	}
}
