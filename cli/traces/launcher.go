package traces

import (
	"context"
	"crypto/rand"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/measure/launch"
	"beagle/measure/remote"
	"beagle/traces/cluster"
)

type launcherFlags struct {
	label    string
	programs []string
	folder   string
	within   time.Duration
	space    int64
	guard    string
}

// launcherOnly are those that go with --launch alone.
var launcherOnly = []string{"program", "folder", "within", "space"}

// tracesOnly are those that go with neither --launch nor --learn.
var tracesOnly = []string{"auto", "irl", "repair", "ignore-assumed", "memory"}

// guardFlag makes a worker the guard of another one, see launch.Guard.
const guardFlag = "guard"

func (f *launcherFlags) add(c *cobra.Command) {
	set := c.Flags()
	set.StringVar(&f.label, "launch", "", "make the launches of analyses (beagle run --nats) that name this machine, by its label")
	set.StringSliceVar(&f.programs, "program", []string{"java"}, "with --launch: programs that may be started, as commands begin with them; may be repeated")
	set.StringVar(&f.folder, "folder", cluster.StateFolder("launcher"), "with --launch: folder for what is launched, another one for each worker")
	set.DurationVar(&f.within, "within", time.Hour, "with --launch: a launch may take so long at most")
	set.StringVar(&f.guard, guardFlag, "", "end what runs with this folder when standard input ends")
	_ = set.MarkHidden(guardFlag) // of workers for themselves
	set.Int64Var(&f.space, "space", 512, "with --launch: MiB that files of earlier launches may take in the folder, and what one launch records")
}

func (f *launcherFlags) check(c *cobra.Command, learn bool) error {
	if f.label == "" {
		for _, flag := range launcherOnly {
			if c.Flags().Changed(flag) {
				return app.Usage("--%s goes with --launch", flag)
			}
		}
		return nil
	}
	for _, flag := range tracesOnly {
		if c.Flags().Changed(flag) {
			return app.Usage("--%s is of traces, and --launch has no part in these", flag)
		}
	}
	switch {
	case learn:
		return app.Usage("--learn and --launch are two workers: learning beside a program that is measured would disturb it")
	case f.within <= 0 || f.space < 1:
		return app.Usage("--within and --space must be positive")
	case slices.Contains(f.programs, ""):
		return app.Usage("--program must name a program")
	}
	return launch.CheckLabel(f.label)
}

func (f *launcherFlags) launcher(ctx context.Context, a *app.App, bus *cluster.Bus) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	one := remote.Worker{
		Guard: []string{program, "worker", "--" + guardFlag},
		Bus:   bus, ID: rand.Text(), Label: f.label, Programs: f.programs, Folder: f.folder, Within: f.within, Space: f.space << 20, Say: a.SayLine,
	}
	a.Say("worker %s makes launches on machine %s for analyses on %s; it starts %s", one.ID, f.label, bus.URL(), strings.Join(f.programs, ", "))
	if err := one.Run(ctx); err != nil {
		return err
	}
	return ctx.Err()
}
