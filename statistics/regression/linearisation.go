package regression

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"beagle/internal/scratch"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Linearisation is an expression at the points of data, as a linear function of
// some of its numbers near the ones that it has: what Gauss and Newton's method
// and everything that is said of the numbers' accuracy starts from.
type Linearisation struct {
	Noise  *Noise      // by which residuals are weighted
	Values []float64   // the expression at each point
	Slopes [][]float64 // of each number: the derivative of Values by it at each point
	Weight []float64   // of each point in least squares: one over its variance, less for outliers
	Away   []float64   // how far Values would have to move to meet the measured values

	data    *dataset.Data
	program *expression.Program
	all     []float64 // every number of the expression
	places  []int     // of those that it is linear in
	trial   []float64 // room for other values, and for products
	// How far each point strays from the values, and room for those of other values.
	residuals, others []float64
	strayed           bool // residuals are those of the values
	solver            *scaled
	room              *scratch.Floats // of all of these
}

// linearise compiles an expression; nil where it cannot be evaluated on the data.
func linearise(d *dataset.Data, n expression.Node, noise *Noise, places []int) *Linearisation {
	program, err := expression.Compile(withoutTexts(d, n))
	if err != nil {
		return nil
	}
	program.KeepLogarithms()
	points := d.Points()
	l := &Linearisation{data: d, Noise: noise, program: program, all: program.Constants(), places: places, solver: newScaled(len(places))}
	l.room = scratch.Take((6 + len(places)) * points)
	l.Slopes = make([][]float64, len(places))
	room := l.room.Values
	part := func() (next []float64) {
		next, room = room[:points:points], room[points:]
		return next
	}
	l.Values, l.trial, l.Weight, l.Away, l.residuals, l.others = part(), part(), part(), part(), part(), part()
	for i := range l.Slopes {
		l.Slopes[i] = part()
	}
	return l
}

// release gives back the memory of a linearisation that nobody else knows.
func (l *Linearisation) release() { l.room.Give() }

// Differentiate works out the slopes, by forward differences with a step of a millionth
// of the number; false where one is not finite.
func (l *Linearisation) Differentiate() bool {
	next := slices.Clone(l.all)
	for i, place := range l.places {
		h := 1e-6 * max(math.Abs(l.all[place]), 1e-12)
		next[place] = l.all[place] + h
		l.program.SetConstants(next)
		l.program.Eval(l.Slopes[i], 0)
		next[place] = l.all[place]
		for j := range l.Slopes[i] {
			slope := (l.Slopes[i][j] - l.Values[j]) / h
			if math.IsNaN(slope) || math.IsInf(slope, 0) {
				return false
			}
			l.Slopes[i][j] = slope
		}
	}
	return true
}

// derive works out slopes, Huber's weights and how far each point is away; false where a
// slope is not finite.
func (l *Linearisation) derive() bool {
	if !l.Differentiate() {
		return false
	}
	if !l.strayed {
		l.Noise.stray(l.residuals, l.data.Y, l.Values)
	}
	for j, r := range l.residuals {
		scale := l.Noise.Scale(l.Values[j])
		l.Away[j] = l.Noise.away(l.data.Y[j], l.Values[j], r)
		scale *= l.Noise.Sigma
		l.Weight[j] = l.Noise.Weight[j] / (scale * scale) * robust.LossWeight(r/l.Noise.Sigma*l.Noise.roots[j], l.Noise.far)
	}
	return true
}

// Normal is the matrix of the normal equations, sum weight * slope_i * slope_j over the
// points.
func (l *Linearisation) Normal() *mat.SymDense {
	m := mat.NewSymDense(len(l.places), nil)
	for i := range l.places {
		floats.MulTo(l.trial, l.Weight, l.Slopes[i])
		for j := range i + 1 {
			m.SetSym(j, i, floats.Dot(l.trial, l.Slopes[j]))
		}
	}
	return m
}

// gradient is how the loss falls with each number: sum weight * away * slope.
func (l *Linearisation) gradient() []float64 {
	g := make([]float64, len(l.places))
	floats.MulTo(l.trial, l.Weight, l.Away)
	for i := range g {
		g[i] = floats.Dot(l.trial, l.Slopes[i])
	}
	return g
}

// Step puts the solution of the damped normal equations into dst; false where there is
// none. It is the step of Levenberg and Marquardt: damping 0 is Gauss and Newton's, a
// large one goes down the gradient.
func (l *Linearisation) Step(dst []float64, normal *mat.SymDense, gradient []float64, damping float64) bool {
	return l.solver.factorize(normal, damping) && l.solver.solve(dst, gradient)
}
