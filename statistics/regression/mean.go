package regression

import (
	"math"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// FitMean fits the numbers of an expression at some places to the conditional mean of
// values, by Poisson pseudo maximum likelihood: the estimate is consistent whatever the
// distribution is (Gourieroux, Monfort and Trognon, "Pseudo maximum likelihood methods:
// theory", 1984; Santos Silva and Tenreyro, "The log of gravity", 2006), and where all
// summands have a fitted coefficient the fitted total is the measured one. false: it did
// not come to an end, or a prediction became negative; the expression is then the given
// one.
//
// columns, y and weight have a value for each observation; y is not negative. The optimum
// is looked for by damped steps of Fisher's scoring, at most 50.
func FitMean(columns []model.Column, y, weight []float64, n expression.Node, places []int) (expression.Node, bool) {
	if len(places) == 0 || len(places) > mostFitted {
		return n, false
	}
	d := &dataset.Data{Columns: columns, Observed: dataset.Observed{Y: y, Weight: weight}}
	l := linearise(d, n, nil, places)
	if l == nil {
		return n, false
	}
	defer l.release()
	l.program.Eval(l.Values, 0)
	now, damping := l.deviance(l.Values), 1e-6
	next, step := make([]float64, len(l.all)), make([]float64, len(places))
	for range 50 {
		if math.IsInf(now, 1) || !l.Differentiate() {
			return n, false
		}
		// Scoring: a Poisson variable's variance is its mean, so that a point's weight is
		// one over its prediction.
		for i, f := range l.Values {
			l.Weight[i], l.Away[i] = weight[i]/f, y[i]-f
		}
		normal, gradient, improved := l.Normal(), l.gradient(), false
		// Damp the step until the deviance falls; where it does not fall any more, this
		// is the optimum.
		for range 8 {
			if !l.Step(step, normal, gradient, damping) {
				return n, false
			}
			copy(next, l.all)
			for i, place := range places {
				next[place] += step[i]
			}
			l.program.SetConstants(next)
			l.program.Eval(l.trial, 0)
			if trial := l.deviance(l.trial); trial < now {
				improved = now-trial > 1e-10*(1+math.Abs(now))
				copy(l.all, next)
				l.Values, l.trial = l.trial, l.Values
				now, damping = trial, max(damping/10, 1e-9)
				break
			}
			damping *= 10
		}
		if !improved {
			return WithNumbers(n, l.all), true
		}
	}
	return n, false
}

// deviance of a Poisson distribution up to what the values alone decide, in units
// of their total; +Inf where a prediction is not positive.
func (l *Linearisation) deviance(f []float64) float64 {
	sum, total := 0.0, 0.0
	for i, y := range l.data.Y {
		if !(f[i] > 0) || math.IsInf(f[i], 0) {
			return math.Inf(1)
		}
		sum += l.data.Weight[i] * (f[i] - y*math.Log(f[i]))
		total += l.data.Weight[i] * y
	}
	if !(total > 0) {
		return math.Inf(1)
	}
	return sum / total
}
