package judge

import (
	"fmt"
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
	"beagle/statistics/selection"
)

// evidence is what grading learnt about the data, for the verdict on the choice.
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
}

// gradeNumbers grades expressions of a number by description length, and says what was
// found out about the best.
func gradeNumbers(kind model.Kind, data *dataset.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) evidence {
	nodes := make([]expression.Node, len(proposals))
	for i, p := range proposals {
		nodes[i] = p.Expression
	}
	// The steps of selection, in its order: what each expression leaves unexplained, how
	// much of that is one finding, what one observation alone says, and what the machine may bend.
	c := selection.Compare(data, nodes, kind.Signed())
	for i, p := range proposals {
		grades[i] = blackboard.Grade{Fitness: c.Lengths[i], RelativeError: math.NaN(), Size: size(p)}
		if c.Refused[i] != "" {
			grades[i].Refused = c.Refused[i]
			continue
		}
		grades[i].RelativeError = dataset.RelativeError(data, c.Values[i])
	}
	if c.Reference < 0 {
		return evidence{noise: data.Noise}
	}
	// Evidence is worked out for the best, and for another one only where a user's own
	// fitness chooses it.
	of := func(i int) evidence {
		e := evidence{noise: data.Noise, values: c.Values[i]}
		e.model = grades[i].RelativeError
		// A median or mean of replicates that disagree may be met, and is not exact for that.
		e.exact = exact(data.Y, e.values) && !(data.Noise > dataset.NoiseFloor) && !(data.Counted && data.Noisy)
		e.spread, e.fits, e.wrong = regression.LackOfFit(data, c.Noise, e.values, c.Constants[i])
		return e
	}
	e := of(c.Reference)
	e.of = of
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

// exact reports whether predictions are the measured values, up to rounding.
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

// muchMoreThanCopies is the relative scatter around an expression from which a person is told
// of it, although replicates of equal inputs hardly differ.
const muchMoreThanCopies = 0.02

// fewObservations are fewer than tell what a demand usually is: of less than five,
// the largest and the smallest do not enclose the median with 90 % confidence
// (1 - 2 * 0.5^n; Conover, Practical Nonparametric Statistics, section 3.2).
const fewObservations = 5

// few reports whether so little was observed of a value that scatters that chance
// may have made it.
func few(data *dataset.Data) bool { return data.Noisy && data.Observations < fewObservations }

// exactly is what was found out about an expression that says every measurement
// exactly: whether it may be believed.
func (e evidence) exactly(v *blackboard.Verdict, data *dataset.Data, n expression.Node) blackboard.Finding {
	decision := e.values == nil
	switch {
	case data.Observations == 1:
		return blackboard.Single
	case decision:
		if v.OnlyWay = onlyWay(data); v.OnlyWay != "" {
			return blackboard.Always
		}
		if questions, thresholds := questionsIn(data, n); questions > 1 {
			if inputs := len(different(data, n)); inputs <= 2*thresholds+1 {
				v.Estimates, v.Inputs = questions, inputs
				return blackboard.Saturated
			}
		}
		return blackboard.Exact
	}
	// Through as many points as it has numbers, and one more, goes every form.
	v.Estimates, v.Inputs = len(regression.EstimatesOf(data, n).Places), data.Cells
	if data.Noisy && v.Estimates > 1 && v.Estimates+1 >= v.Inputs {
		return blackboard.Saturated
	}
	if data.Counted && !data.Noisy {
		if values := different(data, n); likelyListed(data, n, values) {
			v.Estimates, v.Inputs = len(regression.Numbers(n)), len(values)
			return blackboard.Saturated
		}
	}
	return blackboard.Exact
}

// likelyListed reports whether an expression that says every count exactly is more likely than not only another way to list them, with
// a probability of more than a tenth: what lies between the inputs is not known with 90 % then. Both take nats to write down (Rissanen
// 1978). Of flags and names nothing lies between.
func likelyListed(data *dataset.Data, n expression.Node, values []float64) bool {
	if !slices.ContainsFunc(data.Columns, func(c model.Column) bool {
		return dataset.Grows(c) && slices.Contains(expression.Variables(n), c.Variable)
	}) {
		return false
	}
	return codelength.Exactly(n, len(data.Columns))-codelength.Listed(values) > -math.Log(0.9/0.1)
}

// missedCount says of a count that is not said exactly why that is no noise. A machine has no part in counts:
// where none with equal inputs differ, either the form is wrong or nobody knows.
func missedCount(data *dataset.Data) string {
	if data.Observations > data.Cells || slices.ContainsFunc(data.Weight, func(w float64) bool { return w > 1 }) {
		return "equal inputs gave equal counts, so the residuals are no noise: the form is wrong, or an input was not measured"
	}
	return "the form is not exact, as counts are: it is wrong, the count is random, or an input was not measured; measure the same inputs again to tell"
}

// asking is all that a proposal says in one expression: of a decision its guards; nil: it asks nothing.
func asking(p blackboard.Proposal) expression.Node {
	all := p.Expression
	for _, b := range p.Branches {
		switch {
		case b.Guard == nil:
		case all == nil:
			all = b.Guard
		default:
			all = expression.Binary{Op: expression.Or, Left: all, Right: b.Guard}
		}
	}
	return all
}

// questionsIn counts what an expression compares numbers with, each once: a guard and its opposite ask the same; and at how
// many thresholds these change their answer, which is two where a number is to be equal to one. With q
// thresholds more than half of all decisions that there may be on 2 q + 1 different values of one number are met exactly, so that
// it says nothing that these were (Cover, "Geometrical and statistical properties of systems of linear inequalities", 1965). Flags and
// texts have no values between those that were seen.
func questionsIn(data *dataset.Data, n expression.Node) (questions, thresholds int) {
	seen := map[expression.Binary]bool{}
	expression.Walk(n, func(n expression.Node) bool {
		b, ok := n.(expression.Binary)
		if !ok || !b.Op.Compares() {
			return true
		}
		for _, v := range expression.Variables(b.Left) {
			if c := data.Column(v); c != nil && c.Kind == model.Number {
				asks := expression.Binary{Left: b.Left, Right: b.Right}
				seen[asks] = seen[asks] || b.Op == expression.Equal || b.Op == expression.NotEqual
			}
		}
		return false
	})
	for _, equal := range seen {
		thresholds++
		if equal {
			thresholds++
		}
	}
	return len(seen), thresholds
}

// different gives the measured value at each distinct combination of the inputs that an expression depends on.
func different(data *dataset.Data, n expression.Node) (values []float64) {
	seen := map[string]bool{}
	for i, y := range data.Y {
		key := ""
		for _, v := range expression.Variables(n) {
			if c := data.Column(v); c != nil {
				key += fmt.Sprint(c.Num[i], " ")
			}
		}
		if !seen[key] {
			seen[key] = true
			values = append(values, y)
		}
	}
	return values
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

// posterior are the forms that are left open.
func (o *Opinion) posterior(proposals []blackboard.Proposal) []Form {
	nodes, lengths := make([]expression.Node, len(proposals)), make([]float64, len(proposals))
	for i, p := range proposals {
		nodes[i], lengths[i] = p.Expression, o.Grades[i].Fitness
	}
	return Posterior(nodes, lengths, o.Verdict.Final)
}

// conclude completes the verdict on the chosen proposal: the finding first, then what was
// left out and what is open.
func (e evidence) conclude(o *Opinion, data *dataset.Data, proposals []blackboard.Proposal) {
	v, chosen := &o.Verdict, proposals[o.Verdict.Final].Expression
	v.Noise, v.Spread = model.Figure(e.noise), model.Figure(e.spread)
	// The finding: too little to say anything, exact, noise that is none, noise, or
	// something that is missed.
	switch {
	case few(data):
		v.Finding = blackboard.Few
	case e.exact:
		v.Finding = e.exactly(v, data, asking(proposals[v.Final]))
	case data.Counted && !data.Noisy:
		v.Finding, v.Misfit = blackboard.Misfits, missedCount(data)
	case e.fits && e.noise <= dataset.NoiseFloor && e.spread > muchMoreThanCopies && !data.Counted:
		v.Finding = blackboard.Copies
	case e.fits && math.IsNaN(e.noise) && e.spread > muchScatter:
		v.Finding = blackboard.Scattered
	case e.fits:
		v.Finding = blackboard.Explained
	default:
		v.Finding, v.Misfit = blackboard.Misfits, e.wrong
	}
	v.ByChance = saysShares(proposals[v.Final].Branches) || data.Counted && data.Noisy
	if e.values == nil {
		v.Taken = takenBeside(data, proposals[v.Final].Branches)
		return
	}
	v.HeldOut = crossValidate(data, chosen)
	v.Upwards = data.Relative() && data.Noisy && !data.Counted && strayUpwards(data.Y, e.values)
	// Is another form as likely? The cheapest questions first; one answer is enough, for
	// it says where to measure.
	if v.Undecided = undecidedTogether(data, chosen); v.Undecided == nil {
		v.Undecided = undecidedValues(data, chosen)
	}
	if e.own {
		return
	}
	if v.Undecided == nil && !e.exact {
		v.Undecided = undecidedSwapped(data, chosen)
	}
	if e.exact && v.Finding == blackboard.Saturated {
		v.Reach = []blackboard.Reach{{Factor: 1, Beside: model.Unknown()}}
		return
	}
	reach, open := reachOf(data, o.posterior(proposals))
	v.Reach = reach
	if v.Undecided == nil {
		v.Undecided = open
	}
}
