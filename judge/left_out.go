package judge

import (
	"cmp"
	"context"
	endian "encoding/binary"
	"math"
	"slices"

	"beagle/analysers/rules"
	"beagle/model"
	"beagle/statistics/dataset"
)

// leftOut is cross-validation of a way to decide: how it does on points that it was not learnt
// from.
type leftOut struct {
	data    *dataset.Data
	classes int
	again   *rules.Again // learns rules from the rest; nil: shares are all there is to learn
	given   []int        // what is said whatever was learnt from; nil: it depends
	asked   func(model.Variable) bool
}

// parts is how many parts are left out, one at a time.
const parts = 5

// explain fills in the errors of what is said of each point, of always saying the
// most frequent transition, and of shares how far they are from the decisions.
func (x leftOut) explain(ctx context.Context, e *Explanation, said []int) {
	all := make([]int, x.data.Points())
	for i := range all {
		all[i] = i
	}
	training := x.missed(said, all, all)
	var validation, extrapolation missed
	if groups := x.groups(); len(groups) >= fewest {
		for part := 0; part < parts && ctx.Err() == nil; part++ {
			var train, test []int
			for i, group := range groups {
				if i%parts == part {
					test = append(test, group...)
				} else {
					train = append(train, group...)
				}
			}
			validation.add(x.without(train, test))
		}
		if large := x.largeness(); large != nil && ctx.Err() == nil {
			slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(large[a[0]], large[b[0]]) })
			cut := len(groups) * 4 / 5
			extrapolation = x.without(slices.Concat(groups[:cut]...), slices.Concat(groups[cut:]...))
		}
	}
	if ctx.Err() != nil { // some parts are not all
		validation, extrapolation = missed{}, missed{}
	}
	errors := func(of func(missed) float64) Errors {
		return Errors{of(training) / training.all, of(validation) / validation.all, of(extrapolation) / extrapolation.all}
	}
	own, frequent := errors(func(m missed) float64 { return m.own }), errors(func(m missed) float64 { return m.frequent })
	e.Training, e.Validation, e.Extrapolation, e.Frequent = own.Training, own.Validation, own.Extrapolation, &frequent
	if x.again == nil && x.given == nil {
		brier := errors(func(m missed) float64 { return m.brier })
		e.Brier = &brier
	}
}

// missed counts decisions, of which some were said wrongly. Without any, shares
// of them are not a number.
type missed struct {
	own, frequent float64
	brier         float64 // sum of the distances of shares
	all           float64
}

func (m *missed) add(other missed) {
	m.own, m.frequent, m.brier, m.all = m.own+other.own, m.frequent+other.frequent, m.brier+other.brier, m.all+other.all
}

// without learns from some points and predicts the others.
func (x leftOut) without(train, test []int) missed {
	said := x.given
	if x.again != nil {
		said = x.again.From(train)
	}
	return x.missed(said, train, test)
}

// missed compares what is said of points with what was decided there. Nil says
// what was most frequent among those that were learnt from. Shares are compared
// by half of Brier's score ("Verification of forecasts expressed in terms of
// probability", 1950): of a sure choice it is the share of wrong ones.
func (x leftOut) missed(said, train, test []int) missed {
	shares, squares, frequent, all := make([]float64, x.classes), 0.0, 0, 0.0
	for _, p := range train {
		shares[int(x.data.Y[p])] += x.data.Weight[p]
		all += x.data.Weight[p]
	}
	for way := range shares {
		shares[way] /= all
		squares += shares[way] * shares[way]
		if shares[way] > shares[frequent] {
			frequent = way
		}
	}
	var m missed
	for _, p := range test {
		way, weight := int(x.data.Y[p]), x.data.Weight[p]
		choice := frequent
		if said != nil {
			choice = said[p]
		}
		m.all += weight
		m.brier += weight * (1 - 2*shares[way] + squares) / 2
		if choice != way {
			m.own += weight
		}
		if frequent != way {
			m.frequent += weight
		}
	}
	return m
}

// groups are the points with equal inputs, in the order of the data: who knows
// one of them knows the others.
func (x leftOut) groups() (groups [][]int) {
	known := map[string]int{}
	var key []byte
	for p := range x.data.Y {
		key = key[:0]
		for _, c := range x.data.Columns {
			key = endian.LittleEndian.AppendUint64(key, math.Float64bits(c.Num[p]))
		}
		at, ok := known[string(key)]
		if !ok {
			at = len(groups)
			known[string(key)] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], p)
	}
	return groups
}

// largeness is how large the numbers that are asked for are at each point: the
// mean of their ranks. Nil where none is asked for: flags and names do not grow.
func (x leftOut) largeness() (large []float64) {
	for _, c := range x.data.Columns {
		if c.Kind != model.Number || !x.asked(c.Variable) {
			continue
		}
		if large == nil {
			large = make([]float64, x.data.Points())
		}
		sorted := slices.Sorted(slices.Values(c.Num))
		for p, v := range c.Num {
			from, _ := slices.BinarySearch(sorted, v)
			to, _ := slices.BinarySearch(sorted, math.Nextafter(v, math.Inf(1)))
			large[p] += float64(from+to) / 2
		}
	}
	return large
}
