package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/measure/kieker"
	"beagle/measure/kieker/live"
	"beagle/measure/kieker/logs"
	"beagle/measure/traces"
	"beagle/measure/traces/show"
	"beagle/model"
	"beagle/tui"
)

// tracesFlags are the flags of beagle traces.
type tracesFlags struct {
	listen, listenStrings string
	connections           int
	memory                int64
	last, every           time.Duration
	follow, byteLengths   bool
	irl                   []string
	save, forward         string
	forwarder             *traces.Forwarder
	merge                 []string
	engine                traces.Options
	view                  show.View
	id                    int64
	one                   *show.One // nil: all traces
	given                 func(flag string) bool
}

func newTraces(a *program) *cobra.Command {
	var f tracesFlags
	c := a.WithOutputs(&cobra.Command{
		Use:   "traces PATH... | --listen ADDR",
		Short: "Reconstruct and reduce traces from recorded Kieker logs or live records",
		Long: `Reconstruct and reduce traces from recorded Kieker logs or live records.

PATH is a folder with a kieker.map, a folder above such folders, a whole log in
a zip, or a recorded socket stream. With --listen, programs send their records
live: set Kieker's writer to kieker.monitoring.writer.tcp.SingleSocketTcpWriter,
its hostname and port to ADDR, and its connectionTimeoutInMs to 10000.

On a terminal, live records are shown on a screen. Otherwise the result is
printed when the logs end, or when SIGINT, --for or --connections ends it.

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

Workers are chained by --forward, --merge and --save: statistics of classes that
several of them reduced add up exactly.`,
		Example: `  beagle traces monitoring/
  beagle traces kieker-2026*/ --show operations --times ms --output dot | dot -Tsvg > calls.svg
  beagle traces monitoring/ --trace 6488138950668976129
  beagle traces --listen 127.0.0.1:10133
  beagle traces --listen 127.0.0.1:10133 --forward master:10200`,
		RunE: func(c *cobra.Command, paths []string) error {
			f.given = c.Flags().Changed
			if c.Flags().Changed("trace") {
				f.one = &show.One{ID: f.id}
				if f.view.Kind == "" && a.Output != "mermaid" {
					f.view.Kind = "trace"
				}
			}
			return a.traces(c.Context(), f, paths)
		},
	}, app.Text, app.JSON, "dot", "mermaid")
	flags := c.Flags()
	flags.StringVar(&f.listen, "listen", "", "address to receive records on, e.g. 127.0.0.1:10133; port 0 takes a free one")
	flags.StringVar(&f.listenStrings, "listen-strings", "", "second address for the strings of Kieker 1.8 to 1.13's TCP writer, usually port 10134")
	flags.IntVar(&f.connections, "connections", 0, "with --listen: end when so many connections have ended")
	flags.Int64Var(&f.memory, "memory", 256, "memory of the process in MiB: it bounds open traces, classes and the length of a trace")
	flags.DurationVar(&f.last, "for", 0, "with --listen or --follow: end after this time")
	flags.DurationVar(&f.every, "every", 0, "with --listen, --follow or --merge and --output json: print what was new so often, e.g. 1s, one document a line, and everything at the end; with --forward: how often to send")
	flags.BoolVar(&f.follow, "follow", false, "go on while the logs are being written, also with logs that appear later")
	flags.BoolVar(&f.byteLengths, "byte-lengths", false, "strings declare their length in bytes, as Kieker's Python and C probes do; usually seen by itself")
	flags.StringSliceVar(&f.irl, "irl", nil, "file with your own record types (Kieker's instrumentation record language); may be repeated")
	flags.StringVar(&f.save, "save", "", "also write the reduced traces to this file, for --merge")
	flags.StringSliceVar(&f.merge, "merge", nil, "add the reduced traces that another beagle saved, or sends through a pipe (- is standard input); may be repeated")
	flags.StringVar(&f.forward, "forward", "", "send what was reduced to another beagle traces --listen at this address, each second or --every so often; - writes it to standard output")
	flags.BoolVar(&f.engine.Repair, "repair", false, "close operations whose exit events are missing")
	flags.BoolVar(&f.engine.IgnoreAssumed, "ignore-assumed", false, "leave out calls to code without probes")
	flags.BoolVar(&f.engine.Distributed, "distributed", false, "a trace may have records in several logs or from several programs")
	flags.DurationVar(&f.engine.Timeout, "timeout", 0, "give up traces that are quiet for so long (default 1m with --listen, else never)")
	flags.StringVar(&f.view.Kind, "show", "", "what to print; see above")
	flags.BoolVar(&f.view.Deployment, "deployment", false, "tell hosts apart")
	flags.StringVar(&f.view.Times, "times", "", "with --show operations, components or containers: response times in ns, us, ms or s (JSON always has them, in ns)")
	flags.Int64Var(&f.id, "trace", 0, "of recorded logs: only the trace with this id, also if it is not valid")
	flags.BoolVar(&f.view.All, "all", false, "of recorded logs, with --show executions, messages or invalid: every trace, not only representatives and examples")
	flags.IntVar(&f.view.Class, "class", 1, "the class to show as trace or sequence; 1 is the most frequent")
	return c
}

func (a *program) traces(ctx context.Context, f tracesFlags, paths []string) error {
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
	f.engine.Memory = f.memory << 20 / 8 * 5
	f.engine.Schemas = schemas
	f.engine.Intervals = f.every > 0 // also where it is forwarded
	if f.listen != "" {
		return a.tracesLive(ctx, f, schemas)
	}
	return a.tracesLogs(ctx, f, schemas, paths)
}

// tracesLogs reads recorded logs.
func (a *program) tracesLogs(ctx context.Context, f tracesFlags, schemas *kieker.Schemas, paths []string) error {
	var each *show.Each
	if f.view.All {
		each = f.view.Each(a.Out)
		each.Start(&f.engine)
	}
	if f.one != nil {
		f.one.Start(&f.engine)
	}
	engine, err := f.start()
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
	merged := a.mergePipes(reading, stop, f, engine)
	var reports []kieker.Report
	if f.follow && a.Screens() && each == nil {
		done := make(chan struct{})
		go func() {
			defer close(done)
			reports, err = logs.Read(reading, paths, options)
		}()
		shown := tui.Traces(ctx, view)
		stop()
		<-done
		if shown != nil {
			return shown
		}
	} else {
		ended := a.repeatTraces(reading, f, engine, view)
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
	return a.endTraces(ctx, f, engine, reports)
}

// tracesLive receives records over TCP.
func (a *program) tracesLive(ctx context.Context, f tracesFlags, schemas *kieker.Schemas) error {
	if f.engine.Timeout == 0 {
		f.engine.Timeout = time.Minute
	}
	engine, err := f.start()
	if err != nil {
		return err
	}
	receiver, err := live.Listen(f.listen, live.Options{
		Open: engine.Open, Schemas: schemas, ByteLengths: f.byteLengths, Strings: f.listenStrings, Memory: f.memory << 20 / 8,
		Other: traces.NewCollector(engine).Forwarded,
	})
	if err != nil {
		return err
	}
	defer receiver.Close()
	wait, stop := limited(ctx, f.last)
	defer stop()
	merged := a.mergePipes(wait, stop, f, engine)
	view := traces.NewLive(engine, receiver)
	if a.Screens() && f.forward != "-" {
		ended := a.repeatTraces(wait, f, engine, view)
		err = tui.Traces(ctx, view)
		stop()
		ended()
	} else {
		a.Say("listening for Kieker records on %s%s", receiver.Addr(), reachable(receiver.Addr()))
		ended := a.repeatTraces(wait, f, engine, view)
		receiver.WaitEnded(wait, f.connections)
		err = merged()
		stop()
		ended()
	}
	if err != nil {
		return err
	}
	stats := receiver.Stats()
	receiver.Close()
	if stats.Refused > 0 && !a.JSON() {
		fmt.Fprintf(a.Err, "%d connections were refused: at most %d are served at a time\n", stats.Refused, live.MaxConnections)
	}
	engine.End()
	return a.endTraces(ctx, f, engine, stats.Sources)
}

// reachable warns where other hosts may reach the receiver: whoever does can send
// it anything, and others on the way can read along.
func reachable(addr string) string {
	host, _, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsLoopback() {
		return ""
	}
	return "; other hosts reach it without a password, and nothing is encrypted: listen on 127.0.0.1 and use a tunnel where that matters"
}

// endedBy is the error of a command whose result is printed, but which a signal
// ended. Programs that read the result must not find a second document behind
// it: they are told by the exit code and on standard error.
func (a *program) endedBy(ctx context.Context) error {
	if ctx.Err() == nil || !a.JSON() {
		return ctx.Err()
	}
	fmt.Fprintln(a.Err, "beagle:", context.Cause(ctx))
	return app.Exit(app.Failed, nil)
}

// endTraces forwards what is left, and prints and saves the result.
func (a *program) endTraces(ctx context.Context, f tracesFlags, engine *traces.Engine, sources []kieker.Report) error {
	result := engine.Result()
	if f.forward == "-" {
		if err := engine.Pipe(a.Out); err != nil {
			return fmt.Errorf("forward reduced traces: %w", err)
		}
	}
	if err := a.showTraces(f, result, sources); err != nil {
		return err
	}
	if f.forwarder != nil {
		defer f.forwarder.Close()
		if err := f.forwardRest(context.WithoutCancel(ctx), sources); err != nil {
			return app.Hinted(fmt.Errorf("the last reduced traces could not be forwarded to %s: %w", f.forward, err), "--save keeps what was reduced, for --merge")
		}
	}
	return a.endedBy(ctx)
}

// saveTraces writes reduced traces whole or not at all.
func saveTraces(path string, r traces.Result) error {
	out, err := os.CreateTemp(filepath.Dir(path), ".beagle-*")
	if err != nil {
		return fmt.Errorf("save reduced traces: %w", err)
	}
	defer os.Remove(out.Name())
	err = errors.Join(r.Write(out), out.Sync(), out.Close())
	if err == nil {
		err = os.Rename(out.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("save reduced traces: %w", err)
	}
	return nil
}

// limited ends after a time, if one is given.
func limited(ctx context.Context, last time.Duration) (context.Context, context.CancelFunc) {
	if last > 0 {
		return context.WithTimeout(ctx, last)
	}
	return context.WithCancel(ctx)
}

// showTraces prints a result, and on standard error what was odd about its
// sources.
func (a *program) showTraces(f tracesFlags, r traces.Result, sources []kieker.Report) error {
	if f.save != "" {
		if err := saveTraces(f.save, r); err != nil {
			return err
		}
	}
	write := f.view.Write
	switch {
	case f.one != nil:
		write = func(out io.Writer, r traces.Result, sources []kieker.Report) error {
			return f.one.Write(out, f.view, r, sources)
		}
	case f.view.All, f.forward == "-": // they are printed already, or standard output is a pipe's
		write = func(io.Writer, traces.Result, []kieker.Report) error { return nil }
	case f.every > 0 && f.forward == "":
		write = f.view.Line
	}
	if err := write(a.Out, r, sources); err != nil {
		var problem model.Problem
		if errors.As(err, &problem) {
			return err
		}
		return fmt.Errorf("print traces: %w", err)
	}
	if a.JSON() && f.view.Kind == "classes" {
		return nil // all of this is part of the document
	}
	for _, note := range r.Notes() {
		fmt.Fprintln(a.Err, note)
	}
	if f.one != nil && (a.Output != app.Text || f.view.Kind != "trace") { // else it is said already
		for _, note := range f.one.Note() {
			fmt.Fprintln(a.Err, safe.Line(note))
		}
	}
	a.sayOdd(sources)
	if r.Records > 0 && r.Events == 0 && len(f.merge) == 0 {
		fmt.Fprintln(a.Err, "no record tells of an operation, so there are no traces; beagle kieker cat shows the records, and beagle export --kieker makes traces of those that Beagle's own probes wrote")
	}
	if r.Backward > 0 {
		fmt.Fprintln(a.Err, safe.Line(fmt.Sprintf("%d executions end before they begin; they count as 0 ns", r.Backward)))
	}
	return nil
}
