// Package rules proposes decision rules for branches: guards that are exhaustive and
// exclude each other, over thresholds of numbers and of their sums, differences, products
// and ratios, remainders, flags, and enumerations.
//
// A small decision tree is searched for the shortest description of rules and decisions
// together (Quinlan and Rivest, "Inferring decision trees using the minimum description
// length principle", 1989), with a beam instead of greed. Unlike theirs, conditions are
// not only of single attributes, and thresholds are what people write between two
// measured values.
//
// What goes in is a table whose target is a decision, a text or a truth value, by number
// of its class; what comes out is a proposal with a guard for each transition, or an
// expression that chooses between values. Nothing is proposed where no question pays for
// itself.
package rules

import (
	"context"
	"fmt"
	"math"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Analyser proposes guards for branches, and choices for arguments that are
// texts or truth values.
var Analyser = &analyser.Analyser{
	Name:  "rules",
	Doc:   "guards of branches, and choices of texts, from a small decision tree",
	Kinds: []model.Kind{model.Branch, model.CallParameter},
	Run: func(_ context.Context, p *analyser.Pass) error {
		p.Propose(learn(p.Element, p.Data)...)
		return nil
	},
}

// learn grows a tree over all questions and turns it into guards. Without a question that pays for itself in
// nats it proposes nothing: constant does that.
func learn(e model.Element, data *dataset.Data) []blackboard.Proposal {
	if data.Points() < 2 || len(data.Columns) == 0 {
		return nil
	}
	if e.Kind == model.CallParameter {
		if data.Target.Kind == model.Number {
			return nil
		}
		return values(data)
	}
	l, points := newLearner(data, len(e.Branches))
	if l == nil {
		return nil
	}
	t := l.tree(points)
	if t.condition == nil {
		return nil // nothing that was measured explains the decision
	}
	return []blackboard.Proposal{{
		Branches: guards(t, l.classes),
		Why:      why(t, data),
	}}
}

// newLearner has at least the given number of classes; it is nil where the target is no
// decision: a value is negative, or there are more than a thousand classes. points are
// all of the data.
func newLearner(data *dataset.Data, classes int) (l *learner, points []int) {
	l = &learner{data: data, classes: classes, decisions: make([]int, data.Points()), weight: data.Weight, most: mostWork}
	points = make([]int, data.Points())
	for i, y := range data.Y {
		if y < 0 || y > 1000 {
			return nil, nil
		}
		l.decisions[i], points[i] = int(y), i
		l.classes = max(l.classes, int(y)+1)
	}
	l.table = make([]float64, len(points)+1)
	for x := 2; x < len(l.table); x++ {
		l.table[x] = float64(x) * math.Log(float64(x))
	}
	l.questions = questions(data)
	return l, points
}

// why says in words what was grown, for people.
func why(t *tree, data *dataset.Data) string {
	conditions := "1 condition"
	if n := t.conditions(); n > 1 {
		conditions = fmt.Sprintf("%d conditions", n)
	}
	return fmt.Sprintf("a decision tree with %s on %d distinct parameterisations", conditions, data.Cells)
}

// conditions is how many questions a tree asks.
func (t *tree) conditions() int {
	if t.condition == nil {
		return 0
	}
	return 1 + t.yes.conditions() + t.no.conditions()
}

// guards turns a tree into one guard per transition. Transitions that were
// taken exclude each other; the last of them takes what the others leave, so
// that a guard holds whatever the parameters are.
// First the guard of each class by itself, then the last one as what the others leave: so
// they are exhaustive also for inputs that were never measured.
func guards(t *tree, classes int) []blackboard.BranchProposal {
	out := make([]blackboard.BranchProposal, classes)
	last := 0
	for class := range out {
		if guard := t.leadsTo(class); guard != nil {
			out[class].Guard = guard
			last = class
		} else {
			out[class].Guard = bin(expression.Equal, expression.Constant(0), expression.Constant(1)) // never taken
		}
	}
	var others expression.Node
	for class := range last {
		if t.leadsTo(class) == nil {
			continue
		}
		others = join(expression.Or, others, out[class].Guard)
	}
	out[last].Guard = negate(others)
	return out
}

// leadsTo is the condition under which a tree decides for a class; nil where
// it never does.
func (t *tree) leadsTo(class int) expression.Node {
	if t.condition == nil {
		return nil
	}
	side := func(cond expression.Node, below *tree) expression.Node {
		if below.condition == nil {
			if below.decision == class {
				return cond
			}
			return nil
		}
		if rest := below.leadsTo(class); rest != nil {
			return join(expression.And, cond, rest)
		}
		return nil
	}
	if t.yes.condition == nil && t.yes.decision == class { // a or (not a and b) is a or b
		if t.no.condition != nil {
			return join(expression.Or, t.condition, t.no.leadsTo(class))
		}
	}
	if t.no.condition == nil && t.no.decision == class && t.yes.condition != nil {
		return join(expression.Or, negate(t.condition), t.yes.leadsTo(class))
	}
	return join(expression.Or, side(t.condition, t.yes), side(negate(t.condition), t.no))
}

// join combines two conditions, either of which may be missing; what follows from the other one is left out.
func join(o expression.Op, a, b expression.Node) expression.Node {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case o == expression.And && follows(b, a):
		return b
	}
	return bin(o, a, b)
}

// follows reports whether a condition that was asked for before, or part of
// it, adds nothing to a later one: after v == "b" nobody asks for v <> "a".
func follows(later, earlier expression.Node) bool {
	l, ok := later.(expression.Binary)
	e, ok2 := earlier.(expression.Binary)
	if !ok || !ok2 {
		return false
	}
	if l.Op == expression.And { // what stands first in a path is nearest to the root
		return follows(l.Left, earlier) || follows(l.Right, earlier)
	}
	if l.Left != e.Left {
		return false
	}
	if l.Op == expression.Equal && e.Op == expression.NotEqual {
		return l.Right != e.Right
	}
	a, okA := l.Right.(expression.Constant)
	b, okB := e.Right.(expression.Constant)
	if !okA || !okB {
		return false
	}
	// At the same number "at most" holds where "less" does, and not the other way round.
	same := a == b && (l.Op == e.Op || e.Op == expression.GreaterEqual || e.Op == expression.LessEqual)
	switch {
	case above(l.Op) && above(e.Op):
		return a > b || same
	case below(l.Op) && below(e.Op):
		return a < b || same
	default:
		return false
	}
}

// above reports whether a comparison asks for more than a number, or for as much.
func above(o expression.Op) bool { return o == expression.Greater || o == expression.GreaterEqual }

// below reports whether a comparison asks for less than a number, or for as much.
func below(o expression.Op) bool { return o == expression.Less || o == expression.LessEqual }

// negate is the opposite of a condition, simplified: not (a > b) is a <= b.
func negate(n expression.Node) expression.Node {
	return expression.Simplify(expression.Unary{Func: expression.Not, Arg: n})
}
