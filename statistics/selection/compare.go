// Package selection compares expressions for the same data by description length: what it
// takes to write one down, what it leaves unexplained, and penalties for what data cannot
// show. Which is the shortest is settled in steps: Compare, then AllowForNeighbours,
// AllowForInfluence and AllowForDiscrepancy.
//
// The judge compares all proposals of an element so, and analysers compare their own
// candidates, with fewer of the steps. Lengths only ever answer which of some expressions
// is best. Whether the best one is good is not asked here: that is the judge's, by what
// it says of data that were held out.
//
// Lengths are in nats (natural logarithms of probabilities); only their differences mean
// anything, and only within one Comparison.
package selection

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// Comparison is several expressions for the same data, measured by one noise.
type Comparison struct {
	Noise     *regression.Noise // by which all of them were compared
	Reference int               // the best; -1: every expression was refused
	Values    [][]float64       // of each expression at each point; nil: refused
	Lengths   []float64         // description lengths in nats; +Inf: refused
	Refused   []string          // why, or ""
	Constants []int             // numbers that had to be fitted

	// Of points that do not count by themselves (AllowForNeighbours): a wider noise than Noise, which it is where they
	// do; how many count as one; and which expressions depend on nothing (nil: nobody asked).
	counted *regression.Noise
	alike   float64
	level   []bool

	own        []float64    // of each length the part that does not depend on the noise: writing it down, and penalties
	appraisals []*appraisal // nil: refused
}

// Compare measures expressions by their description length: what it takes to write each
// down, what it leaves unexplained, and how much faster it grows beyond the data than in
// them. negative allows negative values although none was measured. nil among the
// expressions counts as refused. Slices of the result are by expression; later steps
// change Lengths and Reference.
func Compare(d *dataset.Data, nodes []expression.Node, negative bool) *Comparison {
	c := &Comparison{
		Reference: -1, Values: make([][]float64, len(nodes)), Lengths: make([]float64, len(nodes)),
		Refused: make([]string, len(nodes)), Constants: make([]int, len(nodes)), own: make([]float64, len(nodes)),
		appraisals: make([]*appraisal, len(nodes)),
	}
	errors := make([]float64, len(nodes))
	for i, n := range nodes {
		c.Lengths[i] = math.Inf(1)
		if n == nil {
			c.Refused[i] = "it says nothing about the quantity"
			continue
		}
		a := appraise(d, n, negative)
		if c.Refused[i] = a.refused; a.refused != "" {
			continue
		}
		errors[i], c.Values[i], c.Constants[i], c.own[i], c.appraisals[i] = a.error, a.values, a.constants, a.own, a
		if c.Reference < 0 || errors[i] < errors[c.Reference] {
			c.Reference = i
		}
	}
	if c.Reference < 0 {
		return c
	}
	// The scale of the noise comes from the best model, and which that is
	// depends on the scale: twice is enough.
	for range 2 {
		before := c.Reference
		c.Noise = commonNoise(d, c.appraisals, c.Reference)
		c.counted = c.Noise
		for i := range nodes {
			if c.appraisals[i] == nil {
				continue
			}
			c.Lengths[i] = c.appraisals[i].loss(d, c.Noise) + c.own[i]
			if c.Lengths[i] < c.Lengths[c.Reference] {
				c.Reference = i
			}
		}
		if c.Reference == before {
			break
		}
	}
	return c
}

// Unexplained is the part of an expression's length that is about the data: what
// it leaves unexplained. The rest is what it takes to
// write the expression down: a prior, on which people may differ.
func (c *Comparison) Unexplained(i int) float64 { return c.Lengths[i] - c.own[i] }

// mostExamined bounds the expressions that a later step looks at as the best.
const mostExamined = 12

// examine lowers what the best of some expressions gains over each that is shorter to write
// down to what a step confirms of it, and goes on with what is the best then, which it
// returns. confirm is told each expression that is the best, and gives what is confirmed of
// its gain over another one, in nats; +Inf: all of it.
func (c *Comparison) examine(best int, of func(i int) bool, confirm func(best int) func(i int) float64) int {
	for range mostExamined {
		confirmed, next := confirm(best), best
		for i := range c.Lengths {
			if i == best || !of(i) || c.own[i] >= c.own[best] {
				continue
			}
			c.Lengths[i] = min(c.Lengths[i], c.Lengths[best]-c.own[best]+c.own[i]+c.weight(best, i)*confirmed(i))
			if c.Lengths[i] < c.Lengths[next] {
				next = i
			}
		}
		if next == best {
			return best
		}
		best = next
	}
	return best
}

// usable reports whether an expression was not refused.
func (c *Comparison) usable(i int) bool { return c.appraisals[i] != nil }
