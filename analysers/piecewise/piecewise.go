// Package piecewise proposes expressions that take different forms in
// different parts of the input: below and above a threshold, or for each value
// of a flag or an enumeration. Where the parts meet, it proposes the smaller or
// the larger of two forms instead, which says the same with less.
//
// All thresholds of a number are compared in one pass over the sorted points,
// by updating the Gram matrix of a small basis (segmented regression; heritage
// of Friedman, "Multivariate Adaptive Regression Splines", 1991, which
// Krogmann used). Only splits that promise much are learnt in full.
package piecewise

import (
	"context"
	"fmt"

	"beagle/analysers/analyser"
	"beagle/analysers/search"
	"beagle/analysers/steps"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Analyser proposes expressions with cases.
var Analyser = &analyser.Analyser{
	Name:  "piecewise",
	Doc:   "one form below and another above a threshold, or one for each value of a flag or an enumeration",
	Kinds: []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Run: func(ctx context.Context, p *analyser.Pass) error {
		data := p.Data
		if data.Target.Kind != model.Number {
			return nil
		}
		l := learner{ctx: ctx, negative: p.Element.Kind.Signed()}
		for _, s := range l.visibleInResiduals(data, promising(data)) {
			for _, node := range l.cases(data, s, 1) {
				p.Propose(blackboard.Proposal{Expression: regression.Readable(data, node), Why: why(s, node)})
			}
		}
		if s, found := exit(data); found {
			for _, node := range l.leaving(data, s) {
				p.Propose(blackboard.Proposal{Expression: regression.Readable(data, node), Why: "some calls return at once: " + expression.String(s.conditions[0])})
			}
		}
		return nil
	},
}

const (
	deepest    = 3  // cases within cases, for exact quantities
	noisyMost  = 2  // the same for measured ones, where more is noise
	alongside  = 2  // divisions that are learnt in full
	mostForms  = 4  // of a part with noise that are compared with a constant
	largest    = 40 // nodes: nobody reads more
	manyPoints = 60 // so that chance does not hide what a threshold gains
	readable   = 3  // terms of a sum, with its constant, that stands for a form of its own
)

// promising are the best splits, as many as are learnt alongside.
func promising(d *dataset.Data) []split {
	all := splits(d)
	return all[:min(alongside, len(all))]
}

// visibleInResiduals leaves out divisions at a threshold unless they show in what the best
// sum of usual terms leaves, too. The small basis knows no n log n, so to it nearly
// everything bends; learning the parts in full is worth it only where no single form
// is as good. A long sum, or one with cases, is none.
func (l learner) visibleInResiduals(d *dataset.Data, all []split) (out []split) {
	found := search.Found(l.ctx, d, l.negative)
	if !d.Noisy || d.Points() < manyPoints || len(found) == 0 || len(found[0].Model.Terms) > readable || cased(found[0].Node) {
		return all
	}
	b := &basis{target: d.Y, weight: regression.NewNoise(d, 0).LeastSquares(d)}
	for _, t := range found[0].Model.Terms {
		b.columns = append(b.columns, t.Values)
	}
	for _, s := range all {
		parts := make(map[float64][]int, len(s.parts))
		for i, part := range s.parts {
			parts[float64(i)] = part
		}
		if !s.threshold || divided(b, parts) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// cased reports whether an expression has cases, or bends.
func cased(n expression.Node) (cases bool) {
	expression.Map(n, func(n expression.Node) expression.Node {
		switch n := n.(type) {
		case expression.If:
			cases = true
		case expression.Binary:
			cases = cases || n.Op == expression.Min || n.Op == expression.Max
		}
		return n
	})
	return cases
}

// why says in words what dividing the data found; n is the expression that came of it.
func why(s split, n expression.Node) string {
	condition := expression.String(s.conditions[0])
	if b, ok := n.(expression.Binary); ok && b.Op != expression.Min && b.Op != expression.Max {
		return fmt.Sprintf("the data take the same form: %s or not", condition)
	}
	return fmt.Sprintf("the data take different forms: %s or not", condition)
}

// learner learns the parts of divided data.
type learner struct {
	ctx      context.Context
	negative bool
}

// cases learns each part by itself and puts the parts together.
func (l learner) cases(d *dataset.Data, s split, depth int) []expression.Node {
	forms := make([]expression.Node, len(s.parts))
	for i, part := range s.parts {
		if l.ctx.Err() != nil {
			return nil
		}
		forms[i] = l.form(d.Subset(part), depth)
	}
	out := []expression.Node{assemble(s.conditions, forms)}
	if together := l.merged(d, s, forms, depth); together != nil {
		out = append(out, assemble(s.conditions, together))
	}
	if s.threshold {
		out = append(out,
			expression.Binary{Op: expression.Min, Left: forms[0], Right: forms[1]},
			expression.Binary{Op: expression.Max, Left: forms[0], Right: forms[1]})
	}
	return l.sane(d, out)
}

// assemble nests the cases; what most parts say stands last.
func assemble(conditions, forms []expression.Node) expression.Node {
	rest := forms[len(forms)-1]
	out := rest
	for i := len(conditions) - 1; i >= 0; i-- {
		if forms[i] == rest {
			continue
		}
		cond := conditions[i]
		for j := range i { // cases that say the same are one case
			if forms[j] == forms[i] {
				cond = expression.Binary{Op: expression.Or, Left: conditions[j], Right: cond}
			}
		}
		repeated := false
		for j := i + 1; j < len(conditions); j++ {
			repeated = repeated || forms[j] == forms[i]
		}
		if !repeated {
			out = expression.If{Cond: cond, Then: forms[i], Else: out}
		}
	}
	return out
}

// sane keeps the expressions that can be evaluated, are not too large, and are not refused, as by values
// below zero beyond the data.
func (l learner) sane(d *dataset.Data, nodes []expression.Node) []expression.Node {
	var out []expression.Node
	for _, n := range nodes {
		f, err := d.Evaluate(n)
		if err == nil && expression.Size(n) <= largest && selection.Refuse(d, n, f, l.negative || !d.Relative()) == "" {
			out = append(out, n)
		}
	}
	return out
}

// form is the best expression for one part.
func (l learner) form(d *dataset.Data, depth int) expression.Node {
	var best expression.Node = expression.Constant(middle(d))
	if d.Points() < 3 || len(d.Columns) == 0 || constant(d) {
		return best
	}
	var values []float64
	if found := search.Search(l.ctx, d, search.Terms(d), l.negative); len(found) > 0 {
		if d.Noisy { // few observations are in a part: one of them must not decide its form
			nodes := []expression.Node{best}
			for _, f := range found[:min(len(found), mostForms)] {
				nodes = append(nodes, f.Node)
			}
			best = l.shortest(d, nodes)
		} else {
			best, values = found[0].Node, found[0].Model.Values
		}
	}
	if !d.Noisy {
		if values != nil && dataset.RelativeError(d, values) == 0 {
			return best
		}
		if exact := steps.Exact(l.ctx, d); exact != nil {
			return exact
		}
	}
	if depth >= deepest || d.Noisy && depth >= noisyMost {
		return best
	}
	candidates := []expression.Node{best}
	for _, s := range promising(d) {
		candidates = append(candidates, l.cases(d, s, depth+1)...)
	}
	return l.shortest(d, candidates)
}

// shortest compares expressions by description length.
func (l learner) shortest(d *dataset.Data, nodes []expression.Node) expression.Node {
	c := selection.Compare(d, nodes, l.negative)
	return nodes[max(c.Reference, 0)]
}

// constant reports whether all values are the same.
func constant(d *dataset.Data) bool {
	for _, y := range d.Y {
		if y != d.Y[0] {
			return false
		}
	}
	return true
}

// middle is the median, or for few points without noise their mean.
func middle(d *dataset.Data) float64 {
	m := regression.Fit(d, []regression.Term{regression.One(d)})
	if m == nil {
		return d.Y[0]
	}
	if constant(d) {
		return d.Y[0]
	}
	return m.Coef[0]
}
