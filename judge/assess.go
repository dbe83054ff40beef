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

// Opinion is what the judge thinks of one element.
type Opinion struct {
	Grades  []blackboard.Grade // parallel to the proposals
	Verdict blackboard.Verdict
	// RunnerUp is the index of the second best different proposal and how much
	// longer its description is; -1: there is none.
	RunnerUp int
	Distance float64
	// Where is the place that would decide between the two; nil: decided.
	Where []blackboard.Assigned
}

// Assess grades the proposals for one element against its measurements and
// picks the final one. It depends on nothing else.
//
// The measure is the description length in nats: what it takes to write down
// the expression and, given it, the measurements (Rissanen 1978; in the form
// of Bartlett et al., "Exhaustive Symbolic Regression", 2022). It has no unit.
func Assess(kind model.Kind, data *dataset.Data, proposals []blackboard.Proposal, formula *Formula) Opinion {
	o := Opinion{Grades: make([]blackboard.Grade, len(proposals)), RunnerUp: -1}
	o.Verdict = blackboard.Verdict{Final: -1, Noise: math.NaN()}
	if data.Table.Rows() == 0 {
		o.Verdict.Reason = "not measured"
		refuseAll(o.Grades, "not measured")
		return o
	}
	o.Verdict.Warnings = data.Notes
	if data.Points() == 0 {
		o.Verdict.Reason = "no usable measurement"
		refuseAll(o.Grades, "no usable measurement")
		return o
	}
	if len(proposals) == 0 {
		o.Verdict.Reason = "nobody proposed an expression"
		return o
	}
	var evidence evidence
	switch {
	case kind == model.Branch:
		evidence = gradeBranch(data, proposals, o.Grades)
	case data.Target.Kind != model.Number:
		evidence = gradeLabels(data, proposals, o.Grades)
	default:
		evidence = gradeNumbers(kind, data, proposals, o.Grades)
	}
	if formula != nil {
		formula.apply(data, proposals, o.Grades)
	}
	o.Verdict.Final = best(o.Grades)
	if o.Verdict.Final < 0 {
		o.Verdict.Reason = "every proposal was refused"
		return o
	}
	o.RunnerUp, o.Distance = RunnerUp(proposals, o.Grades, o.Verdict.Final)
	if formula != nil {
		evidence = evidence.chosen(o.Verdict.Final, o.Grades[o.Verdict.Final])
	}
	evidence.conclude(&o, data, proposals)
	explain(&o, formula != nil, evidence.values != nil && o.Where == nil)
	return o
}

func refuseAll(grades []blackboard.Grade, reason string) {
	for i := range grades {
		grades[i] = blackboard.Grade{Fitness: math.Inf(1), RelativeError: math.NaN(), Reason: reason}
	}
}

// best is the proposal with the least fitness; of equals the smallest, then
// the first.
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

// Front are the indices of the proposals that no other one beats in both error
// and size, the smallest first.
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

// Same reports whether two proposals say the same but for fitted constants.
func Same(a, b blackboard.Proposal) bool {
	return codelength.Shape(a.Expression) == codelength.Shape(b.Expression) && slices.Equal(a.Branches, b.Branches)
}

// explain says for each proposal why it won or lost. own: by the user's fitness;
// alike: forms that are close to the best also foretell about the same.
func explain(o *Opinion, own, alike bool) {
	unit, hardly := "nats", float64(hardly)
	if own { // nobody knows what is little in its unit
		unit, hardly = "of the own fitness", 0
	}
	chosen := o.Grades[o.Verdict.Final]
	for i := range o.Grades {
		g := &o.Grades[i]
		behind := g.Fitness - chosen.Fitness
		switch {
		case g.Reason != "":
		case i == o.Verdict.Final && o.RunnerUp < 0:
			g.Reason = "no other form was proposed"
		case i == o.Verdict.Final && o.Distance < hardly && alike:
			g.Reason = fmt.Sprintf("best: %.1f %s ahead of the next, which says about the same", o.Distance, unit)
		case i == o.Verdict.Final && o.Distance < hardly:
			g.Reason = fmt.Sprintf("best, but only %.1f %s ahead of the next: hardly decided", o.Distance, unit)
		case i == o.Verdict.Final && o.Where != nil:
			g.Reason = fmt.Sprintf("best: %.1f %s ahead of the next, and still undecided", o.Distance, unit)
		case i == o.Verdict.Final:
			g.Reason = fmt.Sprintf("best: %.1f %s ahead of the next", o.Distance, unit)
		case g.RelativeError <= chosen.RelativeError && g.Size > chosen.Size:
			g.Reason = fmt.Sprintf("%.1f %s behind: no more error, but larger than the data can justify", behind, unit)
		case behind < hardly:
			g.Reason = fmt.Sprintf("%.1f %s behind: the data hardly tell it from the best", behind, unit)
		case g.RelativeError <= chosen.RelativeError:
			g.Reason = fmt.Sprintf("%.1f %s behind: its median error is no larger, but it strays farther where it strays", behind, unit)
		default:
			g.Reason = fmt.Sprintf("%.1f %s behind: error %s against %s", behind, unit, percent(g.RelativeError), percent(chosen.RelativeError))
		}
	}
}

// hardly is the distance, in nats, below which two forms are as good as equal.
const hardly = 2

func percent(x float64) string {
	switch {
	case x == 0:
		return "0 %"
	case math.Abs(x) < 0.001:
		return "< 0.1 %"
	case math.Abs(x) < 0.0995:
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

// size is the number of nodes of what a proposal says.
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
