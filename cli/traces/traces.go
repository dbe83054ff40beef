// Package traces holds the commands on what Kieker records: traces and kieker cat, and the roles that
// spread traces over machines: hub, agent and worker. There is no analysis behind them.
package traces

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/stacks"
	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/kieker"
	"beagle/traces/kieker/logs"
	"beagle/traces/show"
	"beagle/traces/spans/network"
	"beagle/tui"
)

type flags struct {
	listen, listenStrings string
	connections           int
	memory                int64
	last, every           time.Duration
	follow, byteLengths   bool
	irl                   []string
	save, forward         string
	merge                 []string
	engine                traces.Options
	view                  show.View
	id                    int64
	one                   *show.One // nil: all traces
	far                   cluster.Access
	ways                  Flags
	toOTLP                string
	profile               profile
	exporter              *network.Sender
	given                 func(flag string) bool
}

// New is the command traces.
func New(a *app.App) *cobra.Command {
	var f flags
	c := a.WithOutputs(&cobra.Command{
		Use:   "traces [PATH...]",
		Short: "Reconstruct and reduce traces from recorded logs, spans of tracers or live records",
		Long: `Reconstruct and reduce traces from recorded logs, spans of tracers or live records.

PATH is a folder with a kieker.map, a folder above such folders, a whole log in
a zip, a recorded socket stream, records of Beagle's own probes in a program
that was started by hand (see beagle instrument), or files with spans of
OpenTelemetry (OTLP, JSON or protobuf), Jaeger or Zipkin (JSON). With --listen, programs send their records
live: set Kieker's writer to kieker.monitoring.writer.tcp.SingleSocketTcpWriter,
its hostname and port to ADDR, and its connectionTimeoutInMs to 10000. With
--otlp, programs or their collector send spans: set the agent's variable
OTEL_EXPORTER_OTLP_ENDPOINT to http://ADDR.

On a terminal, live records and recorded logs are explored on a screen, and the
result is printed when it is left; of recorded logs at once where --show or
another flag says what is wanted. Otherwise the result is printed when the logs
end, or when SIGINT, --for or --connections ends it.

--show chooses what is printed:
  classes      equivalence classes of traces (the default)
  equivalence  the same in the form of Kieker's trace analysis
  operations, components, containers
               who calls whom how often (default of --output dot)
  tree         all calls in one tree
  trace        one class as a call tree (see --class)
  sequence     one class as a sequence diagram (default of --output mermaid)
  executions, messages
               representatives of the classes in Kieker's forms
  invalid      traces that are not valid, each with its reason

--output is text, json, dot (graphs and trees) or mermaid (sequence diagrams,
graphs and trees).

The reduced traces of several runs are put together by --save and --merge: statistics of
classes add up exactly. With --nats the classes are those that
agents and workers of beagle hub have reduced on other machines.`,
		Example: `  beagle traces monitoring/
  beagle traces kieker-2026*/ --show operations --times ms --output dot | dot -Tsvg > calls.svg
  beagle traces monitoring/ --trace 6488138950668976129
  beagle traces --listen 127.0.0.1:10133
  beagle traces --otlp 127.0.0.1:4318
  beagle traces --nats nats://10.0.0.5:4222 --credentials viewer.credentials`,
		RunE: func(c *cobra.Command, paths []string) error {
			f.given = c.Flags().Changed
			if c.Flags().Changed("trace") {
				f.one = &show.One{ID: f.id}
				if f.view.Kind == "" && a.Output != "mermaid" {
					f.view.Kind = "trace"
				}
			}
			return reconstruct(c.Context(), a, f, paths)
		},
	}, app.Text, app.JSON, "dot", "mermaid")
	f.add(c)
	return a.Prints(c, show.Document{})
}

func (f *flags) add(c *cobra.Command) {
	set := c.Flags()
	set.StringVar(&f.listen, "listen", "", "address to receive records on, e.g. 127.0.0.1:10133; port 0 takes a free one")
	set.StringVar(&f.listenStrings, "listen-strings", "", "second address for the strings of Kieker 1.8 to 1.13's TCP writer, usually port 10134")
	set.IntVar(&f.connections, "connections", 0, "with --listen: end when so many connections have ended")
	set.Int64Var(&f.memory, "memory", 256, "memory of the process in MiB: it bounds open traces, classes and the length of a trace")
	set.DurationVar(&f.last, "for", 0, "with --listen or --follow: end after this time")
	set.DurationVar(&f.every, "every", 0, "with --listen, --follow or --merge and --output json: print what was new so often, e.g. 1s, one document a line, and everything at the end; with --forward: how often to send")
	set.BoolVar(&f.follow, "follow", false, "go on while the logs are being written, also with logs that appear later")
	set.BoolVar(&f.byteLengths, "byte-lengths", false, "strings declare their length in bytes, as Kieker's Python and C probes do; usually seen by itself")
	set.StringSliceVar(&f.irl, "irl", nil, "file with your own record types (Kieker's instrumentation record language); may be repeated")
	f.ways.Add(c)
	AddAccess(c, &f.far, "")
	set.StringVar(&f.save, "save", "", "also write the reduced traces to this file, for --merge")
	set.StringSliceVar(&f.merge, "merge", nil, "add the reduced traces that another beagle saved, or sends through a pipe (- is standard input); may be repeated")
	set.StringVar(&f.forward, "forward", "", "-: write what was reduced to standard output, each second or --every so often, for --merge - at the other end of a pipe")
	set.StringVar(&f.toOTLP, "to-otlp", "", "also send each valid trace as spans of OpenTelemetry to this address, by OTLP over HTTP, e.g. http://127.0.0.1:4318")
	set.StringVar(&f.profile.path, "profile", "", "also write the calls and their times to this new file, for viewers of profiles: "+stacks.Suffixes+"; or the first trace of each class as trace events of Chrome and Perfetto: "+eventsSuffix)
	set.BoolVar(&f.engine.Repair, "repair", false, "close operations whose exit events are missing")
	set.BoolVar(&f.engine.IgnoreAssumed, "ignore-assumed", false, "leave out calls to code without probes")
	set.BoolVar(&f.engine.Distributed, "distributed", false, "a trace may have records in several logs or from several programs")
	set.DurationVar(&f.engine.Timeout, "timeout", 0, "give up traces that are quiet for so long (default 1m with --listen, else never)")
	set.StringVar(&f.view.Kind, "show", "", "views to print; see above")
	set.BoolVar(&f.view.Deployment, "deployment", false, "tell hosts apart")
	set.StringVar(&f.view.Times, "times", "", "with --show operations, components or containers: response times in ns, us, ms or s (JSON always has them, in ns)")
	set.Int64Var(&f.id, "trace", 0, "of recorded logs: only the trace with this id, also if it is not valid")
	set.BoolVar(&f.view.All, "all", false, "of recorded logs, with --show executions, messages or invalid: every trace, not only representatives and examples")
	set.IntVar(&f.view.Class, "class", 1, "the class to show as trace or sequence; 1 is the most frequent")
}

func reconstruct(ctx context.Context, a *app.App, f flags, paths []string) error {
	f.view.Output = a.Output
	if f.every <= 0 && f.forward != "" {
		f.every = time.Second
	}
	if err := f.check(paths); err != nil {
		return err
	}
	schemas, err := recordTypes(f.irl)
	if err != nil {
		return err
	}
	// The garbage collector works harder before the process grows beyond what
	// the limits of the engine and the receiver add up to.
	debug.SetMemoryLimit(f.memory << 20 / 64 * 55)
	// Up to there it has little to do: nearly nothing of what is kept becomes
	// garbage. A tenth of the time of a short log was its.
	debug.SetGCPercent(400)
	f.engine.Memory = f.memory<<20/8*5 - f.ways.Beyond(f.memory<<20/8)
	f.engine.Schemas = schemas
	f.engine.Intervals = f.every > 0 // also of a pipe
	if f.has("nats") {
		return watch(ctx, a, f)
	}
	if f.listen != "" || f.ways.Any() {
		return receive(ctx, a, f, schemas)
	}
	return readLogs(ctx, a, f, schemas, paths)
}

func readLogs(ctx context.Context, a *app.App, f flags, schemas *kieker.Schemas, paths []string) error {
	own, err := os.MkdirTemp("", "beagle-traces-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(own)
	if paths, err = OwnLogs(ctx, a, paths, own); err != nil {
		return err
	}
	var each *show.Each
	if f.view.All {
		each = f.view.Each(a.Out)
		each.Start(&f.engine)
	}
	if f.one != nil {
		f.one.Start(&f.engine)
	}
	engine, err := f.start(a, !f.follow)
	if err != nil {
		return err
	}
	if each != nil {
		each.Names(engine.Names())
	}
	view := traces.NewLive(engine, nil)
	options := logs.Options{Open: engine.Open, Schemas: schemas, Follow: f.follow, ByteLengths: f.byteLengths, Opened: view.Follow}
	reading, stop := limited(ctx, f.last)
	defer stop()
	merged := mergePipes(reading, a, stop, f, engine)
	var reports []kieker.Report
	if a.Screens() && each == nil && (f.follow || f.explores()) {
		done := make(chan struct{})
		screen, leave := context.WithCancel(ctx)
		defer leave()
		go func() {
			defer close(done)
			if reports, err = logs.Read(reading, paths, options); err != nil {
				leave() // what went wrong is said, not looked at
			} else if !f.follow {
				engine.End()
			}
		}()
		shown := tui.Traces(screen, view)
		stop()
		<-done
		if shown != nil {
			return shown
		}
		if errors.Is(err, context.Canceled) && !f.follow && ctx.Err() == nil {
			a.Say("the logs were not read to their end, as the screen was left before: the result is incomplete")
		}
	} else {
		ended := repeat(reading, a, f, engine, view)
		reports, err = logs.Read(reading, paths, options)
		err = errors.Join(err, merged())
		stop()
		ended()
	}
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	engine.End()
	if len(paths) > 0 && !f.follow {
		if err := noRecords(paths, reports); err != nil {
			return err
		}
	}
	if each != nil {
		if err := each.Flush(); err != nil {
			return fmt.Errorf("print traces: %w", err)
		}
	}
	return end(ctx, a, f, engine, reports)
}

func limited(ctx context.Context, last time.Duration) (context.Context, context.CancelFunc) {
	if last > 0 {
		return context.WithTimeout(ctx, last)
	}
	return context.WithCancel(ctx)
}
