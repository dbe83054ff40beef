package simulation

import (
	"context"
	"fmt"
	"math"

	"beagle/model"
	"beagle/pcm/instance"
)

// Options of a simulation. The zero value of each number means its default.
type Options struct {
	Seed uint64 // of everything that is random; the same seed gives the same times
	// Precision is the half width of the 95 % interval at which the simulation may stop, of the mean of each scenario
	// and call, relative to the mean.
	Precision float64
	// Steps is how many operations are carried out at most.
	Steps int64
}

const (
	defaultPrecision = 0.01
	defaultSteps     = 50_000_000
)

// longRun is the rule of what takes more operations than anybody waits for.
const longRun = "long-run"

// leastRuns of each scenario before the precision is looked at.
const leastRuns = 1000

func (o Options) filled() Options {
	if o.Precision == 0 {
		o.Precision = defaultPrecision
	}
	if o.Steps == 0 {
		o.Steps = defaultSteps
	}
	return o
}

// Result is what a simulation observed.
type Result struct {
	Scenarios []Times         // of the program's scenarios, in their order
	Calls     []Times         // of the program's series, in their order
	Resources []Load          // of the program's resources, in their order
	Profile   []Share         // of the time of all users, parents before children
	Seconds   float64         // of simulated time that was observed
	Steps     int64           // operations carried out
	Stopped   string          // why the simulation ended before it was precise, as it goes on behind "it stopped"; empty: it was
	Problems  []model.Problem // what a person should know
	Most      []float64       // of the program's watched variables, the largest value; NaN: it had none
}

// Times describes response times, in seconds.
type Times struct {
	N                int64                 // how many response times it is about
	Mean, Deviation  float64               // mean and standard deviation in seconds
	HalfWidth        float64               // of the 95 % interval of the mean; infinite: too few times
	Median, P90, P99 float64               // quantiles in seconds, as far as the kept times tell
	Quantile         func(float64) float64 // any quantile in seconds, for shares from 0 to 1
}

// Load says how a resource is used.
type Load struct {
	Utilisation float64 // share of its servers that work; of a delay, share of time with anybody in it
	Demand      float64 // seconds of service asked of it, all in all
}

// Share is the time that users spent at one operation, below one call.
type Share struct {
	Op     int32   // -1: the whole
	Parent int32   // index; -1: none
	N      int64   // how often it was carried out
	Time   float64 // seconds in it
}

// Check runs every scenario some times without contention and tells all errors it comes across. The loads are the
// seconds of service that one run of each scenario asks of each resource on average; most are the largest values of
// the program's watched variables, NaN where one had none.
func Check(p *Program, seed uint64) (loads [][]float64, most []float64, problems []model.Problem) {
	const runs, mostSteps = 200, 4_000_000
	loads = make([][]float64, len(p.Scenarios))
	for i := range p.Scenarios {
		e := newEngine(p, seed, false)
		e.lenient = true
		e.until(context.Background(), mostSteps)
		loads[i] = make([]float64, len(e.offered))
		n := 0
		for n < runs && e.walk(i) {
			n++
			copy(loads[i], e.offered)
		}
		if n == 0 { // what the beginning of a run asks for is less than all of it
			n = 1
			copy(loads[i], e.offered)
			e.all = append(e.all, p.Scenarios[i].Problem(model.Warning, longRun,
				fmt.Sprintf("one run of it takes more than %d operations: what comes behind them was not checked", mostSteps),
				"lower the counts of its loops: a simulator takes that long, too"))
		}
		for r := range loads[i] {
			loads[i][r] /= float64(n)
		}
		for k := range p.Passive {
			e.capacity(k)
		}
		if p.Scenarios[i].InterArrival != nil {
			e.between(i)
		}
		problems = append(problems, e.all...)
		if most == nil {
			most = e.most
		}
		for w, x := range e.most {
			if !(x <= most[w]) {
				most[w] = x
			}
		}
	}
	return loads, most, problems
}

// Alone runs each scenario by itself, as if each user had the machines to himself, until the means are precise.
func Alone(ctx context.Context, p *Program, o Options) Result {
	o = o.filled()
	e := newEngine(p, o.Seed, false)
	e.warm = true
	stopped := ""
	for i := range p.Scenarios {
		s := &e.scenarios[i]
		e.until(ctx, o.Steps/int64(len(p.Scenarios)))
		for check := int64(leastRuns); e.walk(i); {
			if s.n < check {
				continue
			}
			if e.precise(o.Precision) || i < len(p.Scenarios)-1 && precise(s, o.Precision) {
				break
			}
			check += check / 4
		}
		if e.spent {
			stopped = tooMany(o)
		}
	}
	if ctx.Err() != nil {
		stopped = interrupted
	}
	return e.result(stopped)
}

// Queued simulates all scenarios together, with queues.
func Queued(ctx context.Context, p *Program, o Options) Result {
	o = o.filled()
	e := newEngine(p, o.Seed, true)
	e.warm = e.oneUser() // who is alone finds the machines as he left them
	e.start()
	e.until(ctx, o.Steps)
	check := int64(leastRuns)
	for n := 0; e.event(); n++ {
		if n%1024 != 0 {
			continue
		}
		done := e.least()
		switch {
		case !e.warm:
			// The start is over when every scenario ran often enough for the slowest queue to forget it.
			if done >= e.relaxation() {
				e.observe()
			}
		case done >= check:
			if e.precise(o.Precision) {
				return e.result("")
			}
			check += check / 4
		}
	}
	switch {
	case ctx.Err() != nil:
		return e.result(interrupted)
	case e.spent:
		return e.result(tooMany(o))
	}
	return e.result("")
}

// interrupted is why a simulation stopped, as tooMany says it, whose context ended.
const interrupted = "because it was interrupted"

func tooMany(o Options) string {
	return fmt.Sprintf("after %d operations, before the means were precise within %.3g %%", o.Steps, 100*o.Precision)
}

func (e *engine) oneUser() bool {
	return len(e.program.Scenarios) == 1 && e.program.Scenarios[0].Population == 1
}

// relaxation is how many runs the queues need to forget their start.
func (e *engine) relaxation() int64 {
	runs, open := int64(leastRuns), false
	for i := range e.program.Scenarios {
		runs = max(runs, 20*int64(e.program.Scenarios[i].Population))
		open = open || e.program.Scenarios[i].InterArrival != nil
	}
	if !open || e.now <= e.began {
		return runs
	}
	most := 0.0
	for i := range e.servers {
		s := &e.servers[i]
		if s.policy != instance.Delay {
			most = math.Max(most, s.work/(e.now-e.began))
		}
	}
	return max(runs, int64(5/math.Pow(1-math.Sqrt(math.Min(most, 0.999)), 2)))
}

func (e *engine) result(stopped string) Result {
	r := Result{Seconds: e.now - e.began, Steps: e.steps, Stopped: stopped, Problems: e.all, Most: e.most}
	for i := range e.scenarios {
		r.Scenarios = append(r.Scenarios, e.scenarios[i].times())
	}
	for i := range e.calls {
		r.Calls = append(r.Calls, e.calls[i].times())
	}
	for i := range e.servers {
		e.servers[i].account(e.now)
		load := Load{Demand: e.offered[i]}
		if r.Seconds > 0 && e.contention {
			load.Utilisation = e.servers[i].work / r.Seconds
		}
		r.Resources = append(r.Resources, load)
	}
	for _, n := range e.profile.nodes {
		parent := n.parent
		if n.op < 0 {
			parent = -1
		}
		r.Profile = append(r.Profile, Share{Op: n.op, Parent: parent, N: n.n, Time: n.time})
	}
	return r
}

func (s *series) times() Times {
	t := Times{N: s.n, Mean: s.mean, Deviation: s.deviation(), HalfWidth: s.halfWidth()}
	t.Median, t.P90, t.P99, t.Quantile = s.quantile(0.5), s.quantile(0.9), s.quantile(0.99), s.quantile
	return t
}

type observed struct {
	runs      []int64 // of each scenario that ended, also before the warm-up
	scenarios []series
	calls     []series
	profile   profile
	offered   []float64 // service asked of each resource
	began     float64
	warm      bool
}

func newObserved(p *Program) *observed {
	o := &observed{
		scenarios: make([]series, len(p.Scenarios)), calls: make([]series, len(p.Series)),
		offered: make([]float64, len(p.Resources)), profile: newProfile(),
	}
	o.restart(0)
	return o
}

func (o *observed) restart(now float64) {
	for i := range o.scenarios {
		o.scenarios[i].restart()
	}
	for i := range o.calls {
		o.calls[i].restart()
	}
	for i := range o.profile.nodes { // threads under way keep their places in the tree
		o.profile.nodes[i].n, o.profile.nodes[i].time = 0, 0
	}
	clear(o.offered)
	o.began, o.runs = now, make([]int64, len(o.scenarios))
}

func (o *observed) least() int64 {
	least := int64(math.MaxInt64)
	for _, n := range o.runs {
		least = min(least, n)
	}
	return least
}

func (o *observed) precise(relative float64) bool {
	for i := range o.scenarios {
		if !precise(&o.scenarios[i], relative) {
			return false
		}
	}
	for i := range o.calls { // a call that is hardly ever made decides nothing
		if s := &o.calls[i]; s.n >= leastRuns && !precise(s, relative) {
			return false
		}
	}
	return true
}

func precise(s *series, relative float64) bool { return s.halfWidth() <= relative*s.mean }
