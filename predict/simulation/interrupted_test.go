package simulation_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/predict/simulation"
)

// A run that nobody wants to wait for: a loop of a loop, each of as many turns as there can be.
func endless(t *testing.T) *simulation.Program {
	inner := &instance.Loop{Count: expression(t, "2000000000"), Body: &instance.Behaviour{}}
	outer := &instance.Loop{Count: expression(t, "2000000000"), Body: &instance.Behaviour{Actions: []instance.Action{inner}}}
	x := expression(t, "0")
	scenario := &instance.Scenario{Element: instance.Element{Name: "tests"}, Population: 1, ThinkTime: &x, Body: &instance.Behaviour{Actions: []instance.Action{outer}}}
	return simulation.Compile(&instance.Instance{Scenarios: []*instance.Scenario{scenario}}, simulation.CompileOptions{})
}

func TestARunWithoutEndIsCheckedToABound(t *testing.T) {
	_, _, problems := simulation.Check(endless(t), 1)
	if len(problems) != 1 || problems[0].Rule != "long-run" || problems[0].Severity != model.Warning {
		t.Errorf("%+v", problems)
	}
}

func TestARunWithoutEndStopsAtItsStepsAndWhenItIsInterrupted(t *testing.T) {
	p := endless(t)
	for name, run := range map[string]func(context.Context, *simulation.Program, simulation.Options) simulation.Result{
		"for one user alone": simulation.Alone, "with queues": simulation.Queued,
	} {
		r := run(t.Context(), p, simulation.Options{Steps: 100_000})
		if r.Steps != 100_000 || !strings.HasPrefix(r.Stopped, "after 100000 operations") || r.Scenarios[0].N != 0 {
			t.Errorf("%s: %d steps, %d runs, it stopped %s", name, r.Steps, r.Scenarios[0].N, r.Stopped)
		}
		ctx, interrupt := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, interrupt)
		if r := run(ctx, p, simulation.Options{Steps: math.MaxInt64 / 2}); r.Stopped != "because it was interrupted" {
			t.Errorf("%s: it stopped %s", name, r.Stopped)
		}
	}
}

// What stopped stands behind "it stopped" wherever it is said.
func TestAnInterruptedSimulationSaysThatItWas(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	p := station{policy: instance.FCFS, demand: "Exp(1.0)", interArrival: "Exp(0.6)"}.program(t)
	for name, run := range map[string]func() simulation.Result{
		"for one user alone": func() simulation.Result { return simulation.Alone(ctx, p, simulation.Options{Precision: 1e-9}) },
		"with queues":        func() simulation.Result { return simulation.Queued(ctx, p, simulation.Options{Precision: 1e-9}) },
	} {
		if got := run().Stopped; got != "because it was interrupted" {
			t.Errorf("%s it stopped %q", name, got)
		}
	}
}

func TestACallWithoutEndIsAnError(t *testing.T) {
	_, _, _, err := simulation.NewCaller(endless(t), 1).Call(nil)
	if err == nil || !strings.Contains(err.Error(), "operations") {
		t.Errorf("a call without end says %v", err)
	}
}
