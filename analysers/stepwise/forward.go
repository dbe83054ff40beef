package stepwise

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"beagle/statistics/leastsquares"
)

// forward is a search that takes one term after the other, and knows what is left to be explained.
type forward struct {
	*problem
	root  []float64   // of the weights
	left  []float64   // of the target
	floor float64     // sum of squares that is nothing
	known [][]float64 // directions of the chosen terms, orthonormal
	all   []*candidate
}

// candidate is a term that may be taken.
type candidate struct {
	term
	rest   []float64 // what is orthogonal to the chosen
	length float64   // of the whole
	gone   bool
}

// start begins a search with the terms that are in every model taken, and the problem's candidates to take.
func (p *problem) start() *forward {
	f := &forward{problem: p, root: make([]float64, len(p.weight))}
	for i, w := range p.weight {
		f.root[i] = math.Sqrt(w)
	}
	f.left = f.scaled(p.target)
	f.floor = 1e-18 * floats.Dot(f.left, f.left)
	for _, t := range p.always {
		v := f.scaled(t.values)
		f.remove(v)
		if leastsquares.Norm(v) > 1e-9 {
			f.direction(v)
		}
	}
	p.counts = map[int]int{}
	f.add(p.candidates)
	return f
}

// scaled are values as least squares see them.
func (f *forward) scaled(values []float64) []float64 {
	return floats.MulTo(make([]float64, len(values)), values, f.root)
}

// remove leaves of v what is orthogonal to the chosen terms.
func (f *forward) remove(v []float64) {
	for _, q := range f.known {
		floats.AddScaled(v, -floats.Dot(q, v), q)
	}
}

// direction takes what is orthogonal to the chosen terms as one more direction.
func (f *forward) direction(v []float64) (q []float64) {
	q = slices.Clone(v)
	floats.Scale(1/leastsquares.Norm(q), q)
	f.known = append(f.known, q)
	floats.AddScaled(f.left, -floats.Dot(q, f.left), q)
	return q
}

// add adds candidates, as long as there is room for them.
func (f *forward) add(terms []term) {
	for _, t := range terms {
		if len(f.all) == pool {
			return
		}
		f.counts[t.parts.factors()]++
		c := &candidate{term: t, rest: f.scaled(t.values)}
		c.length = leastsquares.Norm(c.rest)
		f.remove(c.rest)
		f.all = append(f.all, c)
	}
}

// best is the candidate that gains most beyond its price; nil where none gains anything.
func (f *forward) best() (best *candidate) {
	rss := floats.Dot(f.left, f.left)
	if rss <= f.floor {
		return nil
	}
	n, gain := float64(len(f.left)), 0.0
	for _, c := range f.all {
		length := leastsquares.Norm(c.rest)
		if c.gone || length < 1e-6*c.length {
			continue
		}
		along := floats.Dot(c.rest, f.left) / length
		if nats := n/2*math.Log(rss/max(rss-along*along, f.floor/2, 1e-300)) - f.price(c.term); nats > gain {
			best, gain = c, nats
		}
	}
	return best
}

// take takes a candidate: of the others what is orthogonal to it stays.
func (f *forward) take(chosen *candidate) {
	q := f.direction(chosen.rest)
	chosen.gone = true
	for _, c := range f.all {
		floats.AddScaled(c.rest, -floats.Dot(q, c.rest), q)
	}
	if f.grow != nil {
		f.add(f.grow(chosen.term))
	}
}
