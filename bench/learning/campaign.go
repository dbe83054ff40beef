package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"beagle/model/expression"
)

// campaign is how a Java program is measured: launched several times with the same inputs in the same order, each
// launch with a level, a compiler and a machine of its own (Georges et al., "Statistically Rigorous Java
// Performance Evaluation", 2007; Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time", 2013; Barrett et
// al., "Virtual Machine Warmup Blows Hot and Cold", 2017).
type campaign struct {
	launches, rounds int
	noise            float64 // standard deviation of the logarithm of one call
	jitter           float64 // of the clock and of calls, seconds
	level            float64 // standard deviation of the launches' logarithms
	tilt             float64 // of the exponents by which launches differ
	slow             float64 // how many times as long the slower kind of launches takes; 0: there is one kind
	large            bool    // only for large inputs, whose loops were compiled otherwise
	cache            float64 // what data beyond a cache cost, relatively
	from             float64 // share of the range of the first input where that begins
	warm             float64 // seconds of work until the program is compiled
	busy             float64 // share of launches that others disturbed for a while
	drift            float64 // over a launch, as processors get warm
}

func oneOf[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

func newCampaign(r *rand.Rand) campaign {
	c := campaign{
		launches: oneOf(r, 3, 5, 5, 10), rounds: oneOf(r, 4, 12, 30),
		noise: oneOf(r, 0.02, 0.05, 0.1), jitter: oneOf(r, 2e-8, 1e-7, 3e-7), level: oneOf(r, 0.02, 0.06, 0.12),
		tilt: oneOf(r, 0, 0.01, 0.02), drift: 0.05 * r.Float64(), busy: oneOf(r, 0, 0.2, 0.5),
	}
	if r.IntN(5) < 2 {
		c.slow, c.large = 1.1+0.4*r.Float64(), r.IntN(2) == 0
	}
	if r.IntN(2) == 0 {
		c.cache, c.from = 0.02+0.06*r.Float64(), 0.3+0.5*r.Float64()
	}
	c.warm = 0.15 * r.Float64() // of the work of a launch
	return c
}

// measure lets the campaign measure a table.
func (c campaign) measure(t *table, r *rand.Rand) {
	points := t.train
	truth := t.truth(points)
	work, typical := 0.0, make([]float64, len(truth))
	for i, y := range truth {
		work += y
		typical[i] = math.Log(y)
	}
	middling := math.Exp(middle(typical))
	sigma := func(s float64) float64 { return s * r.NormFloat64() }
	t.train = nil
	for launch := range c.launches {
		level, tilt := math.Exp(sigma(c.level)), sigma(c.tilt)
		kind := 1.0
		if c.slow > 0 && r.IntN(3) == 0 {
			kind = c.slow
		}
		odd := r.IntN(20) == 0
		if odd {
			level *= 1.3
		}
		interpreted, tier := c.warm*work*math.Exp(sigma(0.3))/5, c.warm*work*math.Exp(sigma(0.3))
		busyFrom, busyTo, busy := 0, 0, 1+0.1+0.4*r.Float64()
		if r.Float64() < c.busy {
			busyFrom = r.IntN(len(points))
			busyTo = busyFrom + len(points)/10 + r.IntN(len(points)/5+1)
		}
		done := 0.0
		for i, x := range points {
			y := truth[i] * level * math.Pow(truth[i]/middling, tilt)
			switch {
			case !c.large:
				y *= kind
			default:
				y *= 1 + (kind-1)*truth[i]/(truth[i]+middling)
			}
			if in := t.inputs[0]; c.cache > 0 && in.high > 50*in.low {
				at := math.Log(in.low) + c.from*math.Log(in.high/in.low)
				y *= 1 + c.cache/(1+math.Exp(-6*(math.Log(x[0])-at)))
			}
			switch {
			case done < interpreted:
				y *= 6
			case done < tier:
				y *= 1.8
			}
			done += truth[i]
			if i >= busyFrom && i < busyTo {
				y *= busy
			}
			y *= 1 + c.drift*float64(i)/float64(len(points))
			noise := c.noise
			if odd {
				noise *= 2
			}
			y = y*math.Exp(sigma(noise)) + c.jitter*(0.5+r.ExpFloat64())
			if r.IntN(40) == 0 {
				y *= 1 + r.ExpFloat64()
			}
			t.train, t.y = append(t.train, x), append(t.y, math.Round(y*1e9)/1e9)
			t.launch, t.seq = append(t.launch, int32(launch)), append(t.seq, int64(i))
		}
	}
}

// calls are the inputs of one launch: every round has the same grid, or sizes of
// its own, spread evenly; in random order.
func (t *table) calls(r *rand.Rand, rounds int) (points [][]float64) {
	if r.IntN(2) == 0 {
		levels := map[int]int{1: 24, 2: 7}[len(t.inputs)]
		once := [][]float64{{}}
		for j := range t.inputs {
			var next [][]float64
			for _, p := range once {
				for _, x := range t.values(j, max(levels, 4)) {
					next = append(next, append(p[:len(p):len(p)], x))
				}
			}
			once = next
		}
		for range rounds {
			r.Shuffle(len(once), func(i, j int) { once[i], once[j] = once[j], once[i] })
			points = append(points, once...)
		}
		return points
	}
	return t.draw(r, 30*rounds, 1)
}

// plain says what an answer makes of a plain form.
func (t *table) plain(a answer) (right, needless bool) {
	form, ok := plainForms[t.problem.name]
	if !ok {
		return false, false
	}
	said, learnt := withoutConstant(tidy(a.formula)), withoutConstant(form)
	if !t.holds(a.formula) {
		return false, false
	}
	extra := expression.Size(said) > expression.Size(learnt)
	return !extra, extra
}

func withoutConstant(n expression.Node) expression.Node {
	sum, ok := n.(expression.Binary)
	if !ok || sum.Op != expression.Add && sum.Op != expression.Sub {
		return n
	}
	if _, ok := sum.Left.(expression.Constant); ok {
		return withoutConstant(sum.Right)
	}
	if _, ok := sum.Right.(expression.Constant); ok {
		return withoutConstant(sum.Left)
	}
	sum.Left, sum.Right = withoutConstant(sum.Left), withoutConstant(sum.Right)
	return sum
}

// near reports whether predictions are those of a campaign's truth but for a factor.
func (t *table) near(inside, beyond []float64) bool {
	const within, far, clock = 0.06, 0.15, 1e-6 // a microsecond more or less is the clock's
	logs := func(f []float64, points [][]float64) []float64 {
		out := make([]float64, len(points))
		for i, y := range t.truth(points) {
			if out[i] = math.Inf(1); i < len(f) && f[i] > 0 {
				out[i] = math.Log((f[i] + clock) / (y + clock))
			}
		}
		return out
	}
	off := func(logs []float64, level float64) float64 {
		sizes := make([]float64, len(logs))
		for i, l := range logs {
			sizes[i] = math.Abs(l - level)
		}
		slices.Sort(sizes)
		return sizes[len(sizes)*9/10]
	}
	in := logs(inside, t.inside)
	level := middle(in)
	return off(in, level) <= within && off(logs(beyond, t.beyond), level) <= far
}
