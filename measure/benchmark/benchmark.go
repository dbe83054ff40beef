// Package benchmark measures how fast a machine is, compares two machines, and keeps what it measured. Four kernels do
// rounds in turn, so that a disturbance meets all of them: integers, floating point, memory, and Java that is warm.
//
// Two clocks run in each round. CPU time is the unit of demands; wall time also has what a limit of the processor, such
// as a container's quota, and other programs take away.
package benchmark

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/statistics/robust"
)

// Java is the name of the kernel that stands for Java programs.
const Java = "java"

// The clocks by which rates are taken.
const (
	CPU  = "cpu"  // operations in a second of CPU time
	Wall = "wall" // operations in a second of wall time
)

// CheckClock refuses what is no clock.
func CheckClock(clock string) error {
	if clock != CPU && clock != Wall {
		return fmt.Errorf("there is no clock %q: write cpu or wall", safe.Line(clock))
	}
	return nil
}

// Round is one measurement of a kernel.
type Round struct {
	Operations int64   `json:"operations"`
	CPU        float64 `json:"cpu"`  // seconds
	Wall       float64 `json:"wall"` // seconds
}

func (r *Round) rate(clock string) float64 {
	if clock == Wall {
		return float64(r.Operations) / r.Wall
	}
	return float64(r.Operations) / r.CPU
}

// Kernel is a kind of work and how its rounds went.
type Kernel struct {
	Name   string  `json:"kernel"` // integer, floating point, memory or java
	Rounds []Round `json:"rounds"` // in their order
}

// Rate is operations a second. What an operation is differs from kernel to kernel.
func (k *Kernel) Rate(clock string) Interval {
	s := k.logs(clock)
	n := float64(s.N)
	return around(s.Mean, math.Sqrt(s.Variance/n), n-1)
}

// Share of the wall time in which the kernel had a processor.
func (k *Kernel) Share() float64 {
	var cpu, wall float64
	for _, r := range k.Rounds {
		cpu, wall = cpu+r.CPU, wall+r.Wall
	}
	return cpu / wall
}

// logs are mean and variance of the logarithms of the rounds' rates: scatter of speed is relative.
func (k *Kernel) logs(clock string) robust.Sample {
	rates := make([]float64, len(k.Rounds))
	for i := range k.Rounds {
		rates[i] = math.Log(k.Rounds[i].rate(clock))
	}
	mean, variance := stat.MeanVariance(rates, nil)
	return robust.Sample{Mean: mean, Variance: variance, N: len(rates)}
}

// Interval is a positive number, with its interval of 95 %.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// around is an interval by Student's t, of a logarithm and its standard error.
func around(log, deviation, freedom float64) Interval {
	half := deviation * distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(0.975)
	return Interval{math.Exp(log), math.Exp(log - half), math.Exp(log + half)}
}

// Result is the benchmark of a machine.
type Result struct {
	Machine  string          `json:"machine"` // its name
	Time     time.Time       `json:"time"`    // of the beginning
	System   string          `json:"system"`  // such as linux/amd64
	Cores    int             `json:"cores"`
	Kernels  []Kernel        `json:"kernels"`
	Problems []model.Problem `json:"problems"` // why a kernel is missing
}

func (r *Result) kernel(name string) *Kernel {
	if i := slices.IndexFunc(r.Kernels, func(k Kernel) bool { return k.Name == name }); i >= 0 {
		return &r.Kernels[i]
	}
	return nil
}

// rounds of each kernel: ten tell the scatter to a quarter (1/sqrt(2·9)).
const rounds = 10

// Measure measures this machine, whose name is its host's. The rounds take that long in all; preparing them takes
// seconds more, since Java has to get warm.
func Measure(ctx context.Context, lasts time.Duration) (*Result, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("the name of this machine is not known: %w", err)
	}
	r := &Result{Machine: host, Time: time.Now().UTC(), System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(), Problems: []model.Problem{}}
	kernels := []kernel{native("integer", 1, integer), native("floating point", 1, floating), native("memory", 0, memory())}
	inJava, end, err := java(ctx)
	switch {
	case errors.Is(err, errNoJDK):
		r.Problems = append(r.Problems, model.Problem{
			Severity: model.Warning, Rule: "benchmark", Message: "Java was not measured: " + err.Error(),
			Hint: "install a JDK (Debian: apt install default-jdk); models are rated by the kernel java",
		})
	case err != nil:
		return nil, err
	default:
		defer end()
		kernels = append(kernels, inJava)
	}
	r.Kernels = make([]Kernel, len(kernels))
	slice := lasts / time.Duration(rounds*len(kernels))
	for n := range rounds + 1 {
		for i, k := range kernels {
			round, err := k.round(ctx, slice)
			if err != nil {
				return nil, err
			}
			r.Kernels[i].Name = k.name
			if n > 0 && round.CPU > 0 { // the first round loads caches; a clock may be coarse
				r.Kernels[i].Rounds = append(r.Kernels[i].Rounds, round)
			}
		}
	}
	for i := range r.Kernels {
		if len(r.Kernels[i].Rounds) < 2 {
			return nil, errors.New("the rounds are too short for this machine's clock: give the benchmark more time, such as --for 10s")
		}
	}
	return r, nil
}

// Ratio is the speed of a machine in parts of another one's, at one kernel.
type Ratio struct {
	Kernel string `json:"kernel"`
	Interval
}

// Comparison is how fast a machine is, beside another one.
type Comparison struct {
	Machine string  `json:"machine"`
	Against string  `json:"against"` // whose speed counts as 1
	Clock   string  `json:"clock"`   // cpu or wall
	Kernels []Ratio `json:"kernels"` // that both have
	// Java is the speed at CPU demands of Java programs: that of the kernel java. Its interval reaches over all kernels'
	// intervals, since a program may do mostly what one of them does. nil: one of the machines has no JDK.
	Java *Interval `json:"java"`
}

// Compare compares two machines: by Welch's t of the logarithms of their rounds' rates.
func Compare(r, other *Result, clock string) *Comparison {
	c := &Comparison{Machine: r.Machine, Against: other.Machine, Clock: clock, Kernels: []Ratio{}}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range r.Kernels {
		k := &r.Kernels[i]
		o := other.kernel(k.Name)
		if o == nil {
			continue
		}
		now, then := k.logs(clock), o.logs(clock)
		deviation, freedom := robust.Welch(now, then)
		ratio := Ratio{k.Name, around(now.Mean-then.Mean, deviation, freedom)}
		c.Kernels = append(c.Kernels, ratio)
		low, high = min(low, ratio.Low), max(high, ratio.High)
		if k.Name == Java {
			c.Java = &Interval{Value: ratio.Value}
		}
	}
	if c.Java != nil {
		c.Java.Low, c.Java.High = low, high
	}
	return c
}
