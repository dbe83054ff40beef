package pcm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"beagle/cli/app"
	"beagle/internal/stacks"
	"beagle/measure/benchmark"
	"beagle/predict"
	"beagle/tui"
)

type flags struct {
	inputs, speed, cores []string
	level, curve, flame  string
	profile, find, below string
	on, from, clock      string
	demand               []string
	print                bool
	question             predict.Question
}

// curve is the JSON of "beagle predict --curve".
type curve struct {
	Users  bool            `json:"users"` // loads are numbers of users, else arrivals a second
	Points []predict.Point `json:"points"`
}

// NewPredict is the command predict.
func NewPredict(a *app.App) *cobra.Command {
	var f flags
	c := &cobra.Command{
		Use:   "predict FOLDER or FILES",
		Short: "Predict response times, throughput and utilisation from a model",
		Long: `Predict response times, throughput and utilisation from a model: of its usage
model, or of one service with given inputs. FOLDER holds the model's five files;
for a service its .repository is enough, each component then runs once on one
machine.

Of a model that is not PCM, which an extension reads (--extension), each service
is predicted alone.

One user alone is sampled without contention, everything else is simulated with
queues, until the mean of every scenario and call is known within --precision.
The same seed gives the same numbers.

With --on the CPUs are rated for another machine, by what "beagle benchmark" measured
there and on the machine of the demands.

On a terminal a screen shows it, on which keys change load, inputs, processing
rates and cores, with the curve of the response time over the load, or the actions
that take the time (v); --print, --output json, --curve, --find, --demand, --flame
and --profile print the answer instead.

--find and --below ask the other way round: for the most users, arrivals or input,
or the fewest cores, at which response times stay below a limit.`,
		Example: `  beagle predict model/
  beagle predict model/ --service FileUpload.upload --input content.BYTESIZE=100000 --input type.VALUE=TEXT
  beagle predict model/ --rate 500 --speed machine.CPU=2
  beagle predict model/ --curve rate=100..1500
  beagle predict model/ --find cores.server.CPU=1..64 --below p99=200ms
  beagle predict model/ --on lab-1`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			f.question.Models = args
			return answer(c.Context(), a, &f)
		},
	}
	q, set := &f.question, c.Flags()
	set.StringVar(&q.Service, "service", "", "predict this service alone: Component.service, or the id of its SEFF")
	set.StringArrayVar(&f.inputs, "input", nil, "characterisation of a parameter of the service, e.g. file.BYTESIZE=1000 or n.VALUE=IntPMF[(1;0.5)(2;0.5)]; again for each")
	set.StringVar(&f.level, "level", string(predict.Auto), "exact, sampling or simulation; auto chooses and says why")
	set.Uint64Var(&q.Seed, "seed", 1, "seed of the random numbers")
	set.Float64Var(&q.Precision, "precision", 0.01, "stop when the 95 % interval of each mean is that narrow, relative to it")
	set.Int64Var(&q.Steps, "steps", 0, "stop after that many operations at the latest (default 50 million)")
	set.BoolVar(&q.Network, "network", false, "let linking resources delay calls between containers")
	set.IntVar(&q.Change.Users, "users", 0, "what if: population of the closed workloads")
	set.Float64Var(&q.Change.Rate, "rate", 0, "what if: arrivals a second of the open workloads, or of --service")
	set.StringArrayVar(&f.speed, "speed", nil, "what if: factor of a processing rate, e.g. server.CPU=2; again for each")
	set.StringVar(&f.on, "on", "", "rate the CPUs for this machine, by its newest result of beagle benchmark")
	set.StringVar(&f.from, "from", "", "with --on: the machine on which the demands were measured; default: this one")
	set.StringVar(&f.clock, "clock", benchmark.CPU, "with --on: clock of the machines' rates, cpu or wall")
	set.StringArrayVar(&f.cores, "cores", nil, "what if: number of replicas, e.g. server.CPU=4; again for each")
	f.demands(set)
	set.StringVar(&f.find, "find", "", "number to find with --below: the most users=1..500, rate=0.5..200 or n.VALUE=1..1e6 of --service, or the fewest cores.server.CPU=1..64 or slowest speed.server.CPU=0.5..8")
	set.StringVar(&f.below, "below", "", "limit of response times for --find: 200ms for the mean, or median=, p90= or p99=200ms")
	set.StringVar(&f.curve, "curve", "", "response time over load: users=1..64 or rate=0.5..20")
	set.BoolVar(&f.print, "print", false, "print the answer on a terminal, too, instead of the what-if screen")
	set.StringVar(&f.profile, "profile", "", "write where the time goes to this file, for viewers of profiles: "+stacks.Suffixes)
	set.StringVar(&f.flame, "flame", "", "write a flame graph of where the time goes to this SVG file")
	return a.Prints(c, predict.Answer{}, curve{}, predict.Reached{}, services{})
}

func (f *flags) demands(set *pflag.FlagSet) {
	set.StringArrayVar(&f.demand, "demand", nil, "what if: factor of the demands of an action, by its name, id, or Component.service.action, e.g. index=0.5; again for each")
}

func (f *flags) read() error {
	q := &f.question
	for _, text := range f.inputs {
		input, err := predict.ParseInput(text)
		if err != nil {
			return app.Usage("%w", err)
		}
		q.Inputs = append(q.Inputs, input)
	}
	if len(q.Inputs) > 0 && q.Service == "" {
		return app.Usage("--input is for --service; the usage model has inputs of its own")
	}
	q.Level = predict.Level(f.level)
	switch q.Level {
	case predict.Auto, predict.Exact, predict.Sampling, predict.Simulation:
	default:
		return app.Usage("there is no level %q: write auto, exact, sampling or simulation", f.level)
	}
	if !(q.Precision > 0 && q.Precision < 1) {
		return app.Usage("--precision is a share between 0 and 1, e.g. 0.01")
	}
	if q.Steps < 0 || q.Change.Users < 0 || q.Change.Rate < 0 {
		return app.Usage("--steps, --users and --rate are not negative")
	}
	q.Change.Speed, q.Change.Replicas, q.Change.Demand = map[string]float64{}, map[string]int{}, map[string]float64{}
	for _, text := range f.demand {
		name, number, _ := strings.Cut(text, "=")
		factor, err := strconv.ParseFloat(number, 64)
		if err != nil || !(factor >= 0) || factor > 1e12 {
			return app.Usage("%q is no factor of demands: write index=0.5", text)
		}
		q.Change.Demand[name] = factor
	}
	for _, text := range f.speed {
		name, number, _ := strings.Cut(text, "=")
		factor, err := strconv.ParseFloat(number, 64)
		if err != nil || !(factor > 0) || factor > 1e12 {
			return app.Usage("%q is no factor of a rate: write server.CPU=2", text)
		}
		q.Change.Speed[name] = factor
	}
	if err := f.rate(); err != nil {
		return err
	}
	for _, text := range f.cores {
		name, number, _ := strings.Cut(text, "=")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > 1<<16 {
			return app.Usage("%q is no number of cores: write server.CPU=4", text)
		}
		q.Change.Replicas[name] = n
	}
	return nil
}

// rate rates all CPUs for the machine of --on.
func (f *flags) rate() error {
	if f.on == "" {
		if f.from != "" {
			return app.Usage("--from goes with --on")
		}
		return nil
	}
	if err := benchmark.CheckClock(f.clock); err != nil {
		return app.Exit(app.WrongUse, err)
	}
	if f.from == "" {
		host, err := os.Hostname()
		if err != nil {
			return app.Hinted(fmt.Errorf("the name of this machine is not known: %w", err), "name the machine of the demands: --from NAME")
		}
		f.from = host
	}
	there, err := benchmark.Latest(f.on)
	if err != nil {
		return err
	}
	here, err := benchmark.Latest(f.from)
	if err != nil {
		return err
	}
	c := benchmark.Compare(there, here, f.clock)
	if c.Java == nil {
		return app.Hinted(fmt.Errorf("the model cannot be rated for %s: Java was not measured on both machines", f.on), "install a JDK there, and run beagle benchmark again")
	}
	const cpu = "CPU" // of all containers
	factor := c.Java.Value
	f.question.Rating = &predict.Rating{Machine: f.on, From: f.from, Clock: f.clock, Factor: factor, Low: c.Java.Low, High: c.Java.High}
	if own, given := f.question.Change.Speed[cpu]; given {
		factor *= own
	}
	f.question.Change.Speed[cpu] = factor
	return nil
}

func answer(ctx context.Context, a *app.App, f *flags) error {
	if err := f.read(); err != nil {
		return err
	}
	if isOther(f.question.Models[0]) {
		return answerOther(a, f)
	}
	if f.find != "" || f.below != "" {
		return f.findGoal(ctx, a)
	}
	if f.curve != "" && (f.flame != "" || f.profile != "") {
		return app.Usage("--curve is about many loads, --flame and --profile are about one: leave one of them out")
	}
	if f.curve != "" {
		sweep, err := predict.ParseSweep(f.curve)
		if err != nil {
			return app.Usage("%w", err)
		}
		return predictCurve(ctx, a, f.question, sweep)
	}
	if a.Interactive && !a.JSON() && !f.print && len(f.demand) == 0 && f.flame == "" && f.profile == "" {
		return tui.WhatIf(ctx, filepath.Base(strings.TrimRight(f.question.Models[0], "/\\")), f.question, false)
	}
	profile, err := f.files()
	if err != nil {
		return err
	}
	answer, err := predict.Predict(ctx, f.question)
	if err != nil && !errors.Is(err, predict.ErrRefused) {
		return err
	}
	refused := err != nil
	if f.flame != "" && !refused {
		if err := app.NewFile(f.flame, answer.Flame); err != nil {
			return err
		}
	}
	if f.profile != "" && !refused {
		err := app.NewFile(f.profile, func(to io.Writer) error { return profile(to, "predicted time of a run", answer.Stacks()) })
		if err != nil {
			return err
		}
	}
	if a.JSON() {
		if err := a.PrintJSON(answer); err != nil {
			return err
		}
	} else {
		a.WarnAll(answer.Problems)
		if !refused {
			s := &app.Sheet{Width: a.Width()}
			writeAnswer(s, answer)
			fmt.Fprint(a.Out, s.String())
		}
	}
	if refused {
		return app.Exit(app.Failed, nil) // the problems say why
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return nil
}

// files refuses the files of --flame and --profile that could not be written, before anything is predicted, and returns
// the form of the profile.
func (f *flags) files() (profile stacks.Form, err error) {
	if f.profile != "" {
		if profile, err = stacks.For(f.profile); err != nil {
			return nil, err
		}
	}
	for _, path := range []string{f.flame, f.profile} {
		if path != "" {
			err = errors.Join(err, app.MayBeNew(path))
		}
	}
	return profile, err
}

func predictCurve(ctx context.Context, a *app.App, q predict.Question, sweep predict.Sweep) error {
	points, err := predict.Curve(ctx, q, sweep)
	if err != nil {
		return err
	}
	if a.JSON() {
		return a.PrintJSON(curve{sweep.Users, points})
	}
	if len(points) > 0 { // the inputs are the same at every load
		a.WarnAll(points[len(points)-1].Answer.Outside())
	}
	s := &app.Sheet{Width: a.Width()}
	writeRating(s, q.Rating)
	writeCurve(s, sweep, points)
	fmt.Fprint(a.Out, s.String())
	return nil
}
