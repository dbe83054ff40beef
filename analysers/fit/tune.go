package fit

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"beagle/model"
	"beagle/model/expression"
)

// Tune fits the numbers of an expression that are not quite simple, wherever they
// stand, by Levenberg and Marquardt's method (Marquardt 1963) on Huber's loss
// under a given noise. It returns the expression with its new numbers, or the
// old one where nothing improves.
func Tune(d *Data, n expression.Node, noise *Noise, steps int) expression.Node {
	return tuneAt(d, n, noise, free(n), steps)
}

// tuneAt is Tune for the numbers at some places.
func tuneAt(d *Data, n expression.Node, noise *Noise, places []int, steps int) expression.Node {
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

// mostFitted is how many numbers are fitted at once.
const mostFitted = 12

// free are the places of the numbers that may be fitted: those that are not so
// simple that they look like part of the form.
func free(n expression.Node) []int {
	var places []int
	at := 0
	expression.Walk(n, func(n expression.Node) bool {
		if c, ok := n.(expression.Constant); ok {
			if constantLength(float64(c)) > 3 {
				places = append(places, at)
			}
			at++
		}
		return true
	})
	return places
}

// Fitted are the numbers of an expression that may be fitted, with their places
// among all of its numbers.
func Fitted(n expression.Node) (places []int, values []float64) {
	places = free(n)
	all := Numbers(n)
	for _, place := range places {
		values = append(values, all[place])
	}
	return places, values
}

// Numbers are all numbers of an expression, in the order of its text.
func Numbers(n expression.Node) []float64 {
	var all []float64
	expression.Walk(n, func(n expression.Node) bool {
		if c, ok := n.(expression.Constant); ok {
			all = append(all, float64(c))
		}
		return true
	})
	return all
}

// withoutTexts replaces comparisons of texts by columns of their truth values:
// programs whose numbers are changed must not hold texts.
func withoutTexts(d *Data, n expression.Node) (expression.Node, []model.Column) {
	columns := slices.Clip(d.Columns)
	n = expression.Map(n, func(n expression.Node) expression.Node {
		b, ok := n.(expression.Binary)
		if !ok || b.Op != expression.Equal && b.Op != expression.NotEqual {
			return n
		}
		_, left := b.Left.(expression.Text)
		_, right := b.Right.(expression.Text)
		if !left && !right {
			return n
		}
		values, err := d.Evaluate(b)
		if err != nil {
			return n
		}
		v := model.Variable{Name: "\x00text " + strconv.Itoa(len(columns))}
		columns = append(columns, model.Column{Variable: v, Kind: model.Bool, Num: values})
		return expression.Variable{Variable: v}
	})
	return n, columns
}

// withConstants replaces the numbers of an expression, in order.
func withConstants(n expression.Node, values []float64) expression.Node {
	at := 0
	return expression.Map(n, func(n expression.Node) expression.Node {
		if _, ok := n.(expression.Constant); ok {
			n = expression.Constant(values[at])
			at++
		}
		return n
	})
}

type tuner struct {
	data    *Data
	noise   *Noise
	program *expression.Program
	all     []float64 // every number of the expression
	places  []int     // those that are fitted
	f       []float64
	trial   []float64   // and room for a product
	columns [][]float64 // derivative of f by each fitted number
	weight  []float64
	away    []float64 // how far f would have to move to meet y
}

func newTuner(d *Data, n expression.Node, noise *Noise, places []int) *tuner {
	program, err := expression.Compile(withoutTexts(d, n))
	if err != nil {
		return nil
	}
	t := &tuner{data: d, noise: noise, program: program, all: program.Constants(), places: places}
	points := d.Points()
	t.f, t.trial, t.weight, t.away = make([]float64, points), make([]float64, points), make([]float64, points), make([]float64, points)
	for range places {
		t.columns = append(t.columns, make([]float64, points))
	}
	return t
}

// loss evaluates the expression with other numbers.
func (t *tuner) loss(values, into []float64) float64 {
	t.program.SetConstants(values)
	t.program.Eval(into, 0)
	return t.noise.Loss(t.data.Y, into)
}

func (t *tuner) run(steps int) {
	now := t.loss(t.all, t.f)
	if math.IsInf(now, 1) {
		return
	}
	damping := 1e-3
	next := make([]float64, len(t.all))
	for range steps {
		if !t.derive() {
			return
		}
		normal, pull := t.normal(), t.pull()
		improved := false
		for range 6 {
			step := t.step(normal, pull, damping)
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
				t.f, t.trial = t.trial, t.f
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

// slopes computes derivatives by differences.
func (t *tuner) slopes() bool {
	next := slices.Clone(t.all)
	for i, place := range t.places {
		h := 1e-6 * max(math.Abs(t.all[place]), 1e-12)
		next[place] = t.all[place] + h
		t.program.SetConstants(next)
		t.program.Eval(t.columns[i], 0)
		next[place] = t.all[place]
		for j := range t.columns[i] {
			slope := (t.columns[i][j] - t.f[j]) / h
			if math.IsNaN(slope) || math.IsInf(slope, 0) {
				return false
			}
			t.columns[i][j] = slope
		}
	}
	return true
}

// derive computes derivatives, and Huber's weights.
func (t *tuner) derive() bool {
	if !t.slopes() {
		return false
	}
	for j := range t.weight {
		scale, r := t.noise.Scale(t.f[j]), t.noise.Residual(t.data.Y[j], t.f[j])
		t.away[j] = scale * r
		scale *= t.noise.Sigma
		t.weight[j] = t.noise.Weight[j] / (scale * scale) * lossWeight(r/t.noise.Sigma*math.Sqrt(t.noise.Weight[j]), t.noise.far)
	}
	return true
}

// normal is the matrix of the normal equations.
func (t *tuner) normal() []float64 {
	k := len(t.places)
	m := make([]float64, k*k)
	for i := range k {
		floats.MulTo(t.trial, t.weight, t.columns[i])
		for j := range i + 1 {
			m[i*k+j] = floats.Dot(t.trial, t.columns[j])
			m[j*k+i] = m[i*k+j]
		}
	}
	return m
}

// cholesky replaces the lower triangle of a matrix by its factor; false where
// it is not positive definite.
func cholesky(m []float64, k int) bool {
	for i := range k {
		for j := range i + 1 {
			sum := m[i*k+j]
			for s := range j {
				sum -= m[i*k+s] * m[j*k+s]
			}
			if i == j {
				if !(sum > 0) {
					return false
				}
				m[i*k+i] = math.Sqrt(sum)
			} else {
				m[i*k+j] = sum / m[j*k+j]
			}
		}
	}
	return true
}

// pull is how the loss changes with each number.
func (t *tuner) pull() []float64 {
	g := make([]float64, len(t.places))
	floats.MulTo(t.trial, t.weight, t.away)
	for i := range g {
		g[i] = floats.Dot(t.trial, t.columns[i])
	}
	return g
}

// step solves the damped normal equations; nil where they cannot be.
func (t *tuner) step(normal, pull []float64, damping float64) []float64 {
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
