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
)

// Older is why a proposal has no part in the choice that was learnt from fewer measurements than others.
const Older = "it was learnt from fewer measurements"

// Opinion is what the judge thinks of one element.
type Opinion struct {
	Grades  []blackboard.Grade // parallel to the proposals
	Verdict blackboard.Verdict // which proposal is the final one, and how well it is known
}

// Assess grades the proposals for one element against its measurements and picks the
// final one. It depends on nothing else, so it may run anywhere.
//
// The measure is the description length in nats: what it takes to write down the
// expression and, given it, the measurements (Rissanen 1978; in the form of Bartlett et
// al., "Exhaustive Symbolic Regression", 2022). It has no unit. Unlike in theirs, lengths
// have penalties for what the data cannot show; see statistics/selection.
//
// Proposals that were learnt from fewer measurements than others have no part in it, as
// long as one of the others can be chosen: what is said must not depend on what an
// analysis went through before.
func Assess(kind model.Kind, data *dataset.Data, proposals []blackboard.Proposal, formula *Formula) Opinion {
	latest := blackboard.Latest(proposals)
	if len(latest) == len(proposals) {
		return assess(kind, data, proposals, formula)
	}
	part := make([]blackboard.Proposal, len(latest))
	for to, from := range latest {
		part[to] = proposals[from]
	}
	o := assess(kind, data, part, formula)
	if o.Verdict.Final < 0 {
		return assess(kind, data, proposals, formula)
	}
	// Back to the places among all proposals: the older ones are graded as unsuitable,
	// and say why.
	grades := make([]blackboard.Grade, len(proposals))
	for i, p := range proposals {
		grades[i] = blackboard.Grade{Fitness: math.Inf(1), RelativeError: math.NaN(), Size: size(p), Refused: Older}
	}
	for from, to := range latest {
		grades[to] = o.Grades[from]
	}
	o.Grades, o.Verdict.Final = grades, latest[o.Verdict.Final]
	if o.Verdict.RunnerUp >= 0 {
		o.Verdict.RunnerUp = latest[o.Verdict.RunnerUp]
	}
	return o
}

// assess is Assess for proposals that all know the same measurements. It grades by the description length
// that belongs to the kind (decisions, labels or numbers), lets the user's own formula replace these grades
// where there is one, takes the best as the final one, and then concludes: what is known of it besides.
func assess(kind model.Kind, data *dataset.Data, proposals []blackboard.Proposal, formula *Formula) Opinion {
	unknown := model.Unknown()
	o := Opinion{Grades: make([]blackboard.Grade, len(proposals))}
	o.Verdict = blackboard.Verdict{Final: -1, RunnerUp: -1, Noise: unknown, Spread: unknown, Lead: unknown, Observations: data.Observations, Exceptions: model.Figure(data.Exceptions), Notes: data.Notes, Remarks: data.Remarks}
	// Where there is nothing to choose from, the finding says what is missing, and
	// nothing else is asked.
	switch {
	case data.Table.Rows() == 0:
		return o.none(blackboard.Unmeasured)
	case data.Points() == 0:
		return o.none(blackboard.Unusable)
	case len(proposals) == 0:
		return o.none(blackboard.Unproposed)
	}
	// What a good description is depends on the kind: decisions and labels are right or
	// wrong, numbers are near or far.
	var evidence evidence
	switch {
	case kind == model.Branch:
		evidence = gradeBranch(data, proposals, o.Grades)
	case data.Target.Kind != model.Number:
		evidence = gradeLabels(data, proposals, o.Grades)
	default:
		evidence = gradeNumbers(kind, data, proposals, o.Grades)
	}
	v := &o.Verdict
	// The user's own fitness replaces the grades. Where it fails the description length
	// stays, and a note says why: an analysis of hours must not be lost to a formula.
	if formula != nil {
		if err := formula.apply(kind, data, proposals, o.Grades); err != nil {
			formula = nil
			v.Notes = append(slices.Clip(v.Notes), fmt.Sprintf("the fitness function failed, so the description length chose: %v", err))
		}
	}
	// The choice, and how far ahead of the next one that says something else it is.
	if v.Final = best(o.Grades); v.Final < 0 {
		v.Finding = blackboard.AllRefused
		return o
	}
	runnerUp, lead := RunnerUp(proposals, o.Grades, v.Final)
	v.RunnerUp, v.Lead = runnerUp, model.Figure(lead)
	if formula != nil {
		evidence = evidence.chosen(v.Final, o.Grades[v.Final])
	}
	evidence.conclude(&o, data, proposals)
	v.OwnFitness = formula != nil
	return o
}

// none is the opinion where there is nothing to choose from.
func (o Opinion) none(why blackboard.Finding) Opinion {
	o.Verdict.Finding = why
	for i := range o.Grades {
		o.Grades[i] = blackboard.Grade{Fitness: math.Inf(1), RelativeError: math.NaN(), Refused: string(why)}
	}
	return o
}

// best is the proposal with the least fitness; of equals the smallest, then the first; -1
// where none is suitable.
func best(grades []blackboard.Grade) int {
	at := -1
	for i, g := range grades {
		if math.IsInf(g.Fitness, 1) || math.IsNaN(g.Fitness) {
			continue
		}
		if at < 0 || g.Fitness < grades[at].Fitness || g.Fitness == grades[at].Fitness && g.Size < grades[at].Size {
			at = i
		}
	}
	return at
}

// Front are the indices of the proposals that no other one beats in both error and size,
// the smallest first: the Pareto front. Unsuitable ones are never in it; of equals the
// first is.
func Front(grades []blackboard.Grade) []int {
	var front []int
	for i, g := range grades {
		if math.IsInf(g.Fitness, 1) {
			continue
		}
		beaten := false
		for j, other := range grades {
			better := other.RelativeError < g.RelativeError && other.Size <= g.Size ||
				other.RelativeError <= g.RelativeError && other.Size < g.Size
			same := other.RelativeError == g.RelativeError && other.Size == g.Size && j < i
			if !math.IsInf(other.Fitness, 1) && (better || same) {
				beaten = true
				break
			}
		}
		if !beaten {
			front = append(front, i)
		}
	}
	slices.SortFunc(front, func(a, b int) int { return grades[a].Size - grades[b].Size })
	return front
}

// RunnerUp is the index of the best proposal that says something else than the
// final one, and how much longer its description is, in nats; -1: there is none.
func RunnerUp(proposals []blackboard.Proposal, grades []blackboard.Grade, final int) (int, float64) {
	second := -1
	for i, g := range grades {
		if i == final || math.IsInf(g.Fitness, 1) || Same(proposals[i], proposals[final]) {
			continue
		}
		if second < 0 || g.Fitness < grades[second].Fitness {
			second = i
		}
	}
	if second < 0 {
		return -1, math.Inf(1)
	}
	return second, grades[second].Fitness - grades[final].Fitness
}

// Same reports whether two proposals say the same but for numbers that were fitted: whether
// they are one form.
func Same(a, b blackboard.Proposal) bool {
	return codelength.Shape(a.Expression) == codelength.Shape(b.Expression) && slices.Equal(a.Branches, b.Branches)
}

// littleLead is the distance, in nats, below which two forms are as good as
// equal.
const littleLead = 2

// size is the number of nodes of what a proposal says: of its expression, or of all
// guards, where a probability counts as one.
func size(p blackboard.Proposal) int {
	n := expression.Size(p.Expression)
	for _, b := range p.Branches {
		if b.Guard == nil {
			n++
		} else {
			n += expression.Size(b.Guard)
		}
	}
	return n
}
