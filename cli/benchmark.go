package cli

import (
	"cmp"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/runs"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure/benchmark"
	"beagle/run"
	"beagle/run/remote"
)

// benchmarked is the JSON of "beagle benchmark".
type benchmarked struct {
	benchmark.Result
	Clock      string                `json:"clock"`                // by which rates are taken: cpu or wall
	Rates      []rate                `json:"rates"`                // of the kernels, in their order
	File       string                `json:"file"`                 // where it is kept
	Comparison *benchmark.Comparison `json:"comparison,omitempty"` // with the machine of --against
}

type rate struct {
	Kernel             string  `json:"kernel"`
	benchmark.Interval         // operations a second
	Share              float64 `json:"processor"` // share of the wall time in which the kernel had a processor
}

func newBenchmark(a *program) *cobra.Command {
	var flags settingFlags
	var lasts time.Duration
	var against, name, clock string
	c := &cobra.Command{
		Use:   "benchmark [DIR or beagle.yaml]",
		Short: "Measure how fast a machine is, alone or beside another one",
		Long: `Measure how fast this machine is, or the one of --machine, or of machine: in the
beagle.yaml that is named. Four kernels take turns: integers, floating point, memory, and warm Java.
The result is kept under the machine's name, and earlier ones stay.

With --against it says how fast the machine is in parts of another one, which was
measured earlier. "beagle predict --on NAME" rates a model for a machine.

Rates are of CPU time, as demands are. With --clock wall they are of wall time: they
then have limits of the processor, such as a container's, and other programs, too.`,
		Example: `  beagle benchmark
  beagle benchmark --machine lab-1 --against laptop
  beagle benchmark --name small-container --clock wall`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if lasts <= 0 {
				return app.Usage("--for must be above 0, e.g. --for 10s")
			}
			if err := benchmark.CheckClock(clock); err != nil {
				return app.Exit(app.WrongUse, err)
			}
			settings := flags.early
			if len(args) > 0 {
				settings = func(c *cobra.Command) (run.Config, error) { return flags.config(a.App, c, args) }
			}
			cfg, err := settings(c)
			if err != nil {
				return err
			}
			at, elsewhere := cfg.Elsewhere()
			if name = cmp.Or(name, at.Host); name != "" {
				if err := benchmark.CheckName(name); err != nil {
					return err
				}
			}
			var other *benchmark.Result
			if against != "" { // before this machine's newest one is another
				if other, err = benchmark.Latest(against); err != nil {
					return err
				}
			}
			var r *benchmark.Result
			if elsewhere {
				runs.AskFor(a.App)
				r, err = remote.Benchmark(c.Context(), at, cfg.Project, lasts)
			} else {
				r, err = benchmark.Measure(c.Context(), lasts)
			}
			if err != nil {
				return err
			}
			r.Machine = cmp.Or(name, r.Machine)
			file, err := benchmark.Keep(r)
			if err != nil {
				return err
			}
			told := benchmarked{Result: *r, Clock: clock, File: file}
			for i := range r.Kernels {
				k := &r.Kernels[i]
				told.Rates = append(told.Rates, rate{k.Name, k.Rate(clock), k.Share()})
			}
			if other != nil {
				told.Comparison = benchmark.Compare(r, other, clock)
			}
			if a.JSON() {
				return a.PrintJSON(told)
			}
			a.WarnAll(r.Problems)
			told.write(a.App)
			return nil
		},
	}
	flags.setting(c, "machine", "machine.host", "measure this machine, which the system's ssh reaches")
	c.Flags().DurationVar(&lasts, "for", 10*time.Second, "how long the kernels work in all; Java gets warm before")
	c.Flags().StringVar(&against, "against", "", "say how fast the machine is in parts of this one, by its newest result")
	c.Flags().StringVar(&name, "name", "", "keep the result under this name; default: the host's, or that of --machine")
	c.Flags().StringVar(&clock, "clock", benchmark.CPU, "clock of the rates: cpu or wall")
	return a.Prints(c, benchmarked{})
}

func (b *benchmarked) write(a *app.App) {
	s := &app.Sheet{Width: a.Width()}
	rows := [][]string{{"kernel", "operations/s", "95 % interval", "processor"}}
	for _, r := range b.Rates {
		rows = append(rows, []string{r.Kernel, quantity.Short(r.Value), span(r.Interval), quantity.Percent(r.Share)})
	}
	s.Fold(fmt.Sprintf("%s, %s, %s, by %s time", safe.Line(b.Machine), b.System, quantity.Plural(b.Cores, "core", "cores"), b.Clock), 0)
	s.Table(rows)
	if c := b.Comparison; c != nil {
		rows := [][]string{{"kernel", "times " + safe.Line(c.Against), "95 % interval"}}
		for _, k := range c.Kernels {
			rows = append(rows, []string{k.Kernel, quantity.Short(k.Value), span(k.Interval)})
		}
		s.WriteByte('\n')
		s.Table(rows)
		if c.Java != nil {
			s.Fold(fmt.Sprintf("CPU demands of Java programs: %s is %s times as fast as %s, %s over all kernels.", safe.Line(c.Machine), quantity.Short(c.Java.Value), safe.Line(c.Against), span(*c.Java)), 0)
		} else {
			s.Fold("No figure for Java programs: Java was not measured on both machines.", 0)
		}
	}
	fmt.Fprint(a.Out, s.String())
	a.Say("Kept in %s", safe.Shown(b.File))
}

func span(x benchmark.Interval) string {
	return quantity.Short(x.Low) + " to " + quantity.Short(x.High)
}
