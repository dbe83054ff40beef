package predict

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/pcm/instance"
)

// Goal asks for the number at which response times just stay below a limit: the largest load or input, or the fewest
// cores and the slowest processor.
type Goal struct {
	What     string // users, rate, cores, speed, or empty: an input
	Of       string // resource of cores and speed, as in Change
	Input    model.Variable
	From, To float64 // where it is looked for; both ends belong to it
	Measure  string  // mean, median, p90 or p99
	Below    float64 // seconds
}

// ParseGoal reads users=1..500, rate=0.5..200, cores.server.CPU=1..64, speed.server.CPU=0.5..8 or the range of an
// input, as n.VALUE=1..1e6, and a limit as p99=200ms; a limit without a measure is one of the mean.
func ParseGoal(find, below string) (g Goal, err error) {
	name, span, ok := strings.Cut(find, "=")
	low, high, ranged := strings.Cut(span, "..")
	g.From, err = strconv.ParseFloat(low, 64)
	if to, wrong := strconv.ParseFloat(high, 64); !ok || !ranged || err != nil || wrong != nil || !(g.From > 0) || !(to >= g.From) || math.IsInf(to, 0) {
		return g, fmt.Errorf("%q names nothing to find: write users=1..500, rate=0.5..200, cores.server.CPU=1..64, speed.server.CPU=0.5..8 or n.VALUE=1..1000000", find)
	} else {
		g.To = to
	}
	what, of, _ := strings.Cut(name, ".")
	switch what {
	case "users", "rate":
		g.What = what
	case "cores", "speed":
		g.What, g.Of = what, of
	default:
		if g.Input, err = model.ParseVariable(name); err != nil {
			return g, err
		}
	}
	if g.whole() {
		g.From, g.To = math.Ceil(g.From), math.Floor(g.To)
	}
	measure, limit, named := strings.Cut(below, "=")
	if !named {
		measure, limit = "mean", below
	}
	within, err := quantity.ParseSpan(limit)
	if g.Measure, g.Below = measure, within.Seconds(); err != nil || within <= 0 || !slices.Contains([]string{"mean", "median", "p90", "p99"}, measure) {
		return g, fmt.Errorf("%q is no limit: write 200ms for the mean, or median=200ms, p90=200ms or p99=200ms", below)
	}
	if g.From > g.To || g.What == "users" && g.To > 1e6 || g.What == "cores" && g.To > 1<<16 {
		return g, fmt.Errorf("the range %q has no whole number, or ends too far: users go to a million, cores to %d", find, 1<<16)
	}
	return g, nil
}

// least reports whether more of it makes responses faster, so that the least is sought.
func (g *Goal) least() bool { return g.What == "cores" || g.What == "speed" }

func (g *Goal) whole() bool {
	return g.What == "users" || g.What == "cores" || g.What == "" && g.From == math.Trunc(g.From) && g.To == math.Trunc(g.To)
}

// Reached is the answer to a Goal.
type Reached struct {
	Find    string   `json:"find"`    // users, rate, cores.RESOURCE, speed.RESOURCE or an input
	Least   bool     `json:"least"`   // it is the least number that keeps the limit; else the largest
	Measure string   `json:"measure"` // of response times: mean, median, p90 or p99
	Below   float64  `json:"below"`   // the limit in seconds
	From    float64  `json:"from"`    // range in which it was looked for
	To      float64  `json:"to"`      // end of the range
	Value   *float64 `json:"value"`   // null: no number of the range keeps the limit
	Low     *float64 `json:"low"`     // of the 94 % interval: the least answer of five seeds; null: some seed has none
	High    *float64 `json:"high"`    // the largest one
	All     bool     `json:"all"`     // the whole range keeps the limit, so the true answer may lie beyond it
	Answer  *Answer  `json:"answer"`  // what is predicted at Value; where that is null, at the best end of the range
}

// seeds are how many replications decide.
const seeds = 5

// Seek answers a goal: it halves the range until the number is known as precisely as the question asks, and looks for
// it again near there with four more seeds.
func Seek(ctx context.Context, q Question, g Goal) (*Reached, error) {
	r := &Reached{Find: g.name(), Least: g.least(), Measure: g.Measure, Below: g.Below, From: g.From, To: g.To}
	good, bad := g.From, g.To // the end that is the easiest, and the one that is wanted most
	if g.least() {
		good, bad = bad, good
	}
	values := make([]float64, 0, seeds)
	answers := map[float64]*Answer{}
	for k := range uint64(seeds) {
		s := &search{goal: &g, q: q, answers: map[float64]*Answer{}}
		s.q.Seed += k
		low, high := good, bad
		if k == 0 {
			answers = s.answers
		} else {
			low, high = s.near(ctx, values[0], good, bad)
		}
		x := s.between(ctx, low, high)
		if s.err != nil {
			return nil, s.err
		}
		if math.IsNaN(x) && g.least() { // more than there is
			x = math.Inf(1)
		}
		if values = append(values, x); answers[good].Level == Exact {
			break
		}
	}
	slices.Sort(values)
	middle := values[len(values)/2]
	known := func(x float64) *float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	r.Low, r.Value, r.High = known(values[0]), known(middle), known(values[len(values)-1])
	if r.All = middle == bad; r.Value == nil {
		middle = good
	}
	if r.Answer = answers[middle]; r.Answer != nil {
		return r, ctx.Err()
	}
	var err error
	r.Answer, err = g.ask(ctx, q, middle)
	return r, err
}

func (g *Goal) name() string {
	switch g.What {
	case "":
		return g.Input.String()
	case "cores", "speed":
		return g.What + "." + g.Of
	}
	return g.What
}

type search struct {
	goal    *Goal
	q       Question
	answers map[float64]*Answer
	err     error
}

func (s *search) keeps(ctx context.Context, x float64) bool {
	if s.err == nil {
		s.err = ctx.Err()
	}
	if s.answers[x] == nil && s.err == nil {
		s.answers[x], s.err = s.goal.ask(ctx, s.q, x)
	}
	return s.err == nil && s.goal.kept(s.answers[x])
}

func (s *search) between(ctx context.Context, good, bad float64) float64 {
	switch {
	case !s.keeps(ctx, good):
		return math.NaN()
	case s.keeps(ctx, bad):
		return bad
	}
	for s.err == nil {
		middle := math.Sqrt(good * bad)
		if s.goal.whole() {
			if math.Abs(good-bad) <= 1 {
				break
			}
			middle = max(min(math.Round(middle), max(good, bad)-1), min(good, bad)+1)
		} else if math.Abs(math.Log(bad/good)) < s.q.Precision {
			break
		}
		if s.keeps(ctx, middle) {
			good = middle
		} else {
			bad = middle
		}
	}
	return good
}

// near are numbers about another seed's answer, of which the one keeps the limit and the other does not; else the ends.
func (s *search) near(ctx context.Context, answer, good, bad float64) (low, high float64) {
	if math.IsNaN(answer) || math.IsInf(answer, 0) {
		return good, bad
	}
	kept, toward := s.keeps(ctx, answer), bad
	if !kept {
		toward = good
	}
	step := answer * s.q.Precision
	if s.goal.whole() {
		step = 1
	}
	for at := answer; s.err == nil && at != toward; step *= 2 {
		next := at + math.Copysign(min(step, math.Abs(toward-at)), toward-at)
		if s.keeps(ctx, next) != kept {
			if kept {
				return at, next
			}
			return next, at
		}
		at = next
	}
	return good, bad
}

func (g *Goal) ask(ctx context.Context, q Question, x float64) (*Answer, error) {
	change := func(all map[string]float64) map[string]float64 {
		out := map[string]float64{g.Of: x}
		for name, factor := range all {
			if name != g.Of {
				out[name] = factor
			}
		}
		return out
	}
	switch g.What {
	case "users":
		q.Change.Users = int(x)
	case "rate":
		q.Change.Rate = x
	case "speed":
		q.Change.Speed = change(q.Change.Speed)
	case "cores":
		cores := map[string]int{}
		for name, n := range q.Change.Replicas {
			cores[name] = n
		}
		cores[g.Of] = int(x)
		q.Change.Replicas = cores
	default:
		input := Input{Variable: g.Input}
		if input.Give(x); x == math.Trunc(x) {
			input.Text = strconv.FormatFloat(x, 'f', 0, 64)
		}
		q.Inputs = append(q.Inputs[:len(q.Inputs):len(q.Inputs)], input)
	}
	in, problems, err := instance.ReadWith(q.Content, q.Models...)
	if err != nil {
		return nil, err
	}
	if q.Service == "" && (g.What == "users" || g.What == "rate") && !in.Has(g.What == "users") {
		return nil, fmt.Errorf("the usage model has no workload that %s changes", g.What)
	}
	return settled(Of(ctx, in, problems, q))
}

func (g *Goal) kept(a *Answer) bool {
	if a.Overloaded() {
		return false
	}
	for i := range a.Scenarios {
		s := &a.Scenarios[i]
		of := map[string]*float64{"mean": s.Mean, "median": s.Median, "p90": s.P90, "p99": s.P99}[g.Measure]
		if of == nil || !(*of < g.Below) {
			return false
		}
	}
	return true
}
