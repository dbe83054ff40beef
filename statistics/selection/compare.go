// Package selection compares expressions for the same data by description length: what it
// takes to write one down, and what it leaves unexplained by one model of the noise.
//
// The judge compares all proposals of an element so, and analysers compare their own
// candidates. Lengths only ever answer which of some expressions is best. Whether the best
// one is good is not asked here: that is the judge's, by what it says of data that were held out.
//
// Lengths are in nats (natural logarithms of probabilities); only their differences mean
// anything, and only within one Comparison.
package selection

import (
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// Comparison is several expressions for the same data.
type Comparison struct {
	Noise     *regression.Noise // that the best one speaks for
	Reference int               // the best; -1: every expression was refused
	Values    [][]float64       // of each expression at each point; nil: refused
	Lengths   []float64         // description lengths in nats; +Inf: refused
	Refused   []string          // why, or ""
	Constants []int             // numbers that had to be fitted

	own        []float64    // of each length what it takes to write the expression down
	appraisals []*appraisal // nil: refused
}

// Compare measures expressions by their description length: what it takes to write each
// down, and what it leaves unexplained beside the one that leaves least. negative allows
// negative values although none was measured. nil among the expressions counts as refused.
// Slices of the result are by expression.
func Compare(d *dataset.Data, nodes []expression.Node, negative bool) *Comparison {
	c := &Comparison{
		Reference: -1, Values: make([][]float64, len(nodes)), Lengths: make([]float64, len(nodes)),
		Refused: make([]string, len(nodes)), Constants: make([]int, len(nodes)), own: make([]float64, len(nodes)),
		appraisals: make([]*appraisal, len(nodes)),
	}
	var least []float64 // squared scales of the noise that one of them speaks for, by law
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
		c.Values[i], c.Constants[i], c.own[i], c.appraisals[i] = a.values, a.constants, a.own, a
		if least == nil {
			least = slices.Clone(a.scales)
		}
		for law, scale := range a.scales {
			least[law] = min(least[law], scale)
		}
	}
	left, nearest := make([]float64, len(nodes)), math.Inf(1)
	for i, a := range c.appraisals {
		if a == nil {
			continue
		}
		left[i] = a.left
		if math.IsInf(a.scales[0], 1) && d.Noisy && !math.IsInf(least[0], 1) {
			left[i], _ = unexplained(d, a.values, least)
		}
		nearest = min(nearest, left[i])
	}
	for i, a := range c.appraisals {
		if a == nil {
			continue
		}
		if c.Lengths[i] = left[i] - nearest + a.own; c.Reference < 0 || c.Lengths[i] < c.Lengths[c.Reference] {
			c.Reference = i
		}
	}
	if c.Reference >= 0 {
		c.Noise = noiseOf(d, c.appraisals[c.Reference])
	}
	return c
}

// Unexplained is the part of an expression's length that is about the data: what
// it leaves unexplained. The rest is what it takes to
// write the expression down: a prior, on which people may differ.
func (c *Comparison) Unexplained(i int) float64 { return c.Lengths[i] - c.own[i] }
