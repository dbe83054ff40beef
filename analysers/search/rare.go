package search

import (
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

const (
	mostRare     = 20 // rare terms that are searched along
	readable     = 2  // terms beside a constant; more of them often stand for one that is rare
	mostAnalysed = 3  // numbers that get rare terms
)

// rare are terms that hardly any program needs and that are too many to search
// along: where the best expression misses something or is long, each is held against what
// is left of it, once, and the few that explain most of that are returned.
func rare(d *dataset.Data, found []Candidate) []regression.Term {
	if len(found) == 0 {
		return nil
	}
	best := found[0].Model
	if _, fits, _ := regression.LackOfFit(d, best.Noise, best.Values, len(best.Terms)); fits && d.Noisy && varying(best.Terms) <= readable {
		return nil
	}
	b := builder{data: d}
	// Only numbers with a form of their own, and few of them: rare terms are many for
	// each.
	vars := relevant(d, numbers(d), mostAnalysed)
	vars = slices.DeleteFunc(vars, func(v number) bool { return v.ratio < 0 || v.flag })
	one := number{node: expression.Constant(1)}
	for i, v := range vars {
		b.add(power(v.node, 5), power(v.node, 6), logOf(square(v.node), false))
		b.doublings(v)
		for j, w := range vars {
			if i == j {
				continue
			}
			b.trees(v, w)
			b.add(op(expression.Mul, power(v.node, 3), w.node))
			b.decays(v, w)
			if j < i {
				b.slower(w, v, one)
				b.tiles(w, v)
			}
			for k, u := range vars {
				if k == i || k == j {
					continue
				}
				b.add(op(expression.Mul, u.node, expression.Unary{Func: expression.Ceil, Arg: op(expression.Div, v.node, w.node)}))
				if j < i {
					b.slower(w, v, u)
				}
			}
		}
	}
	// Steps, blocks and exponentials of a number, each alone and times another number.
	for _, v := range vars {
		for _, s := range slices.Concat(b.steps(v), b.blocks(v), b.growths(v)) {
			for _, w := range append([]number{one}, vars...) {
				if w.node != v.node {
					b.add(expression.Simplify(op(expression.Mul, w.node, s)))
				}
			}
		}
	}
	terms := b.explaining(best, mostRare)
	// Long sums over few points leave nothing for a term that would say all of it.
	if short := shortestSum(found); short != best {
		for _, t := range b.explaining(short, mostRare/2) {
			if !slices.ContainsFunc(terms, func(other regression.Term) bool { return other.Node == t.Node }) {
				terms = append(terms, t)
			}
		}
	}
	return terms
}

// shortestSum is the best of the candidates with the fewest terms.
func shortestSum(found []Candidate) *regression.Model {
	short := found[0].Model
	for _, c := range found {
		if len(c.Model.Terms) < len(short.Terms) {
			short = c.Model
		}
	}
	return short
}

// varying is how many terms are no constants.
func varying(terms []regression.Term) (count int) {
	for _, t := range terms {
		if _, ok := t.Node.(expression.Constant); !ok {
			count++
		}
	}
	return count
}

// explaining are the terms, so many at most, that gain most beside a model's own.
func (b *builder) explaining(m *regression.Model, most int) (out []regression.Term) {
	own := len(m.Terms)
	s := newSearch(b.data, each(slices.Concat(m.Terms, b.terms)), m.RobustWeights(b.data, m.Noise))
	if len(s.families) < own {
		return nil
	}
	a := s.of(slices.Concat(s.families[:own]...))
	if a == nil {
		return nil
	}
	gains := &options{most: most}
	a.extend(gains, own)
	for _, o := range gains.shortest() {
		out = append(out, o.with.form.term)
	}
	return out
}
