package traces

import (
	"context"
	"crypto/rand"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/learn/spread"
	"beagle/measure/launch"
	"beagle/traces/cluster"
	"beagle/traces/cluster/worker"
	"beagle/traces/kieker"
)

type workerFlags struct {
	to          cluster.Access
	merge       worker.Options
	memory      int64 // MiB
	irl         []string
	auto, cores int
	learn       bool
	launcherFlags
}

// NewWorker is the command worker.
func NewWorker(a *app.App) *cobra.Command {
	var f workerFlags
	c := &cobra.Command{
		Use:   "worker",
		Short: "Merge what agents send to a hub, and join traces of several programs",
		Long: `Merge what agents send to a hub, and join traces of several programs.

Any number of workers may be started and stopped at any time, on any machine:
each takes its share of the partitions within two seconds. A worker that dies,
or is frozen and wakes up, changes nothing in the result. With --auto it starts and
ends workers on this machine by what waits for them.

With --learn it does not merge traces but learns for analyses (beagle run --nats):
it gets tables of measurements and returns expressions; it launches nothing. It has
to be the very program of the run, on the same kind of processor.

With --launch LABEL it runs measured programs for analyses: the launches that name
this machine (machine: LABEL), one at a time. It gets their files, runs the command
in a folder that it removes again, and sends back what was recorded. It starts the
programs of --program only (java), but these do what the project tells them: whoever
has the hub's run.credentials has this user's rights here. Give it a user of its own.`,
		Example: `  beagle worker --nats nats://10.0.0.5:4222 --credentials worker.credentials
  beagle worker --auto 4
  beagle worker --learn --nats nats://10.0.0.5:4222 --credentials worker.credentials
  beagle worker --launch lab-1 --nats nats://10.0.0.5:4222 --credentials launcher.credentials`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if f.guard != "" {
				launch.Guarded(c.InOrStdin(), f.guard)
				return nil
			}
			if err := f.check(c); err != nil {
				return err
			}
			return f.work(c, a)
		},
	}
	AddAccess(c, &f.to, localURL)
	set := c.Flags()
	set.BoolVar(&f.merge.Engine.Repair, "repair", false, "of joined traces: close operations whose exit events are missing")
	set.BoolVar(&f.merge.Engine.IgnoreAssumed, "ignore-assumed", false, "of joined traces: leave out calls to code without probes")
	set.StringSliceVar(&f.irl, "irl", nil, "file with your own record types (Kieker's instrumentation record language); may be repeated")
	set.IntVar(&f.auto, "auto", 0, "start and end so many workers on this machine, at most, by what waits for them")
	set.BoolVar(&f.learn, "learn", false, "learn elements for analyses (beagle run --nats) instead of merging traces")
	f.add(c)
	set.IntVar(&f.cores, "cores", runtime.GOMAXPROCS(0), "with --learn: so many tasks at a time")
	set.Int64Var(&f.memory, "memory", 256, "memory of the process in MiB")
	return c
}

func (f *workerFlags) check(c *cobra.Command) error {
	if f.memory < 32 || f.auto < 0 {
		return app.Usage("--memory must be at least 32, and --auto positive")
	}
	for _, flag := range tracesOnly {
		if f.learn && c.Flags().Changed(flag) {
			return app.Usage("--%s is of traces, and --learn has no part in these", flag)
		}
	}
	if f.cores < 1 || !f.learn && c.Flags().Changed("cores") {
		return app.Usage("--cores goes with --learn, and is at least 1")
	}
	return f.launcherFlags.check(c, f.learn)
}

func (f *workerFlags) work(c *cobra.Command, a *app.App) error {
	schemas := kieker.NewSchemas()
	if err := kieker.AddIRL(schemas, f.irl...); err != nil {
		return err
	}
	f.to.Role = "worker"
	if f.label != "" {
		f.to.Role = "launcher"
	}
	Local(&f.to, f.to.Role)
	ctx := c.Context()
	bus, err := dial(ctx, a, f.to)
	if err != nil {
		return err
	}
	defer bus.Close()
	switch {
	case f.learn:
		return learner(ctx, a, bus, f.cores)
	case f.label != "":
		return f.launcher(ctx, a, bus)
	case f.auto > 0:
		return automatic(ctx, a, bus, f.auto)
	}
	f.merge.Engine.Memory, f.merge.Engine.Schemas, f.merge.Say = f.memory<<20/8*5, schemas, saying(a)
	one := worker.New(bus, f.merge)
	a.Say("worker %s takes its share of %d partitions on %s", one.ID(), bus.Partitions(), bus.URL())
	if err := one.Run(ctx); err != nil {
		return err
	}
	return ctx.Err()
}

func learner(ctx context.Context, a *app.App, bus *cluster.Bus, cores int) error {
	v := setup.Build()
	one := spread.Learner{Bus: bus, ID: rand.Text(), Cores: cores, Version: v.Short() + " on " + v.System, Say: saying(a)}
	a.Say("worker %s learns for analyses on %s, %d tasks at a time", one.ID, bus.URL(), cores)
	if err := one.Run(ctx); err != nil {
		return err
	}
	return ctx.Err()
}

func automatic(ctx context.Context, a *app.App, bus *cluster.Bus, most int) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	var told []string
	for i := 1; i < len(os.Args); i++ {
		if os.Args[i] == "--auto" {
			i++
			continue
		}
		told = append(told, os.Args[i])
	}
	told = slices.DeleteFunc(told, func(arg string) bool { return strings.HasPrefix(arg, "--auto=") })
	one := worker.Auto{Most: most, Command: append([]string{program}, told...), Err: a.Err, Say: a.SayLine}
	if err := one.Run(ctx, bus); err != nil {
		return err
	}
	return ctx.Err()
}
