package cost

import (
	"context"

	"beagle/measure/java/driver"
	"beagle/model"
)

// Observed learns what calls of a method cost from calls that were measured in a program that ran, in some seconds. The result has
// no driver and no design; what went wrong is among its problems.
func Observed(ctx context.Context, m *driver.Method, calls []driver.Observation, seconds float64, seed uint64) Result {
	out := Result{Method: m, Settled: true, Share: 1, Launches: 1, Calls: int64(len(calls))}
	if len(calls) == 0 {
		out.Problems = append(out.Problems, model.Problem{
			Severity: model.Error, Rule: "never-called", Message: "no call of it returned while the probes were in",
			Hint: "have the program do what calls it, or measure longer: --for 5m",
		})
		return out
	}
	l := loop{out: &out, r: Request{Method: m, Seed: seed}, observations: calls}
	l.learn(ctx, seconds)
	return out
}
