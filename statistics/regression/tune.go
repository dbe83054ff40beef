package regression

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// TuneEstimates is Tune for all numbers that the data decide, also short ones.
func TuneEstimates(d *dataset.Data, n expression.Node, noise *Noise, steps int) expression.Node {
	return tuneAt(d, n, noise, EstimatesOf(d, n).Places, steps)
}

// Tune fits the numbers of an expression that are not quite simple, wherever they
// stand, by Levenberg and Marquardt's method (Marquardt 1963) on Huber's loss
// under a given noise. It returns the expression with its new numbers, or the
// old one where nothing improves.
func Tune(d *dataset.Data, n expression.Node, noise *Noise, steps int) expression.Node {
	return tuneAt(d, n, noise, free(n), steps)
}

// tuneAt is Tune for the numbers at some places.
func tuneAt(d *dataset.Data, n expression.Node, noise *Noise, places []int, steps int) expression.Node {
	if len(places) == 0 || len(places) > mostFitted {
		return n
	}
	t := newTuner(d, n, noise, places)
	if t == nil {
		return n
	}
	t.run(steps)
	return withConstants(n, t.all)
}

type tuner struct {
	data    *dataset.Data
	Noise   *Noise
	program *expression.Program
	all     []float64 // every number of the expression
	places  []int     // those that are fitted
	Values  []float64
	trial   []float64   // and room for a product
	Columns [][]float64 // derivative of f by each fitted number
	Weight  []float64
	Away    []float64 // how far f would have to move to meet y
}

func newTuner(d *dataset.Data, n expression.Node, noise *Noise, places []int) *tuner {
	program, err := expression.Compile(withoutTexts(d, n))
	if err != nil {
		return nil
	}
	t := &tuner{data: d, Noise: noise, program: program, all: program.Constants(), places: places}
	points := d.Points()
	t.Values, t.trial, t.Weight, t.Away = make([]float64, points), make([]float64, points), make([]float64, points), make([]float64, points)
	for range places {
		t.Columns = append(t.Columns, make([]float64, points))
	}
	return t
}

// loss evaluates the expression with other numbers.
func (t *tuner) loss(values, into []float64) float64 {
	t.program.SetConstants(values)
	t.program.Eval(into, 0)
	return t.Noise.Loss(t.data.Y, into)
}

func (t *tuner) run(steps int) {
	now := t.loss(t.all, t.Values)
	if math.IsInf(now, 1) {
		return
	}
	damping := 1e-3
	next := make([]float64, len(t.all))
	for range steps {
		if !t.derive() {
			return
		}
		normal, pull := t.Normal(), t.pull()
		improved := false
		for range 6 {
			step := t.Step(normal, pull, damping)
			if step == nil {
				return
			}
			copy(next, t.all)
			for i, place := range t.places {
				next[place] += step[i]
			}
			if trial := t.loss(next, t.trial); trial < now {
				improved = now-trial > 1e-9*(1+now)
				copy(t.all, next)
				t.Values, t.trial = t.trial, t.Values
				now = trial
				damping = max(damping/10, 1e-12)
				break
			}
			damping *= 10
		}
		if !improved {
			return
		}
	}
}

// Slopes computes derivatives by differences.
func (t *tuner) Slopes() bool {
	next := slices.Clone(t.all)
	for i, place := range t.places {
		h := 1e-6 * max(math.Abs(t.all[place]), 1e-12)
		next[place] = t.all[place] + h
		t.program.SetConstants(next)
		t.program.Eval(t.Columns[i], 0)
		next[place] = t.all[place]
		for j := range t.Columns[i] {
			slope := (t.Columns[i][j] - t.Values[j]) / h
			if math.IsNaN(slope) || math.IsInf(slope, 0) {
				return false
			}
			t.Columns[i][j] = slope
		}
	}
	return true
}

// derive computes derivatives, and Huber's weights.
func (t *tuner) derive() bool {
	if !t.Slopes() {
		return false
	}
	for j := range t.Weight {
		scale, r := t.Noise.Scale(t.Values[j]), t.Noise.Residual(t.data.Y[j], t.Values[j])
		t.Away[j] = scale * r
		scale *= t.Noise.Sigma
		t.Weight[j] = t.Noise.Weight[j] / (scale * scale) * robust.LossWeight(r/t.Noise.Sigma*math.Sqrt(t.Noise.Weight[j]), t.Noise.far)
	}
	return true
}

// Normal is the matrix of the normal equations.
func (t *tuner) Normal() []float64 {
	k := len(t.places)
	m := make([]float64, k*k)
	for i := range k {
		floats.MulTo(t.trial, t.Weight, t.Columns[i])
		for j := range i + 1 {
			m[i*k+j] = floats.Dot(t.trial, t.Columns[j])
			m[j*k+i] = m[i*k+j]
		}
	}
	return m
}

// pull is how the loss changes with each number.
func (t *tuner) pull() []float64 {
	g := make([]float64, len(t.places))
	floats.MulTo(t.trial, t.Weight, t.Away)
	for i := range g {
		g[i] = floats.Dot(t.trial, t.Columns[i])
	}
	return g
}

// Step solves the damped normal equations; nil where they cannot be.
func (t *tuner) Step(normal, pull []float64, damping float64) []float64 {
	k := len(t.places)
	m, g := slices.Clone(normal), slices.Clone(pull)
	// Scaled to a unit diagonal, so that units do not matter.
	scale := make([]float64, k)
	for i := range k {
		scale[i] = math.Sqrt(m[i*k+i])
		if scale[i] == 0 {
			scale[i] = 1
		}
	}
	for i := range k {
		for j := range k {
			m[i*k+j] /= scale[i] * scale[j]
		}
		m[i*k+i] += damping
		g[i] /= scale[i]
	}
	if !cholesky(m, k) {
		return nil
	}
	for i := range k {
		for j := range i {
			g[i] -= m[i*k+j] * g[j]
		}
		g[i] /= m[i*k+i]
	}
	for i := k - 1; i >= 0; i-- {
		for j := i + 1; j < k; j++ {
			g[i] -= m[j*k+i] * g[j]
		}
		g[i] /= m[i*k+i]
	}
	for i := range g {
		g[i] /= scale[i]
	}
	return g
}
