package traces

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/traces/cluster"
	"beagle/traces/cluster/agent"
	"beagle/traces/kieker"
)

// NewAgent is the command agent.
func NewAgent(a *app.App) *cobra.Command {
	var to cluster.Access
	var o agent.Options
	var memory, limit int64
	var irl []string
	var ways Flags
	c := &cobra.Command{
		Use:   "agent [PATH...]",
		Short: "Take records beside the measured programs, reduce them and send them to a hub",
		Long: `Take records beside the measured programs, reduce them and send them to a hub.

PATH, --listen, --otlp, --kafka and --amqp are as for beagle traces. Each second what came is reduced to
classes of traces and put into the folder --spool, from where it is sent; it is
removed when the hub has written its totals down. Whatever dies or is away in
between, everything counts once.

Without --follow and any address the agent ends when the totals have everything. When
it ends it prints where each record is that it has read; exit 1 where one is missing.
PATH may hold records of Beagle's own probes, too (.beagle, as beagle instrument
has them written), of programs that have ended: they are read as they are at the start.

An agent that starts again with the same --spool goes on reading its logs where
it stopped. Records that were on their way over a connection when the agent was killed are
lost with that connection.

With --distributed a trace may have records from several programs: the agent
sends records, and workers join them.`,
		Example: `  beagle agent --listen 127.0.0.1:10133 --nats nats://10.0.0.5:4222 --credentials agent.credentials
  beagle agent --follow /var/log/kieker --nats nats://10.0.0.5:4222 --credentials agent.credentials`,
		RunE: func(c *cobra.Command, paths []string) error {
			if err := ways.Check(c.Flags().Changed); err != nil {
				return err
			}
			switch {
			case o.Listen == "" && !ways.Any() && len(paths) == 0:
				return app.Usage("give the path of a log, or --listen or --otlp with an address")
			case o.Follow && len(paths) == 0:
				return app.Usage("--follow needs the path of a log")
			case memory < 32 || limit < 1 || o.Every < 50*time.Millisecond:
				return app.Usage("--memory must be at least 32, --spool-limit 1 and --every 50ms")
			}
			if ways.OTLP != "" && memory < 128 {
				return app.Usage("--memory must be at least 128 with --otlp: one message takes up to 32 MiB while it is read")
			}
			schemas := kieker.NewSchemas()
			if err := kieker.AddIRL(schemas, irl...); err != nil {
				return err
			}
			o.Paths, o.Limit, o.Engine.Memory, o.Engine.Schemas, o.Say = paths, limit<<20, memory<<20/8*5-ways.Beyond(memory<<20/8), schemas, a.SayLine
			if ways.Any() {
				o.Ways = func(open func(string) kieker.Handler) ([]kieker.Entrance, error) {
					return ways.Open(a, open, schemas, memory<<20/8)
				}
			}
			// The garbage collector works harder before the process grows beyond its memory.
			debug.SetMemoryLimit(memory << 20 / 64 * 55)
			return runAgent(c, a, to, o)
		},
	}
	ways.Add(c)
	AddAccess(c, &to, localURL)
	set := c.Flags()
	set.StringVar(&o.Listen, "listen", "", "address to receive records on, e.g. 127.0.0.1:10133; port 0 takes a free one")
	set.StringVar(&o.Strings, "listen-strings", "", "second address for the strings of Kieker 1.8 to 1.13's TCP writer, usually port 10134")
	set.BoolVar(&o.Follow, "follow", false, "go on while the logs are being written, also with logs that appear later")
	set.BoolVar(&o.ByteLengths, "byte-lengths", false, "strings declare their length in bytes, as Kieker's Python and C probes do; usually seen by itself")
	set.StringSliceVar(&irl, "irl", nil, "file with your own record types (Kieker's instrumentation record language); may be repeated")
	set.BoolVar(&o.Engine.Repair, "repair", false, "close operations whose exit events are missing")
	set.BoolVar(&o.Engine.IgnoreAssumed, "ignore-assumed", false, "leave out calls to code without probes")
	set.BoolVar(&o.Engine.Distributed, "distributed", false, "a trace may have records from several programs: send records, which workers join")
	set.StringVar(&o.Spool, "spool", cluster.StateFolder("agent"), "folder for what waits; each agent needs its own")
	set.Int64Var(&limit, "spool-limit", 1024, "at most so many MiB wait there; beyond that, what comes stays in memory, reduced")
	set.DurationVar(&o.Every, "every", time.Second, "how often to send")
	set.Int64Var(&memory, "memory", 256, "memory of the process in MiB: it bounds open traces, classes and the length of a trace")
	return c
}

func runAgent(c *cobra.Command, a *app.App, to cluster.Access, o agent.Options) error {
	// Beside what waits, so that the agent knows them when it is started again.
	paths, err := OwnLogs(c.Context(), a, o.Paths, filepath.Join(o.Spool, "own"))
	if err != nil {
		return err
	}
	o.Paths = paths
	to.Role = "agent"
	Local(&to, "agent")
	ctx := c.Context()
	o.User = to.User()
	one, err := agent.New(o)
	if err != nil {
		return err
	}
	defer one.Close()
	listen := func() error {
		if o.Listen == "" && o.Ways == nil {
			return nil
		}
		all, err := one.Listen()
		for _, where := range all {
			a.Say("agent %s is taking records from %s", one.ID(), where)
		}
		return err
	}
	if !o.Engine.Distributed { // else a hub must say how records are sorted
		if err := listen(); err != nil {
			return err
		}
	}
	bus, err := dial(ctx, a, to)
	if err != nil {
		return err
	}
	defer bus.Close()
	a.Say("sending to %s", bus.URL())
	if o.Engine.Distributed {
		one.Use(bus)
		if err := listen(); err != nil {
			return err
		}
	}
	if err := one.Run(ctx, bus); err != nil {
		return err
	}
	return errors.Join(printBook(a, one.Book()), a.EndedBy(ctx))
}

// printBook says where the records are that an agent has read; an error where one is missing.
func printBook(a *app.App, b agent.Book) error {
	if a.JSON() {
		if err := a.PrintJSON(b); err != nil {
			return err
		}
	} else if _, err := fmt.Fprintln(a.Out, b.String()); err != nil {
		return err
	}
	if b.Balance {
		return nil
	}
	return unbalanced(b.String())
}
