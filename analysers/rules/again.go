package rules

import (
	"slices"

	"beagle/statistics/dataset"
)

// Again learns rules anew from some of the points, to see what they say of the
// others.
type Again struct {
	learner   *learner
	questions []question // those that do not depend on the points learnt from
}

// again is the part of the usual work that goes into learning from some of the
// points, which is done six times. The errors on the others are the same as with
// all of the work (12.2 % in 181 decisions with every tenth turned round).
const again = 100

// mostAgain is how many questions are asked more than once of points: the best of
// those that help by themselves. Tables with many names have thousands.
const mostAgain = 200

// NewAgain prepares learning a decision between at least the given number of
// classes; nil where the target is no decision.
func NewAgain(data *dataset.Data, classes int) *Again {
	l, _ := newLearner(data, classes)
	if l == nil {
		return nil
	}
	l.most = mostWork / again
	return &Again{l, l.questions}
}

// From is what rules learnt from some points, with questions and thresholds of their own,
// say of every point: a class for each, in the order of the data. Where nothing explains
// those that were learnt from, it is throughout what was decided there most often. It is
// not for concurrent use.
func (a *Again) From(points []int) (said []int) {
	a.learner.questions = slices.Clip(a.questions)
	if len(a.questions) > mostAgain {
		a.learner.questions = a.learner.helpful(points)
	}
	said = make([]int, a.learner.data.Points())
	all := make([]int, len(said))
	for i := range all {
		all[i] = i
	}
	a.learner.tree(points).say(a.learner.data, all, said)
	return said
}

// helpful are the questions that divide points best.
func (l *learner) helpful(points []int) (out []question) {
	known := map[*question]bool{}
	for _, s := range l.search(points).splits(points, 0, l.leaf(points).length) {
		if !known[s.question] && len(out) < mostAgain {
			known[s.question] = true
			out = append(out, *s.question)
		}
	}
	return slices.Clip(out)
}

// say writes down what a tree decides for points, by its conditions as they are
// written.
func (t *tree) say(data *dataset.Data, points, said []int) {
	if t.condition == nil {
		for _, p := range points {
			said[p] = t.decision
		}
		return
	}
	holds, err := data.Evaluate(t.condition)
	if err != nil {
		return // it was evaluated when it was found
	}
	yes, no := make([]int, 0, len(points)), make([]int, 0, len(points))
	for _, p := range points {
		if holds[p] != 0 {
			yes = append(yes, p)
		} else {
			no = append(no, p)
		}
	}
	t.yes.say(data, yes, said)
	t.no.say(data, no, said)
}
