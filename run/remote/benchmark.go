package remote

import (
	"context"
	"time"

	"beagle/measure/benchmark"
	"beagle/run"
	"beagle/run/machine"
)

// Benchmark measures how fast another machine is. Its name is that of the host there.
func Benchmark(ctx context.Context, at run.There, project string, lasts time.Duration) (*benchmark.Result, error) {
	l, err := link(ctx, at, project)
	if err != nil {
		return nil, err
	}
	var r benchmark.Result
	return &r, l.Retry(ctx, machine.Patience, func() error { return l.Ask(ctx, &r, "benchmark", lasts.String()) })
}
