package regression

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Tune fits the numbers of an expression that are not quite simple, wherever they
// stand, by Levenberg and Marquardt's method (Marquardt, "An algorithm for
// least-squares estimation of nonlinear parameters", 1963) on Huber's loss under a
// given noise, in at most so many steps. It returns the expression with its new
// numbers, or the old one where nothing improves.
func Tune(d *dataset.Data, n expression.Node, noise *Noise, steps int) expression.Node {
	return tuneAt(d, n, noise, free(n), steps)
}

// TuneEstimates is Tune for all numbers that the data decide (EstimatesOf), also short ones;
// steps bounds how often all of them are moved.
func TuneEstimates(d *dataset.Data, n expression.Node, noise *Noise, steps int) expression.Node {
	return tuneAt(d, n, noise, EstimatesOf(d, n).Places, steps)
}

// tuneAt is Tune for the numbers at some places.
func tuneAt(d *dataset.Data, n expression.Node, noise *Noise, places []int, steps int) expression.Node {
	if len(places) == 0 || len(places) > mostFitted {
		return n
	}
	l := linearise(d, n, noise, places)
	if l == nil {
		return n
	}
	defer l.release()
	l.descend(steps)
	return WithNumbers(n, l.all)
}

// loss evaluates the expression with other numbers, and how far each point strays.
func (l *Linearisation) loss(values, into, residuals []float64) float64 {
	l.program.SetConstants(values)
	l.program.Eval(into, 0)
	l.Noise.stray(residuals, l.data.Y, into)
	sum := 0.0
	for i, r := range residuals {
		sum += l.Noise.LossAt(r*l.Noise.roots[i], i)
	}
	return finite(sum)
}

// descend goes to the numbers with the least loss, in at most so many steps. Unlike in
// Marquardt's paper the diagonal is scaled to one before damping is added, as in MINPACK
// (Moré, "The Levenberg-Marquardt algorithm: implementation and theory", 1978).
// Afterwards l.all are the best numbers and l.Values what they say.
func (l *Linearisation) descend(steps int) {
	const mostDamped = 6 // tries of one step
	now := l.loss(l.all, l.Values, l.residuals)
	l.strayed = true
	if math.IsInf(now, 1) {
		return
	}
	damping := 1e-3
	next, step := make([]float64, len(l.all)), make([]float64, len(l.places))
	for range steps {
		if !l.derive() {
			return
		}
		normal, gradient := l.Normal(), l.gradient()
		improved := false
		// The more a step is damped the shorter it is; one that lowers the loss is taken,
		// and the next is damped less.
		for range mostDamped {
			if !l.Step(step, normal, gradient, damping) {
				return
			}
			copy(next, l.all)
			for i, place := range l.places {
				next[place] += step[i]
			}
			if trial := l.loss(next, l.trial, l.others); trial < now {
				improved = now-trial > 1e-9*(1+now)
				copy(l.all, next)
				l.Values, l.trial = l.trial, l.Values
				l.residuals, l.others = l.others, l.residuals
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
