package simulation_test

import (
	"math"
	"testing"

	"beagle/pcm/instance"
	"beagle/pcm/stoex"
	"beagle/predict/simulation"
)

func expression(t testing.TB, text string) instance.Expression {
	t.Helper()
	x, err := stoex.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return instance.Expression{Text: text, X: x}
}

// station is one resource that each run of one scenario asks for work.
type station struct {
	policy       instance.Policy
	replicas     int
	demand       string
	interArrival string // open
	users        int    // closed
	think        string
}

func (s station) program(t testing.TB) *simulation.Program {
	t.Helper()
	r := &instance.Resource{Element: instance.Element{Name: "CPU"}, Policy: s.policy, Replicas: max(1, s.replicas), Rate: expression(t, "1.0")}
	container := &instance.Container{Resources: []*instance.Resource{r}}
	r.Container = container
	service := &instance.Service{
		Assembly: &instance.Assembly{Container: container}, Signature: "go",
		Body: &instance.Behaviour{Actions: []instance.Action{&instance.Internal{Demands: []instance.Demand{{Resource: r, Amount: expression(t, s.demand)}}}}},
	}
	scenario := &instance.Scenario{Body: &instance.Behaviour{Actions: []instance.Action{&instance.Call{Service: service, Entry: true}}}}
	if s.interArrival != "" {
		x := expression(t, s.interArrival)
		scenario.InterArrival = &x
	} else {
		x := expression(t, s.think)
		scenario.ThinkTime, scenario.Population = &x, s.users
	}
	return simulation.Compile(&instance.Instance{Containers: []*instance.Container{container}, Scenarios: []*instance.Scenario{scenario}}, simulation.CompileOptions{})
}

// Response times of queues that have a formula (Kleinrock, Queueing Systems, I
// and II; closed networks by mean value analysis, Reiser and Lavenberg, 1980).
func TestQueuesTakeAsLongAsTheirFormulasSay(t *testing.T) {
	for _, c := range []struct {
		name    string
		station station
		mean    float64
	}{
		{"M/M/1, FCFS", station{policy: instance.FCFS, demand: "Exp(1.0)", interArrival: "Exp(0.6)"}, 1 / (1 - 0.6)},
		{"M/D/1, FCFS", station{policy: instance.FCFS, demand: "1.0", interArrival: "Exp(0.6)"}, 1 + 0.6/(2*(1-0.6))},
		{"M/M/1, processor sharing", station{demand: "Exp(1.0)", interArrival: "Exp(0.5)"}, 2},
		{"M/D/1, processor sharing: as M/M/1", station{demand: "1.0", interArrival: "Exp(0.5)"}, 2},
		{"M/G/1, processor sharing: as M/M/1", station{demand: "DoublePMF[(0.5;0.9)(5.5;0.1)]", interArrival: "Exp(0.5)"}, 2},
		{"M/M/2, processor sharing", station{replicas: 2, demand: "Exp(1.0)", interArrival: "Exp(1.2)"}, 1 / (1 - 0.36)},
		{"M/M/3, FCFS", station{policy: instance.FCFS, replicas: 3, demand: "Exp(1.0)", interArrival: "Exp(1.8)"}, 1 + erlangC(3, 1.8)/(3-1.8)},
		{"M/M/inf", station{policy: instance.Delay, demand: "Exp(0.5)", interArrival: "Exp(2.0)"}, 2},
		{"4 users, 1 server", station{users: 4, demand: "Exp(2.0)", think: "Exp(0.2)"}, closed(4, 0.5, 5)},
		{"30 users, saturated", station{users: 30, demand: "Exp(2.0)", think: "Exp(0.2)"}, closed(30, 0.5, 5)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := simulation.Queued(t.Context(), c.station.program(t), simulation.Options{Seed: 7, Precision: 0.02, Steps: 4_000_000})
			if len(r.Problems) > 0 || r.Stopped != "" {
				t.Fatal(r.Problems, r.Stopped)
			}
			got := r.Scenarios[0]
			if off := math.Abs(got.Mean - c.mean); off > 0.04*c.mean { // twice the interval asked for
				t.Errorf("mean %.4g ± %.2g, want %.4g", got.Mean, got.HalfWidth, c.mean)
			}
		})
	}
}

// erlangC is the probability to wait with c servers and so many Erlang.
func erlangC(c int, load float64) float64 {
	term, sum := 1.0, 0.0
	for k := range c {
		sum += term
		term *= load / float64(k+1)
	}
	last := term * float64(c) / (float64(c) - load)
	return last / (sum + last)
}

// closed is the response time of n users at one server with think time z.
func closed(n int, s, z float64) float64 {
	queue, response := 0.0, 0.0
	for k := 1; k <= n; k++ {
		response = s * (1 + queue)
		queue = float64(k) * response / (z + response)
	}
	return response
}

func TestTheIntervalHoldsTheTrueMeanAsOftenAsItSays(t *testing.T) {
	p := station{demand: "Exp(1.0)", interArrival: "Exp(0.5)"}.program(t)
	held := 0
	for seed := range uint64(40) {
		r := simulation.Queued(t.Context(), p, simulation.Options{Seed: seed, Precision: 0.05})
		if math.Abs(r.Scenarios[0].Mean-2) <= r.Scenarios[0].HalfWidth {
			held++
		}
	}
	if held < 33 { // of 40 at 95 %: fewer than 34 in one run of a hundred, and a stopping rule takes a little
		t.Errorf("%d of 40 intervals hold the true mean", held)
	}
}

func TestTheSameSeedGivesTheSameNumbers(t *testing.T) {
	p := station{replicas: 2, demand: "Gamma(2.0, 0.5)", interArrival: "Exp(1.2)"}.program(t)
	first := simulation.Queued(t.Context(), p, simulation.Options{Seed: 3, Steps: 200_000, Precision: 1e-9})
	second := simulation.Queued(t.Context(), p, simulation.Options{Seed: 3, Steps: 200_000, Precision: 1e-9})
	if first.Scenarios[0].Mean != second.Scenarios[0].Mean || first.Seconds != second.Seconds {
		t.Errorf("%v and %v", first.Scenarios[0].Mean, second.Scenarios[0].Mean)
	}
}

func TestSteppingAllocatesNothing(t *testing.T) {
	p := station{demand: "0.5 * DoublePMF[(0.5;0.9)(5.5;0.1)] + Exp(2.0)", interArrival: "Exp(0.5)"}.program(t)
	run := func(steps int64) float64 {
		return testing.AllocsPerRun(1, func() {
			simulation.Queued(t.Context(), p, simulation.Options{Seed: 1, Precision: 1e-9, Steps: steps})
		})
	}
	short, long := run(200_000), run(1_000_000)
	if perStep := (long - short) / 800_000; perStep > 0.001 {
		t.Errorf("%.4f allocations a step", perStep)
	}
}

func BenchmarkQueued(b *testing.B) {
	p := station{demand: "Exp(1.0)", interArrival: "Exp(0.9)"}.program(b)
	b.ReportAllocs()
	const steps = 1_000_000
	for b.Loop() {
		simulation.Queued(b.Context(), p, simulation.Options{Seed: 1, Precision: 1e-9, Steps: steps})
	}
	b.ReportMetric(float64(steps)*float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}
