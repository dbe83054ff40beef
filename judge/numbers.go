package judge

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/analysers/fit"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// evidence is what grading learnt about the data.
type evidence struct {
	exact  bool      // the best proposal says every measurement exactly
	noise  float64   // relative noise by replicates; NaN: unknown
	model  float64   // relative error of the best proposal
	spread float64   // standard deviation of one observation from it, relative
	fits   bool      // what the best proposal leaves over looks like noise
	values []float64 // predictions of the best proposal; nil for branches
	wrong  string    // what to do about it if not
}

// gradeNumbers grades expressions of a number.
func gradeNumbers(kind model.Kind, data *fit.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) evidence {
	nodes := make([]expression.Node, len(proposals))
	for i, p := range proposals {
		nodes[i] = p.Expression
	}
	c := fit.Compare(data, nodes, kind == model.CallParameter)
	for i, p := range proposals {
		grades[i] = blackboard.Grade{Fitness: c.Lengths[i], RelativeError: math.NaN(), Size: size(p)}
		if c.Refused[i] != "" {
			grades[i].Reason = "refused: " + c.Refused[i]
			continue
		}
		grades[i].RelativeError = fit.RelativeError(data, c.Values[i])
	}
	if c.Reference < 0 {
		return evidence{noise: data.Noise}
	}
	e := evidence{noise: data.Noise, values: c.Values[c.Reference]}
	e.model = grades[c.Reference].RelativeError
	e.exact = exact(data.Y, e.values)
	e.spread, e.fits, e.wrong = lackOfFit(data, c.Noise, e.values, c.Constants[c.Reference])
	return e
}

func exact(y, f []float64) bool {
	for i := range y {
		if math.Abs(y[i]-f[i]) > 1e-9*max(math.Abs(y[i]), 1e-300) {
			return false
		}
	}
	return true
}

// lackOfFit tests whether the residuals of the best expression are more than
// noise. With replicates it is the classic F-test of lack of fit against pure
// error (Draper and Smith, Applied Regression Analysis, 2.1); without them
// von Neumann's ratio (1941) tells whether neighbours deviate alike.
func lackOfFit(data *fit.Data, noise *fit.Noise, f []float64, constants int) (relative float64, fits bool, wrong string) {
	residuals := make([]float64, data.Points())
	noise.Residuals(residuals, data.Y, f)
	spread := fit.Spread(residuals, constants)
	relative = spread * noise.Relative(f)
	if data.NoiseFreedom >= 5 && data.Noise > 0 && data.Points() > constants+1 {
		ratio := relative * relative / (data.Noise * data.Noise)
		freedom := float64(data.Points() - constants)
		p := 1 - distuv.F{D1: freedom, D2: float64(data.NoiseFreedom)}.CDF(ratio)
		if p >= 0.05 || relative < 1.25*data.Noise {
			return relative, true, ""
		}
		return relative, false, "the expression misses something that the parameters decide, or something that was not measured"
	}
	if data.Points() < 8 {
		return relative, false, fmt.Sprintf("only %d distinct parameterisations: measure more", data.Points())
	}
	for i := range data.Columns {
		if data.Columns[i].Kind == model.Text {
			continue
		}
		if !alternates(residuals, data.Columns[i].Num) {
			return relative, false, fmt.Sprintf("neighbours in %s deviate alike: the form is not quite right", data.Columns[i].Variable)
		}
	}
	return relative, true, ""
}

// alternates reports whether residuals in the order of x look independent.
func alternates(residuals, x []float64) bool {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	limit := 3 * fit.Spread(residuals, 0) // outliers say nothing about neighbours
	clip := func(r float64) float64 { return max(-limit, min(limit, r)) }
	var steps, squares float64
	for i, at := range order {
		r := clip(residuals[at])
		squares += r * r
		if i > 0 {
			step := r - clip(residuals[order[i-1]])
			steps += step * step
		}
	}
	return squares == 0 || steps/(2*squares) > 1-2.6/math.Sqrt(float64(len(x)))
}

// conclude writes the verdict's words.
func (e evidence) conclude(o *Opinion, data *fit.Data, proposals []blackboard.Proposal) {
	v := &o.Verdict
	v.Noise = e.noise
	switch {
	case e.exact:
		v.Optimal = true
		v.Reason = fmt.Sprintf("exact on all %d observations", data.Observations)
	case e.fits && !math.IsNaN(e.noise):
		v.Optimal = true
		v.Reason = fmt.Sprintf("noise %s, model %s: nothing left to learn", percent(e.noise), percent(e.spread))
	case e.fits:
		v.Optimal = true
		v.Reason = fmt.Sprintf("model %s, and what is left over looks like noise: nothing left to learn", percent(e.spread))
	case math.IsNaN(e.noise):
		v.Reason = fmt.Sprintf("model %s: %s", percent(e.spread), e.wrong)
	default:
		v.Reason = fmt.Sprintf("noise %s, model %s: %s", percent(e.noise), percent(e.spread), e.wrong)
	}
	if e.values == nil || o.RunnerUp < 0 || o.Distance >= 2 || e.exact {
		return
	}
	if text, ok := undecided(data, proposals[v.Final].Expression, proposals[o.RunnerUp].Expression); ok {
		v.Optimal = false
		v.Warnings = append(slices.Clone(v.Warnings), text)
	}
}
