package engine

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/measure"
	"beagle/measure/launch"
	"beagle/run"
	"beagle/run/findings"
	"beagle/run/internal/fake"
)

// uneven is the program of these tests with times that differ from launch to
// launch by up to 30 %.
type uneven struct{ fake.Program }

func (p *uneven) Prepare(ctx context.Context, order measure.Order) (measure.Preparation, error) {
	_, err := p.Program.Prepare(ctx, order)
	return p, err
}

func (p *uneven) Launch(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	factor := []float64{1, 1.3, 1.1, 0.95, 1.2}[int(number)%5]
	return p.Program.Launch(ctx, l, number, stretched{sink, factor})
}

// stretched makes all times longer.
type stretched struct {
	to     measure.Sink
	factor float64
}

func (s stretched) Events(batch []measure.Event) {
	for i := range batch {
		batch[i].Wall = int64(float64(batch[i].Wall) * s.factor)
		batch[i].CPU = batch[i].Wall
	}
	s.to.Events(batch)
}

func TestAScreenSeesHowWellDemandsAreKnown(t *testing.T) {
	p := fake.Project(t)
	p.Config.Measure.Precision, p.Config.Measure.Budget, p.Config.Measure.Launches = 0.15, run.Duration(time.Minute), 8
	l := started(t, p, &uneven{})
	s := fake.Wait(t, l)
	if s.State != run.Finished || s.LaunchesDone <= 3 || s.LaunchesPlanned != s.LaunchesDone {
		t.Fatalf("%s: %d of %d launches", s.Reason, s.LaunchesDone, s.LaunchesPlanned)
	}
	if s.Precision == nil || s.Precision.Round == 0 || s.Precision.Demands != 1 || len(s.Precision.Noise) != s.LaunchesDone || s.Rounds < 2 {
		t.Errorf("precision %+v after %d rounds", s.Precision, s.Rounds)
	}
	i := slices.IndexFunc(s.Elements, func(e run.ElementState) bool { return e.ID == fake.DemandID })
	e := s.Elements[i]
	if e.Times == nil || e.Times.Launches != s.LaunchesDone || e.Times.HalfWidth == nil || *e.Times.Between < 0.05 {
		t.Fatalf("times %+v", e.Times)
	}
	for _, want := range []string{"scatter between launches", "interval ±"} {
		if !strings.Contains(e.Times.Words(), want) {
			t.Errorf("%q does not say %q", e.Times.Words(), want)
		}
	}
	if len(e.History) < 2 {
		t.Errorf("the judge was heard %d times", len(e.History))
	}
	for _, other := range s.Elements {
		if other.ID != fake.DemandID && other.Times != nil {
			t.Errorf("%s is no demand, but has times", other.ID)
		}
	}
}

func TestHowADemandWasTimedIsSaid(t *testing.T) {
	cpu := 114e-6
	for want, times := range map[string]run.Times{
		"CPU time, 114 µs a time (395 µs on the clock); 38 ns for probes subtracted (<0.1 %)":                                     {Clock: "cpu", Wall: 395e-6, CPU: &cpu, Own: 38e-9, Share: 1e-4},
		"CPU time of 12 % of the executions and wall time with a processor of the others, 57.8 µs a time (64.7 µs on the clock)":  {Clock: "cpu", Wall: 64.7e-6, CPU: &cpu, Read: 0.12, Mean: 57.8e-6},
		"CPU time of 8.0 % of the executions and wall time with a processor of the others, 36.8 µs a time (50.8 µs on the clock)": {Clock: "wall", Wall: 50.8e-6, CPU: &cpu, Read: 0.08, Mean: 36.8e-6, Away: 0.09},
		"wall time, 50 µs a time with 9.0 % of it without a processor, left out":                                                  {Clock: "wall", Wall: 50e-6, Away: 0.09},
		"wall time, 2 µs a time; 538 ns for probes subtracted (21 %)":                                                             {Clock: "wall", Wall: 2e-6, Own: 38e-9, Nested: 500e-9, Share: 0.21},
		"": {},
	} {
		if got := times.Taken(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestOneLaunchEachWhereNothingElseIsWanted(t *testing.T) {
	p := fake.Project(t)
	if s := fake.Wait(t, started(t, p, &uneven{})); s.LaunchesDone != 3 || s.Precision.Round != 0 {
		t.Errorf("%d launches, %+v", s.LaunchesDone, s.Precision)
	}
}

func TestABusyMachineIsSaid(t *testing.T) {
	quiet, busy := launch.Noise{Cores: 2, Running: 1}, launch.Noise{Cores: 2, Running: 9}
	for _, test := range []struct {
		noise []launch.Noise
		says  bool
	}{{[]launch.Noise{quiet, quiet, busy}, false}, {[]launch.Noise{busy, quiet, busy}, true}} {
		p := &run.Precision{Demands: 1, Noise: test.noise}
		findings.Machine(p)
		problems := p.Problems()
		if test.says != (len(problems) == 1 && strings.Contains(problems[0].Message, "busy in 2 of 3 launches (9 tasks on 2 cores)")) {
			t.Errorf("%v", problems)
		}
	}
}

func TestAMachineThatIsNotAlwaysEquallyFastIsSaid(t *testing.T) {
	at := func(ns time.Duration) launch.Noise { return launch.Noise{Cores: 2, Running: 1, Reference: ns} }
	for want, noise := range map[string][]launch.Noise{
		"": {at(14500), at(14600), at(14400), {Cores: 2, Running: 1}},
		"the machine was clocked 1.25 times as slow in one launch as in another": {at(14000), at(17500), at(15000)},
	} {
		p := &run.Precision{Demands: 1, Noise: noise}
		findings.Machine(p)
		said := ""
		for _, problem := range p.Problems() {
			said += problem.Message
		}
		if said != want {
			t.Errorf("%q, want %q", said, want)
		}
	}
}

func TestTwoKindsOfLaunchesAreSaid(t *testing.T) {
	between, half := 0.18, 0.08
	times := run.Times{Launches: 12, Between: &between, HalfWidth: &half, Kinds: 1.404, Slower: 7}
	if got, want := times.Words(), "12 launches of two kinds (in 7 it takes 1.40 times as long), scatter between launches 18 %, interval ±8.0 %"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
