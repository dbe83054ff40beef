package stepwise

import (
	"math"
	"slices"

	"beagle/statistics/leastsquares"
)

// term is a column that a sum may have, with what it is made of.
type term struct {
	values []float64
	parts  parts
}

// problem is a weighted regression whose terms are to be chosen.
type problem struct {
	target, weight []float64
	always         []term // are in every model
	candidates     []term
	grow           func(chosen term) []term // candidates that become worth trying
	simpler        func(chosen term) []term // of which a chosen term may be the shadow: with one factor less
	counts         map[int]int              // candidates by how many factors they have
}

// Limits of a search.
const (
	most      = 24  // terms
	rowsATerm = 6   // at least
	pool      = 600 // candidates
)

// choose takes terms as long as each gains more nats than it costs, then drops
// those that lose fewer; nil where nothing is chosen.
func (p *problem) choose() []term {
	chosen := slices.Clone(p.always)
	for f := p.start(); len(chosen) < min(most, len(p.target)/rowsATerm); {
		best := f.best()
		if best == nil {
			break
		}
		f.take(best)
		chosen = append(chosen, best.term)
	}
	return p.pruned(p.untangled(chosen))
}

// price is what a term has to gain, in nats: its number, which of so many terms with as
// many factors it is, and what it takes to write it down.
func (p *problem) price(t term) float64 {
	return math.Log(float64(len(p.target)))/2 + math.Log(float64(max(p.counts[t.parts.factors()], 1))) + 2
}

// length is the description length of a sum, up to a constant.
func (p *problem) length(terms []term) float64 {
	_, rss := p.solve(terms)
	length := float64(len(p.target)) / 2 * math.Log(max(rss, 1e-300))
	for _, t := range terms[len(p.always):] {
		length += p.price(t)
	}
	return length
}

// untangled are the chosen terms, those that stand for simpler ones replaced by these:
// a pair of switches that was taken early, because it held a part of what each of
// both does, keeps each by itself from being taken.
func (p *problem) untangled(chosen []term) []term {
	if p.simpler == nil || len(chosen) <= len(p.always) {
		return chosen
	}
	now := p.length(chosen)
	for i := len(p.always); i < len(chosen); i++ {
		var instead [][]term
		for _, t := range p.simpler(chosen[i]) {
			if !slices.ContainsFunc(chosen, func(c term) bool { return c.parts.equal(t.parts) }) {
				instead = append(instead, []term{t})
			}
		}
		if len(instead) == 2 {
			instead = append(instead, []term{instead[0][0], instead[1][0]})
		}
		for _, terms := range instead {
			next := slices.Concat(chosen[:i], terms, chosen[i+1:])
			if length := p.length(next); length < now {
				chosen, now = next, length
			}
		}
	}
	return chosen
}

// pruned drops terms without which the others say nearly as much.
func (p *problem) pruned(chosen []term) []term {
	n := float64(len(p.target))
	for len(chosen) > len(p.always) {
		_, rss := p.solve(chosen)
		least, at := 0.0, -1
		for i := len(p.always); i < len(chosen); i++ {
			_, without := p.solve(append(append([]term(nil), chosen[:i]...), chosen[i+1:]...))
			if lost := n/2*math.Log(without/max(rss, 1e-300)) - p.price(chosen[i]); lost < least {
				least, at = lost, i
			}
		}
		if at < 0 {
			break
		}
		chosen = append(chosen[:at:at], chosen[at+1:]...)
	}
	if len(chosen) == len(p.always) {
		return nil
	}
	return chosen
}

// solve fits the coefficients of terms by weighted least squares; nil where they cannot
// be told apart.
func (p *problem) solve(terms []term) (coef []float64, rss float64) {
	columns := make([][]float64, len(terms))
	for i, t := range terms {
		columns[i] = t.values
	}
	return leastsquares.Solve(columns, p.target, p.weight)
}
