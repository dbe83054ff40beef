package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/runs"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/remote"
)

func newMeasureThere(a *program) *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use: "there RUN ELEMENT...", Short: "Add launches with the values that would decide what is undecided of elements",
		Long: `Add launches with the values that would decide what the measurements of elements
leave undecided, after those that are planned. An analysis that has finished is
taken up again for that. ELEMENT is an id, or a name that only one element has.

Launches can be given other values where something in their command varies over
a range: {size} in the command, and vary: {size: 10..10000} in the launch.`,
		Args: cobra.MinimumNArgs(2), ValidArgsFunction: runs.Complete,
		RunE: func(c *cobra.Command, args []string) error {
			mode := remote.Watch
			if force {
				mode = remote.Insist
			}
			analysis, err := remote.Attach(args[0], mode)
			if err != nil {
				return runs.None(err)
			}
			defer analysis.Close()
			s := analysis.Snapshot()
			ids, err := elementsNamed(s.Elements, args[1:])
			if err != nil {
				return err
			}
			if s.State.Ended() {
				again, err := measureThere(c.Context(), analysis.ID(), ids...)
				if err != nil {
					return explainChanges(a.App, err)
				}
				defer again.Close()
				return look(c.Context(), a.App, again)
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

func measureThere(ctx context.Context, id string, there ...model.ElementID) (run.Run, error) {
	return remote.Resume(ctx, id, nil, folder.Stop, there...)
}

func thereOne(ctx context.Context, id string, there model.ElementID) (run.Run, error) {
	return measureThere(context.WithoutCancel(ctx), id, there)
}

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
