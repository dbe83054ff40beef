package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"beagle/config"
	"beagle/internal/safe"
	"beagle/measure/java"
	"beagle/model"
	"beagle/run"
)

// instrumentResult is what "beagle instrument --output json" prints.
type instrumentResult struct {
	Version  int               `json:"version"`
	Out      string            `json:"out"`
	Files    int               `json:"files"`
	Probes   int               `json:"probes"`
	Env      map[string]string `json:"env,omitempty"`    // --overlay: environment of the program
	Option   string            `json:"option,omitempty"` // --overlay: option of java
	Problems []model.Problem   `json:"problems"`
}

func newInstrument(a *app) *cobra.Command {
	var flags settingFlags
	var choice []string
	var out string
	var everything, overlay bool
	c := &cobra.Command{
		Use:   "instrument [DIR or beagle.yaml] --out DIR",
		Short: "Write an instrumented copy of the sources and stop",
		Long: `Write a copy of the project with probes in its sources, and stop: to look at
what is inserted, or to build and run it by hand. Nothing in the project changes.

With --overlay, write what takes the place of classes in the program as it is
built: the rewritten sources, their classes, and the agent that loads them.
Where no launch is a plain java command, the first one is run once, to see where
its classes are.

With --everything, DIR may be any folder with Java sources; no model is needed.
All statements, branches, loops, calls and methods get probes. That is a test of
instrumentation: the copy must build and do what the project does. The probes
do nothing unless the environment variable BEAGLE_OUT names a folder for their
records.`,
		Example: `  beagle instrument --out /tmp/instrumented
  beagle instrument --overlay --out /tmp/overlay
  beagle instrument --everything some/project --out /tmp/everywhere`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if everything {
				tree := "."
				if len(args) > 0 {
					tree = args[0]
				}
				result, err := java.InstrumentEverything(c.Context(), tree, out, java.Compile{Log: a.err})
				if err != nil {
					return err
				}
				return a.reportInstrumented(out, result)
			}
			cfg, err := a.loadConfig(c, &flags, args)
			if err != nil {
				return err
			}
			if err := selectOnly(&cfg, choice); err != nil {
				return err
			}
			return a.instrument(c.Context(), cfg, out, overlay)
		},
	}
	flags.add(c)
	addSelect(c, &choice)
	c.Flags().StringVar(&out, "out", "", "write the copy to this folder, which is made")
	c.Flags().BoolVar(&everything, "everything", false, "put probes everywhere; needs no model")
	c.Flags().BoolVar(&overlay, "overlay", false, "write an overlay of the program as it is built, no copy")
	c.MarkFlagsMutuallyExclusive("overlay", "everything")
	_ = c.MarkFlagRequired("out")
	return c
}

func (a *app) instrument(ctx context.Context, cfg run.Config, out string, overlay bool) error {
	project, err := run.Prepare(cfg)
	if err != nil {
		return err
	}
	var result java.Instrumented
	if overlay {
		result, err = java.InstrumentOverlay(ctx, java.Options{Project: cfg.Project, Clock: cfg.Measure.Clock, Launches: cfg.Launch}, project.Order, out)
	} else {
		result, err = java.Instrument(ctx, cfg.Project, project.Order, cfg.Measure.Clock, out)
	}
	if err != nil {
		return err
	}
	result.Notes = append(project.Problems, result.Notes...)
	return a.reportInstrumented(out, result)
}

func (a *app) reportInstrumented(out string, result java.Instrumented) error {
	if a.json() {
		return a.printJSON(instrumentResult{
			Version: 1, Out: out, Files: result.Files, Probes: result.Sites, Problems: append([]model.Problem{}, result.Notes...),
			Env: result.Env, Option: result.Option,
		})
	}
	for _, note := range result.Notes {
		a.warn(note)
	}
	_, err := fmt.Fprintf(a.out, "%d probes in %d files: %s\n", result.Sites, result.Files, safe.Text(out))
	if result.Option != "" && err == nil {
		_, err = fmt.Fprintf(a.out, "run it with BEAGLE_OUT=<folder for records>%s java %s ...\n", safe.Text(settings(result.Env)), safe.Text(config.Shell(result.Option)))
	}
	return err
}

// settings are environment variables as a shell takes them.
func settings(env map[string]string) (text string) {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		text += " " + name + "=" + config.Shell(env[name])
	}
	return text
}
