package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/runs"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
	"beagle/run/remote"
)

func newApply(a *program) *cobra.Command {
	var out string
	var inPlace, dryRun, all, replace, undo bool
	c := &cobra.Command{
		Use:   "apply [RUN]",
		Short: "Write the accepted expressions of an analysis into the model",
		Long: `Write the accepted expressions of an analysis into the model. Those are the ones
accepted or edited in "beagle review"; with --all also the judge's choice for
every element that nobody decided on.

A file that the analysis did not write itself is only replaced where you say so,
by --replace or when you are asked. The old file is kept as .bak, .bak.2 and so on,
and --undo brings it back.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: runs.Complete,
		RunE: func(c *cobra.Command, args []string) error {
			analysis, err := remote.Attach(runs.Arg(args), remote.Watch)
			if err != nil {
				return runs.None(err)
			}
			defer analysis.Close()
			if undo {
				return takeBack(c.Context(), a.App, analysis)
			}
			cfg, err := settingsOf(analysis)
			if err != nil {
				return err
			}
			cfg.Output.Replace = replace
			switch {
			case inPlace:
				cfg.Output.InPlace = true
			case out != "":
				if cfg.Output.File, err = filepath.Abs(out); err != nil {
					return err
				}
				cfg.Output.InPlace = false
			}
			cfg.Output.DryRun = dryRun
			if all {
				for _, problem := range run.AcceptAll(c.Context(), analysis) {
					a.Warn(problem)
				}
			}
			cfg.Output.Decided = !all
			if !decided(analysis.Snapshot(), cfg.Output.Decided) {
				return app.Hinted(errors.New("nobody decided on an expression yet, so there is nothing to write"),
					"\"beagle review\" decides element by element; --all accepts the judge's choices.")
			}
			r, err := write(c.Context(), a.App, cfg, analysis, analysis.Snapshot())
			if occupied := (model.Problem{}); errors.As(err, &occupied) && occupied.Rule == run.Occupied {
				if !a.Screens() {
					return app.Hinted(occupied, "--replace replaces it, and keeps it beside the new one; --out names another file.")
				}
				if cfg.Output.Replace = replaces(a, occupied.File); !cfg.Output.Replace {
					return app.Hinted(errors.New("nothing was written"), "--out names another file.")
				}
				r, err = write(c.Context(), a.App, cfg, analysis, analysis.Snapshot())
			}
			if err != nil {
				return err
			}
			return report(a.App, r, &events{})
		},
	}
	c.Flags().StringVar(&out, "out", "", "write the calibrated model to this file")
	c.Flags().BoolVar(&inPlace, "in-place", false, "write the model itself and keep a .bak")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show what would be written, write nothing")
	c.Flags().BoolVar(&all, "all", false, "accept the judge's choice where nothing was decided")
	c.Flags().BoolVar(&replace, "replace", false, "replace a file that the analysis did not write, and keep it as .bak")
	c.Flags().BoolVar(&undo, "undo", false, "take back what was written last")
	c.MarkFlagsMutuallyExclusive("out", "in-place")
	for _, other := range []string{"out", "in-place", "dry-run", "all", "replace"} {
		c.MarkFlagsMutuallyExclusive("undo", other)
	}
	return c
}

// replaces asks whether a file may be replaced; anything but yes is no.
func replaces(a *program, file string) bool {
	fmt.Fprintf(a.Err, "%s is there already, and this analysis did not write it.\nReplace it, and keep it as .bak? [y/N] ", safe.Line(safe.Shown(file)))
	line, err := bufio.NewReader(io.LimitReader(a.In, 100)).ReadString('\n')
	return err == nil && slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(line)))
}

func takeBack(ctx context.Context, a *app.App, analysis run.Run) error {
	w, err := analysis.Undo(ctx)
	if err != nil {
		return err
	}
	if a.JSON() {
		return a.PrintJSON(map[string]any{"undone": safe.Shown(w.File), "restored": w.Backup})
	}
	if w.Backup == "" {
		a.Say("%s is removed: there was no such file before", safe.Line(safe.Shown(w.File)))
	} else {
		a.Say("%s is again what it was before; that is still kept as %s, too", safe.Line(safe.Shown(w.File)), safe.Line(safe.Shown(w.Backup)))
	}
	return nil
}
