package simulation_test

import (
	"context"
	"testing"

	"beagle/pcm/instance"
	"beagle/predict/simulation"
)

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
