// Package stepwise proposes sums and products of more terms than can be tried in
// all combinations: programs with a dozen switches, some of which matter only
// together, sums of several products, and products of four and more parameters.
//
// Terms are taken one by one, the one that explains most of what is left first
// (orthogonal matching pursuit: Pati, Rezaiifar and Krishnaprasad 1993), as long as
// the rows pay for it, and dropped again where later ones say the same. Three
// switches are tried together where two of them matter together. Products are sums
// of logarithms, whose exponents are the simple ones that the data allow.
package stepwise

import (
	"context"
	"math"
	"slices"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
	"beagle/statistics/selection"
)

// Analyser proposes sums and products of many terms.
var Analyser = &analyser.Analyser{
	Name:  "stepwise",
	Doc:   "many switches, some of which matter only together; sums of several products; products of many parameters",
	Kinds: []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Run:   run,
}

const (
	fewestRows    = 24
	fewestColumns = 3 // with fewer the search of sums tries everything
)

// run proposes one sum and one product, each grown term by term; both are refused where they say what cannot
// be, such as negative times.
func run(ctx context.Context, pass *analyser.Pass) error {
	d := pass.Data
	if d.Target.Kind != model.Number || d.Points() < fewestRows {
		return nil
	}
	negative := pass.Element.Kind.Signed()
	b := builder{d, indicators(d)}
	if len(d.Columns) < fewestColumns && len(b.indicators) < fewestColumns {
		return nil
	}
	propose := func(n expression.Node, why string) {
		if n == nil || ctx.Err() != nil {
			return
		}
		f, err := d.Evaluate(n)
		if err != nil || selection.Refuse(d, n, f, negative || !d.Relative()) != "" {
			return
		}
		pass.Propose(blackboard.Proposal{Expression: regression.Readable(d, n), Why: why})
	}
	propose(b.sum(), "a sum, term by term, of what explains most of the rest")
	propose(b.product(), "a product: a sum of logarithms, term by term")
	return nil
}

// sum is the sum of the terms that the rows pay for.
func (b builder) sum() expression.Node {
	p := &problem{target: b.data.Y, weight: regression.NewNoise(b.data, 0).LeastSquares(b.data)}
	one, _ := b.term(parts{})
	p.always = []term{one}
	numbers := numbers(b.data)
	if len(numbers) > 8 || len(numbers) < fewestColumns && len(b.indicators) < fewestColumns {
		return nil // the search of sums has few of both, too
	}
	bases := []parts{{}}
	for i, c := range numbers {
		bases = append(bases, parts{numbers: []int{c}})
		for _, other := range numbers[i:] {
			if t, ok := b.term(parts{numbers: []int{c, other}}); ok {
				p.candidates = append(p.candidates, t)
			}
		}
		if len(numbers) < fewestColumns && settings(b.data.Columns[c]) == nil {
			bases = append(bases, parts{numbers: []int{c, c}}) // a way to work may also grow otherwise
		}
	}
	for _, base := range bases {
		if t, ok := b.term(base); ok && len(base.numbers) > 0 {
			p.candidates = append(p.candidates, t)
		}
		singles := b.together(base)
		p.candidates = append(p.candidates, singles...)
		if len(bases) > 3 {
			continue // too many to be tried in pairs
		}
		p.candidates = append(p.candidates, b.pairs(singles)...)
	}
	p.grow, p.simpler = b.triples, b.simpler
	chosen := b.robustly(p)
	if chosen == nil {
		return nil
	}
	var terms []regression.Term
	for _, t := range chosen {
		if made, ok := b.node(t.parts); ok {
			terms = append(terms, made)
		}
	}
	m := regression.Fit(b.data, terms)
	if m == nil {
		return nil
	}
	return regression.Snapped(b.data, m)
}

// pairs are the terms of two switches, each pair once, made of those of one.
func (b builder) pairs(singles []term) (all []term) {
	for _, t := range singles {
		for _, pair := range b.together(t.parts) {
			if pair.parts.switches[0] == t.parts.switches[0] {
				all = append(all, pair)
			}
		}
	}
	return all
}

// triples are a pair's terms of three switches.
func (b builder) triples(t term) []term {
	if len(t.parts.switches) != 2 {
		return nil
	}
	return b.together(t.parts)
}

// passes is how often terms are chosen at most, each time with weights by the choice before.
const passes = 4

// robustly chooses again and again, with less weight for what lies far off the choice
// before: outliers make each term's gain look small until nearly all terms are there.
func (b builder) robustly(p *problem) (chosen []term) {
	again := *p
	for range passes {
		next := again.choose()
		if next == nil {
			return chosen
		}
		same := slices.EqualFunc(chosen, next, func(a, b term) bool { return a.parts.equal(b.parts) })
		chosen = next
		coef, _ := again.solve(chosen)
		if same || coef == nil || !b.data.Noisy {
			return chosen
		}
		again.weight = downweighted(p, chosen, coef)
	}
	return chosen
}

// node is a term as an expression.
func (b builder) node(p parts) (regression.Term, bool) {
	var n expression.Node = expression.Constant(1)
	for i, c := range p.numbers {
		v := expression.Variable{Variable: b.data.Columns[c].Variable}
		if i == 0 {
			n = v
		} else {
			n = expression.Binary{Op: expression.Mul, Left: n, Right: v}
		}
	}
	if len(p.switches) > 0 {
		n = expression.If{Cond: b.condition(p.switches), Then: n, Else: expression.Constant(0)}
	} else if len(p.numbers) == 0 {
		return regression.One(b.data), true
	}
	return regression.NewTerm(b.data, n)
}

// product is the product of powers and factors that the rows pay for; of values that are all negative, minus one.
func (b builder) product() expression.Node {
	d := b.data
	negative := !slices.ContainsFunc(d.Y, func(y float64) bool { return y >= 0 })
	if !d.Relative() && d.Noisy && !negative {
		return nil
	}
	p := &problem{target: make([]float64, d.Points()), weight: d.Weight}
	for i, y := range d.Y {
		if negative {
			y = -y
		}
		if y <= 0 {
			return nil
		}
		p.target[i] = math.Log(y)
	}
	one, _ := b.term(parts{})
	p.always = []term{one}
	for _, c := range numbers(d) {
		logs := make([]float64, d.Points())
		for i, x := range d.Columns[c].Num {
			logs[i] = math.Log(x)
		}
		if usable(logs) {
			p.candidates = append(p.candidates, term{logs, parts{numbers: []int{c}}})
		}
	}
	singles := b.together(parts{})
	p.candidates = append(p.candidates, singles...)
	p.candidates = append(p.candidates, b.pairs(singles)...)
	p.grow, p.simpler = b.triples, b.simpler
	chosen := b.robustly(p)
	if len(chosen) < 4 {
		return nil // the search of sums multiplies so many, too
	}
	n := b.factors(p, chosen)
	if n == nil {
		return nil
	}
	if negative {
		n = expression.Simplify(expression.Binary{Op: expression.Mul, Left: expression.Constant(-1), Right: n})
	}
	return expression.Simplify(regression.Tune(d, n, regression.NewNoise(d, 0), 20))
}

// usable reports whether all values are finite.
func usable(values []float64) bool {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// factors writes a sum of logarithms as a product with simple exponents; nil where
// the data object to them.
func (b builder) factors(p *problem, chosen []term) expression.Node {
	rest := *p
	rest.target = append([]float64(nil), p.target...)
	coef, rss := p.solve(chosen)
	if coef == nil {
		return nil
	}
	simple := chosen[:0:0]
	var over, under []expression.Node
	for i, t := range chosen {
		if len(t.parts.numbers) == 0 {
			simple = append(simple, t)
			continue
		}
		exponent := math.Round(2*coef[i]) / 2
		fixed := *p
		fixed.target = append([]float64(nil), p.target...)
		for row, x := range t.values {
			fixed.target[row] -= exponent * x
		}
		_, without := fixed.solve(append(append([]term(nil), chosen[:i]...), chosen[i+1:]...))
		if n := float64(len(p.target)); exponent == 0 || n/2*math.Log(max(without, 1e-20)/max(rss, 1e-20)) > 6 {
			return nil // it is no such product: fractional exponents imitate something else
		}
		for row, x := range t.values {
			rest.target[row] -= exponent * x
		}
		if factor := powerOf(expression.Variable{Variable: b.data.Columns[t.parts.numbers[0]].Variable}, math.Abs(exponent)); exponent > 0 {
			over = append(over, factor)
		} else {
			under = append(under, factor)
		}
	}
	if coef, _ = rest.solve(simple); coef == nil {
		return nil
	}
	var n expression.Node = expression.Constant(1)
	for i, t := range simple {
		if len(t.parts.switches) == 0 {
			n = expression.Constant(math.Exp(coef[i]))
		}
	}
	for _, factor := range over {
		n = expression.Binary{Op: expression.Mul, Left: n, Right: factor}
	}
	for _, factor := range under {
		n = expression.Binary{Op: expression.Div, Left: n, Right: factor}
	}
	for i, t := range simple {
		if len(t.parts.switches) > 0 {
			n = expression.Binary{Op: expression.Mul, Left: n, Right: expression.If{
				Cond: b.condition(t.parts.switches), Then: expression.Constant(math.Exp(coef[i])), Else: expression.Constant(1),
			}}
		}
	}
	return n
}

// powerOf writes a power as people do: x, x * x, Sqrt(x), else with ^.
func powerOf(n expression.Node, exponent float64) expression.Node {
	switch exponent {
	case 1:
		return n
	case 2:
		return expression.Binary{Op: expression.Mul, Left: n, Right: n}
	case 0.5:
		return expression.Unary{Func: expression.Sqrt, Arg: n}
	}
	return expression.Binary{Op: expression.Pow, Left: n, Right: expression.Constant(exponent)}
}

// downweighted are weights around a fit: beyond two standard deviations no value
// counts for more than one that lies there.
func downweighted(p *problem, chosen []term, coef []float64) []float64 {
	left := make([]float64, len(p.target))
	sizes := make([]float64, len(p.target))
	for i, y := range p.target {
		for j, t := range chosen {
			y -= coef[j] * t.values[i]
		}
		left[i] = y * math.Sqrt(p.weight[i])
		sizes[i] = math.Abs(left[i])
	}
	scale := 1.4826 * robust.Median(sizes)
	weight := append([]float64(nil), p.weight...)
	for i, r := range left {
		if far := math.Abs(r) / max(scale, 1e-300); far > 2 {
			weight[i] *= 4 / far / far
		}
	}
	return weight
}
