package rules

import (
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// values proposes expressions for an argument that is a text or a truth value: a
// parameter that is passed on, or a choice between values.
func values(data *dataset.Data) []blackboard.Proposal {
	var out []blackboard.Proposal
	for _, c := range data.Columns { // an argument that is passed on
		v := expression.Variable{Variable: c.Variable}
		if labels, err := dataset.Labels(v, data); err == nil && c.Kind == data.Target.Kind && same(labels, data.Y) {
			return append(out, blackboard.Proposal{Expression: v, Why: "it is always the value of this parameter"})
		}
	}
	l, points := newLearner(data, 0)
	if l == nil {
		return nil
	}
	t := l.tree(points)
	if t.condition == nil {
		return nil
	}
	n := t.value(data.Target.Levels)
	if data.Target.Kind == model.Bool {
		n = t.leadsTo(1)
	}
	if n == nil {
		return nil
	}
	return append(out, blackboard.Proposal{Expression: n, Why: why(t, data)})
}

// same reports whether two columns are equal.
func same(a, b []float64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// value is a tree as nested choices between texts.
func (t *tree) value(levels []string) expression.Node {
	if t.condition == nil {
		if t.decision < len(levels) {
			return expression.Text(levels[t.decision])
		}
		return nil
	}
	yes, no := t.yes.value(levels), t.no.value(levels)
	if yes == nil || no == nil {
		return nil
	}
	return expression.Simplify(expression.If{Cond: t.condition, Then: yes, Else: no})
}
