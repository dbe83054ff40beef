package judge

import (
	"fmt"
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
	"beagle/statistics/selection"
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

	own bool                 // the user's own fitness chose
	of  func(i int) evidence // of another proposal; nil for branches and texts
	// tells reports whether the data tell the first proposal from the second.
	tells func(i, other int) bool
}

// gradeNumbers grades expressions of a number.
func gradeNumbers(kind model.Kind, data *dataset.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) evidence {
	nodes := make([]expression.Node, len(proposals))
	for i, p := range proposals {
		nodes[i] = p.Expression
	}
	c := selection.Compare(data, nodes, kind == model.CallParameter)
	c.AddPrequentialLoss(data, nodes)
	c.AllowForLaunches(data)
	c.PreferShorterEquivalent()
	for i, p := range proposals {
		grades[i] = blackboard.Grade{Fitness: c.Lengths[i], RelativeError: math.NaN(), Size: size(p)}
		if c.Refused[i] != "" {
			grades[i].Reason = "refused: " + c.Refused[i]
			continue
		}
		grades[i].RelativeError = dataset.RelativeError(data, c.Values[i])
	}
	if c.Reference < 0 {
		return evidence{noise: data.Noise}
	}
	of := func(i int) evidence {
		e := evidence{noise: data.Noise, values: c.Values[i]}
		e.model = grades[i].RelativeError
		// A median of replicates that disagree may be met, and is not exact for that.
		e.exact = exact(data.Y, e.values) && !(data.Noise > dataset.NoiseFloor)
		e.spread, e.fits, e.wrong = regression.LackOfFit(data, c.Noise, e.values, c.Constants[i])
		return e
	}
	e := of(c.Reference)
	e.of = of
	decided := func(i int) int {
		by := regression.EstimatesOf(data, nodes[i])
		return len(by.Places) + len(by.Gaps)
	}
	e.tells = func(i, other int) bool {
		return c.Unexplained(other)-c.Unexplained(i) >= hardly || decided(other) > decided(i)
	}
	return e
}

// chosen is the evidence for the proposal that a user's own fitness prefers.
func (e evidence) chosen(i int, grade blackboard.Grade) evidence {
	if e.of != nil {
		e = e.of(i)
		e.own = true
		return e
	}
	e.own = true
	e.model, e.spread, e.exact = grade.RelativeError, grade.RelativeError, grade.RelativeError == 0
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

// muchScatter is the relative scatter beyond which nobody should believe that it
// is noise without having measured the same inputs twice.
const muchScatter = 0.33

// strayUpwards reports whether values lie far above predictions much more than
// below, by more than noise does.
func strayUpwards(y, f []float64) bool {
	if len(y) < 30 {
		return false
	}
	ratios := make([]float64, len(y))
	for i := range y {
		ratios[i] = y[i] / f[i]
	}
	slices.Sort(ratios)
	middle := robust.Quantile(ratios, 0.5)
	up, down := robust.Quantile(ratios, 0.9)/middle-1, 1-robust.Quantile(ratios, 0.1)/middle
	return up > 0.5 && up > 2.5*down
}

// muchMoreThanCopies is the relative scatter that needs a word where replicates
// show none.
const muchMoreThanCopies = 0.02

// lessThanExact says why nobody should believe an expression that says every
// measurement exactly; empty: it may be believed.
func lessThanExact(data *dataset.Data, n expression.Node, decision bool) string {
	if data.Observations == 1 {
		return "there is only one observation: measure more to see a dependency"
	}
	if decision {
		if way := onlyWay(data); way != "" {
			return fmt.Sprintf("always %s in %d observations; what would lead elsewhere was never seen", way, data.Observations)
		}
		return ""
	}
	// Through as many points as it has numbers, and one more, goes every form.
	if numbers := len(regression.EstimatesOf(data, n).Places); data.Noisy && numbers > 1 && numbers+1 >= data.Cells {
		return fmt.Sprintf("exact on all %d observations, but with %d numbers for %d different inputs: measure others to see whether it holds", data.Observations, numbers, data.Cells)
	}
	return ""
}

// onlyWay is what was decided in all observations; empty: not always the same.
// That another way is never taken, nobody can know from that.
func onlyWay(data *dataset.Data) string {
	if slices.ContainsFunc(data.Y, func(y float64) bool { return y != data.Y[0] }) {
		return ""
	}
	y, levels := int(data.Y[0]), data.Target.Levels
	switch {
	case data.Target.Kind == model.Bool:
		return fmt.Sprint(y == 1)
	case y >= 0 && y < len(levels):
		return fmt.Sprintf("%q", levels[y])
	}
	return "the same way"
}

// conclude writes the verdict's words.
func (e evidence) conclude(o *Opinion, data *dataset.Data, proposals []blackboard.Proposal) {
	v := &o.Verdict
	v.Noise = e.noise
	switch {
	case e.exact:
		v.Optimal = true
		v.Reason = fmt.Sprintf("exact on all %d observations", data.Observations)
		if less := lessThanExact(data, proposals[v.Final].Expression, e.values == nil); less != "" {
			v.Optimal, v.Reason = false, less
		}
	case e.fits && e.noise <= dataset.NoiseFloor && e.spread > muchMoreThanCopies:
		v.Reason = fmt.Sprintf("model %s: what is left over looks like noise, but equal inputs were mostly measured as exactly equal; are rows copies, or is the clock coarse?", percent(e.spread))
	case e.fits && !math.IsNaN(e.noise):
		v.Optimal = true
		v.Reason = fmt.Sprintf("noise %s, model %s: nothing left to learn", percent(e.noise), percent(e.spread))
	case e.fits && e.spread > muchScatter:
		v.Reason = fmt.Sprintf("model %s: what is left over looks like noise, but is much; measure the same inputs again to see whether it is", percent(e.spread))
	case e.fits:
		v.Optimal = true
		v.Reason = fmt.Sprintf("model %s, and what is left over looks like noise: nothing left to learn", percent(e.spread))
	case math.IsNaN(e.noise):
		v.Reason = fmt.Sprintf("model %s: %s", percent(e.spread), e.wrong)
	default:
		v.Reason = fmt.Sprintf("noise %s, model %s: %s", percent(e.noise), percent(e.spread), e.wrong)
	}
	if e.values != nil && data.Relative() && data.Noisy && strayUpwards(data.Y, e.values) {
		v.Warnings = append(slices.Clone(v.Warnings), "what is left over strays far upwards, as when others use the machine: measure the same inputs ten times and more, so that quiet ones can be told")
	}
	if e.values != nil && (o.undecidedTwin(data, proposals[v.Final].Expression) || o.undecidedForm(data, proposals[v.Final].Expression)) {
		return
	}
	if e.values != nil && !e.own && !e.exact {
		o.undecidedForms(data, proposals, e.spread, e.tells)
	}
}
