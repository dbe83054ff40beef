package findings

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"beagle/measure/campaign"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/statistics/launches"
)

// measured is the mean that is written in the place of an element's expression; nil: none is, because nobody asked
// for that, the expression is written, the model has a value of its own, or nothing was measured.
func (f *Findings) measured(e *model.Element, s *run.ElementState) *run.MeasuredMean {
	written := s.Best != nil && s.Below == "" && run.Writable(s) >= 0
	if written {
		return nil
	}
	return f.inPlace(e, f.texts.rate)
}

// inPlace is the measured mean that stands in the place of an expression that cannot be written; nil: nobody asked
// for means, the model has a value of its own, or nothing was measured.
func (f *Findings) inPlace(e *model.Element, rate float64) *run.MeasuredMean {
	if f.Config.Quality.Write != run.WriteMeans || !e.Unlearnt() {
		return nil
	}
	return f.meanOf(e, rate)
}

func (f *Findings) meanInPlace(e *model.Element, rate float64) *run.MeasuredMean {
	if rate <= 0 {
		rate = rateOf(f.Config)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.inPlace(e, rate)
}

// meanOf is the measured mean of an element in the text of the model, whatever was learnt of it.
func (f *Findings) meanOf(e *model.Element, rate float64) *run.MeasuredMean {
	t := f.Board.Table(e.ID)
	switch {
	case e.Kind == model.Branch:
		return shares(e, t, f.Board.Records(e.ID))
	case e.Kind == model.InternalAction:
		return f.said(e, rate, f.meanTime(e, t))
	case t != nil && t.Target.Kind == model.Number:
		mean, times := weighted(t)
		return f.said(e, rate, &run.MeasuredMean{
			Mean: mean, Times: times, Records: f.Board.Records(e.ID), Error: standardError(t, mean, nil), From: run.OwnMeasurements,
		})
	}
	return nil
}

// meanTime is the mean of what a demand took, without the executions with which launches were warming up: in the
// program's own launches, where it ran there.
func (f *Findings) meanTime(e *model.Element, t *model.Table) *run.MeasuredMean {
	if left := campaign.StateOf(f.Board).Untaught[e.ID]; len(left) > 0 {
		return meanLeft(left)
	}
	m := &run.MeasuredMean{From: run.OwnMeasurements}
	if t == nil || t.Target.Kind != model.Number {
		return m
	}
	cold, sum := launches.Cold(t), 0.0
	for row, y := range t.Target.Num {
		if y == y && !cold[row] {
			sum += t.WeightOf(row) * y
			m.Times += t.WeightOf(row)
		}
	}
	m.Mean = sum / max(m.Times, 1)
	m.Error = standardError(t, m.Mean, cold)
	return m
}

func meanLeft(launches []campaign.Untaught) *run.MeasuredMean {
	m, seconds, squares := &run.MeasuredMean{From: run.OtherLaunches}, 0.0, 0.0
	for _, one := range launches {
		seconds, m.Times = seconds+one.Seconds, m.Times+one.Times
	}
	m.Mean = seconds / m.Times
	for _, one := range launches {
		off := one.Seconds - m.Mean*one.Times
		squares += off * off
	}
	if n := float64(len(launches)); n > 1 {
		m.Error = math.Sqrt(squares*n/(n-1)) / m.Times
	}
	return m
}

// passedBy is what an argument of a call gets of which nothing is known.
func (f *Findings) passedBy(asks model.ElementID, v model.Variable, argument *model.Element) *run.MeasuredMean {
	t := f.Board.Table(asks)
	if t == nil {
		return nil
	}
	c := t.Column(v)
	if c == nil {
		return nil
	}
	m := &run.MeasuredMean{From: run.WhatIsPassed}
	typical, times := usual(c, t)
	if m.Times = times; times == 0 {
		return nil
	}
	value := expression.Node(expression.Constant(digits(typical)))
	switch c.Kind {
	case model.Number:
		m.Mean = typical
	case model.Text:
		value = expression.Text(c.Levels[int(typical)])
	case model.Bool: // a number is no truth value where a guard asks for one
		value = expression.Binary{Op: expression.Equal, Left: expression.Constant(typical), Right: expression.Constant(1)}
	default:
	}
	var err error
	if m.StoEx, err = f.texts.sayer.Text.Say(argument, value); err != nil {
		return nil
	}
	return m
}

// usual is the mean of a column of numbers, a whole one where all are and that changes it little, and what another
// column has most often.
func usual(c *model.Column, t *model.Table) (value, times float64) {
	const few = 10 // rounded, what is on average less would be off by more than a twentieth
	sum, whole, often := 0.0, true, map[float64]float64{}
	for row, x := range c.Num {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		w := t.WeightOf(row)
		times += w
		sum += w * x
		whole = whole && x == math.Trunc(x)
		often[x] += w
	}
	if times == 0 {
		return 0, 0
	}
	if c.Kind == model.Number {
		if mean := sum / times; !whole || math.Abs(mean) < few {
			return mean, times
		}
		return math.Round(sum / times), times
	}
	return mostFrequent(often), times
}

// mostFrequent is the value of the largest weight; of several the smallest, so that chance has no say in it.
func mostFrequent(weights map[float64]float64) float64 {
	return slices.MaxFunc(slices.Collect(maps.Keys(weights)), func(a, b float64) int {
		return cmp.Or(cmp.Compare(weights[a], weights[b]), cmp.Compare(b, a))
	})
}

func (f *Findings) said(e *model.Element, rate float64, m *run.MeasuredMean) *run.MeasuredMean {
	if m.Times == 0 || !(math.Abs(m.Mean) <= math.MaxFloat64) {
		return nil
	}
	value := m.Mean
	if e.Kind == model.InternalAction {
		value *= rate
	}
	var err error
	if m.StoEx, err = f.texts.sayer.Text.Say(e, expression.Constant(digits(value))); err != nil {
		return nil
	}
	return m
}

func digits(x float64) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return short
}

func weighted(t *model.Table) (mean, times float64) {
	for row, y := range t.Target.Num {
		if y == y { // a hole is NaN
			weight := t.WeightOf(row)
			mean, times = mean+weight*y, times+weight
		}
	}
	return mean / times, times
}

// standardError is that of a weighted mean of a table's values but those to be left out, by its records.
func standardError(t *model.Table, mean float64, leave []bool) float64 {
	squares, weights, records := 0.0, 0.0, 0.0
	for row, y := range t.Target.Num {
		w, n := t.WeightOf(row), 1.0
		if leave == nil { // values that were counted
			n = t.RecordsOf(row)
		}
		if y != y || !(n > 0) || leave != nil && leave[row] {
			continue
		}
		squares += w * w / n * (y - mean) * (y - mean)
		weights += w
		records += n
	}
	if !(records > 1) {
		return 0
	}
	return math.Sqrt(squares*records/(records-1)) / weights
}

func shares(e *model.Element, t *model.Table, records int64) *run.MeasuredMean {
	m := &run.MeasuredMean{Records: records, From: run.OwnMeasurements}
	took := make([]float64, len(e.Branches))
	for row, y := range t.Target.Num {
		if !(y >= 0 && int(y) < len(took)) {
			return nil
		}
		took[int(y)] += t.WeightOf(row)
		m.Times += t.WeightOf(row)
	}
	if m.Times == 0 {
		return nil
	}
	largest, rest := slices.Index(took, slices.Max(took)), 1.0
	for i, b := range e.Branches {
		share := math.Round(1e6*took[i]/m.Times) / 1e6
		if i != largest {
			rest -= share
		}
		m.Transitions = append(m.Transitions, run.ProposedBranch{ID: b.ID, Name: b.Name, Probability: &share})
	}
	*m.Transitions[largest].Probability = math.Round(1e6*rest) / 1e6 // so that they add up to 1
	return m
}
