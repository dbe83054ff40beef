// Package predict predicts response times from a PCM instance.
package predict

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
	"beagle/predict/simulation"
)

// Answer is a prediction. Times are seconds.
type Answer struct {
	Level     Level      `json:"level"`             // exactly, by sampling, or by simulation
	Why       string     `json:"why"`               // why this level
	Seed      uint64     `json:"seed"`              // of what is random: the same seed gives the same answer
	Scenarios []Scenario `json:"scenarios"`         // usage scenarios, in file order
	Resources []Resource `json:"resources"`         // active resources and how busy they are
	Where     []Where    `json:"where,omitempty"`   // where the time goes, parents before children
	Seconds   float64    `json:"seconds,omitempty"` // of simulated time
	Steps     int64      `json:"steps,omitempty"`   // operations carried out
	Stopped   string     `json:"stopped,omitempty"` // why it ended before it was precise
	Rated     *Rating    `json:"rated,omitempty"`   // the machine for which CPUs were rated; absent: as in the model files
	// Unmeasured are inputs beyond what was measured where nothing else is said: the forms that fit agree there.
	Unmeasured []Beyond        `json:"unmeasured,omitempty"`
	Beyond     []Beyond        `json:"beyond,omitempty"` // inputs beyond what the expressions were written for, that ask most times it first
	Problems   []model.Problem `json:"problems"`         // errors, warnings and notes about the prediction
}

// Scenario is the response time of a usage scenario and of its entry calls.
type Scenario struct {
	Name string `json:"scenario"` // entityName of the usage scenario
	Response
	Throughput *float64 `json:"throughput,omitempty"` // runs a second; simulation only
	Calls      []Call   `json:"calls"`                // entry calls, in the order in which they are made
}

// Call is the response time of an entry call.
type Call struct {
	Name string `json:"call"` // the called signature
	Response
}

// Response describes response times; what is not known is absent.
type Response struct {
	N         int64    `json:"n"`                    // how many response times stand behind it; 0: it was not sampled
	Mean      *float64 `json:"mean"`                 // expected time in seconds
	HalfWidth *float64 `json:"half_width_95"`        // of the 95 % interval of Mean, in seconds
	Median    *float64 `json:"median"`               // half of the times are shorter, in seconds
	P90       *float64 `json:"p90"`                  // nine of ten are shorter, in seconds
	P99       *float64 `json:"p99"`                  // 99 of a hundred are shorter, in seconds
	Deviation *float64 `json:"sd"`                   // standard deviation in seconds
	Exact     *float64 `json:"exact_mean,omitempty"` // without contention, in closed form
	Unknown   bool     `json:"unknown,omitempty"`    // it is 0: nothing in it has a demand, so what it takes may just not be known

	// Quantile of the response times, for shares from 0 to 1; nil: not known.
	Quantile func(float64) float64 `json:"-"`
}

// Find is the response of a scenario, or of its entry call "scenario/call"; nil: there is none.
func (a *Answer) Find(name string) *Response {
	for i := range a.Scenarios {
		s := &a.Scenarios[i]
		if s.Name == name {
			return &s.Response
		}
		for k := range s.Calls {
			if s.Name+"/"+s.Calls[k].Name == name {
				return &s.Calls[k].Response
			}
		}
	}
	return nil
}

// Resource is the use of an active resource.
type Resource struct {
	Container   string   `json:"container"`         // entityName of the resource container
	Resource    string   `json:"resource"`          // what it is, e.g. CPU
	Policy      string   `json:"policy"`            // in which order demands are served
	Replicas    int      `json:"replicas"`          // servers of it
	Utilisation *float64 `json:"utilisation"`       // share of its servers that work
	Offered     *float64 `json:"offered,omitempty"` // by open workloads, of its capacity: 1 and more is an overload
	Demand      float64  `json:"demand"`            // seconds of service a run of all scenarios asks of it
}

// Where is the time spent at one place of the tree of calls.
type Where struct {
	Name    string  `json:"name"`         // of the action, service or resource
	ID      string  `json:"id,omitempty"` // in the model files; empty: it has none
	Kind    string  `json:"kind"`         // call, cpu, ... or wait
	Parent  int     `json:"parent"`       // index of the one around it; -1: none
	PerRun  float64 `json:"per_run"`      // times that it happens in a run of the scenario
	Seconds float64 `json:"seconds"`      // in a run of the scenario, with all below it
	Share   float64 `json:"share"`        // of the scenario's response time, 0 to 1
}

// Label is the name with the kind: one action may use several resources.
func (w *Where) Label() string { return w.Name + " (" + w.Kind + ")" }

const ruleOverload = "overload"

// ErrRefused tells that the model cannot be simulated; the answer's problems say why.
var ErrRefused = errors.New("the model cannot be simulated")

// Predict answers a question. A model that no simulator could run gives ErrRefused and an answer with all reasons.
func Predict(ctx context.Context, q Question) (*Answer, error) {
	in, problems, err := instance.ReadWith(q.Content, q.Models...)
	if err != nil {
		return nil, err
	}
	return Of(ctx, in, problems, q)
}

// Of is Predict for an instance that was read, which it changes as the question asks.
func Of(ctx context.Context, in *instance.Instance, problems []model.Problem, q Question) (*Answer, error) {
	if q.Service != "" {
		if err := q.asked(in); err != nil {
			return nil, err
		}
		if q.Change.Rate > 0 {
			s := in.Scenarios[0]
			s.Population, s.ThinkTime, s.InterArrival = 0, nil, poisson(q.Change.Rate)
		}
	}
	if err := q.Change.apply(in); err != nil {
		return nil, err
	}
	a := &Answer{Seed: q.Seed, Rated: q.Rating, Problems: append([]model.Problem{}, problems...), Scenarios: []Scenario{}, Resources: []Resource{}}
	if len(in.Scenarios) == 0 {
		a.refuse("no-usage", "there is no usage scenario", "name a service (--service) or a folder with a .usagemodel")
	}
	if a.refused() {
		return a, ErrRefused
	}
	limits := a.limits(in, q)
	p := simulation.Compile(in, simulation.CompileOptions{Network: q.Network, Watch: limits.watch()})
	loads, most, found := simulation.Check(p, q.Seed)
	limits.note(p, most)
	for _, f := range found {
		if !slices.Contains(a.Problems, f) {
			a.Problems = append(a.Problems, f)
		}
	}
	if a.refused() {
		return a, ErrRefused
	}
	if len(in.Links) > 0 && !q.Network {
		a.Problems = append(a.Problems, in.Links[0].Problem(model.Warning, "network", "linking resources take no time here, as in the simulators", "--network lets latency and throughput count"))
	}
	a.Level, a.Why = q.level(p)
	offered := a.overload(p, loads)
	var used []float64
	if !a.refused() {
		used = a.run(ctx, q, in, p, loads, limits)
	}
	a.resources(p, loads, offered, used)
	a.unknown(in)
	a.beyond(limits)
	if !slices.ContainsFunc(a.Resources, func(r Resource) bool { return r.Demand > 0 }) {
		a.Problems = append(a.Problems, model.Problem{Severity: model.Warning, Rule: "no-demand", File: in.Files[0], Message: "nothing in the model demands any work: it is not calibrated", Hint: "beagle run learns the demands from the running program"})
	}
	if a.refused() {
		return a, ErrRefused
	}
	return a, nil
}

func (a *Answer) refuse(rule, message, hint string) {
	a.Problems = append(a.Problems, model.Problem{Severity: model.Error, Rule: rule, Message: message, Hint: hint})
}

func (a *Answer) refused() bool {
	return slices.ContainsFunc(a.Problems, func(p model.Problem) bool { return p.Severity == model.Error })
}

func (q *Question) level(p *simulation.Program) (Level, string) {
	if q.Level != Auto && q.Level != "" {
		return q.Level, "as asked for"
	}
	users := 0
	open := false
	for _, s := range p.Scenarios {
		users += s.Population
		open = open || s.InterArrival != nil
	}
	forks := slices.ContainsFunc(p.Code, func(op simulation.Op) bool { return op.Kind == simulation.Fork })
	switch {
	case open:
		return Simulation, "users of an open workload meet at the resources"
	case users > 1:
		return Simulation, fmt.Sprintf("%d users meet at the resources", users)
	case forks:
		return Simulation, "forked behaviours meet at the resources"
	}
	return Sampling, "one user is alone on the machines"
}

// overload works out which share of each resource open workloads ask for.
func (a *Answer) overload(p *simulation.Program, loads [][]float64) []float64 {
	offered := make([]float64, len(p.Resources))
	for i, s := range p.Scenarios {
		if s.InterArrival == nil {
			continue
		}
		between, err := stoex.Mean(s.Scenario.InterArrival.X, nil)
		if err != nil || !(between > 0) {
			a.Problems = append(a.Problems, s.Scenario.Problem(model.Error, "workload", "the mean time between arrivals is not above 0", "correct the inter-arrival time"))
			continue
		}
		for r := range p.Resources {
			if p.Resources[r].Policy != instance.Delay {
				offered[r] += loads[i][r] / between / float64(p.Resources[r].Replicas)
			}
		}
	}
	if a.Level != Simulation {
		return offered
	}
	for r, share := range offered {
		if share >= 1 {
			res := p.Resources[r]
			a.Problems = append(a.Problems, res.Element.Problem(model.Error, ruleOverload,
				fmt.Sprintf("%s of %s is asked for %.3g times what it can do: users pile up without end, there is no response time", res.Name, res.Container.Name, share),
				"lower the arrival rate or the demands, or raise the processing rate or the replicas"))
		}
	}
	return offered
}

// run carries out the prediction.
func (a *Answer) run(ctx context.Context, q Question, in *instance.Instance, p *simulation.Program, loads [][]float64, limits *limits) (used []float64) {
	exactly := make([]*float64, len(in.Scenarios))
	for i, s := range in.Scenarios {
		if q.Network && len(in.Links) > 0 {
			continue // the closed form knows no links
		}
		if mean, err := Mean(s.Body, limits.seen()); err == nil {
			exactly[i] = &mean
		} else if a.Level == Exact {
			a.refuse("no-closed-form", "the expectation of "+s.Name+" has no closed form", "take --level sampling")
		}
	}
	var r simulation.Result
	options := simulation.Options{Seed: q.Seed, Precision: q.Precision, Steps: q.Steps}
	switch a.Level {
	case Exact:
		for i, s := range in.Scenarios {
			a.Scenarios = append(a.Scenarios, Scenario{Name: s.Name, Response: Response{Mean: exactly[i], Exact: exactly[i]}, Calls: []Call{}})
		}
		return nil
	case Sampling:
		r = simulation.Alone(ctx, p, options)
	default:
		r = simulation.Queued(ctx, p, options)
	}
	limits.note(p, r.Most)
	a.Problems = append(a.Problems, r.Problems...)
	a.Seconds, a.Steps, a.Stopped = r.Seconds, r.Steps, r.Stopped
	for i, s := range p.Scenarios {
		out := Scenario{Name: s.Name, Response: response(r.Scenarios[i]), Calls: []Call{}}
		out.Exact = exactly[i]
		if a.Level == Simulation && r.Seconds > 0 && r.Scenarios[i].N > 0 { // of runs none of which ended nothing is known
			rate := float64(r.Scenarios[i].N) / r.Seconds
			out.Throughput = &rate
		}
		for k, c := range p.Series {
			if c.Scenario == i {
				out.Calls = append(out.Calls, Call{c.Call, response(r.Calls[k])})
			}
		}
		if r.Scenarios[i].N == 0 && a.Stopped != "" && ctx.Err() == nil {
			a.Problems = append(a.Problems, tooLong(s.Scenario, exactly[i], r.Steps))
		}
		a.Scenarios = append(a.Scenarios, out)
	}
	a.Where = where(p, r)
	if n := r.Scenarios[0].N; len(r.Scenarios) == 1 && n > 0 {
		for i, l := range r.Resources {
			loads[0][i] = l.Demand / float64(n)
		}
	}
	if a.Level == Simulation {
		for _, l := range r.Resources {
			used = append(used, l.Utilisation)
		}
	}
	return used
}

// tooLong says of a scenario that nothing is known of, since too few of its runs ended, what tells more.
func tooLong(s *instance.Scenario, exactly *float64, steps int64) model.Problem {
	other := "--users 1 or --level sampling samples the time of one user alone"
	if exactly != nil {
		other = fmt.Sprintf("it takes %s without contention, worked out exactly", quantity.Seconds(*exactly))
	}
	return s.Problem(model.Warning, "too-few-runs", fmt.Sprintf("too few runs of %s ended within %s operations to say how long it takes", s.Name, quantity.Count(steps)),
		fmt.Sprintf("%s; --steps %d lets it go on ten times as long", other, 10*steps))
}

func (a *Answer) resources(p *simulation.Program, loads [][]float64, offered, used []float64) {
	for i, r := range p.Resources {
		out := Resource{Container: r.Container.Name, Resource: r.Name, Policy: r.Policy.String(), Replicas: r.Replicas}
		for s := range loads {
			out.Demand += loads[s][i]
		}
		if offered[i] > 0 {
			out.Offered = model.Known(offered[i])
		}
		if used != nil {
			out.Utilisation = model.Known(used[i])
		}
		a.Resources = append(a.Resources, out)
	}
}

func response(t simulation.Times) Response {
	if t.N == 0 {
		return Response{}
	}
	return Response{
		N: t.N, Mean: model.Known(t.Mean), HalfWidth: model.Known(t.HalfWidth), Median: model.Known(t.Median), P90: model.Known(t.P90), P99: model.Known(t.P99), Deviation: model.Known(t.Deviation),
		Quantile: t.Quantile,
	}
}
