package sums

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/leastsquares"
)

// How far is searched.
const (
	beam      = 60   // sums of each number of terms that get a further term
	mostTerms = 5    // the constant included
	finalists = 4    // sums of each number of terms that are refined; as many are proposed in the end
	dependent = 1e-9 // squared length of the rest of a unit column below which it is a combination of the others
)

// member is a form with its number: one column, or two that never count at once.
type member struct {
	at, family int
	numbers    int         // that are fitted: of its columns, and its own
	columns    [][]float64 // times the roots of the weights, of length one
	form       *form
}

// sum is a choice of members.
type sum struct {
	members []*member
	known   [][]float64 // the directions of their columns, orthonormal
	pulls   []float64   // how far the target goes along each
	left    []float64   // of the target
	rss     float64
	length  float64 // of what is written down
	total   float64 // with what is left
	search  *search

	from *sum   // the sum without its last member; nil: other members were exchanged, too
	rest []rest // of all members of the search, by their number; nil: not computed yet
}

// rest is the part of a member's columns that is orthogonal to the columns of a sum.
type rest struct {
	free, other, both float64 // squared lengths of the first and the second column, and their inner product
	gain, gain2       float64 // inner product of each column with what the sum leaves of the target
}

// search is one search of one table by one weighting.
type search struct {
	ctx      context.Context //nolint:containedctx // of one call
	target   []float64
	yy       float64
	families [][]*member
	root     []float64
	weight   []float64
	cells    int // different inputs
}

func newSearch(ctx context.Context, d *dataset.Data, families [][]*form, weight []float64) *search {
	s := &search{ctx: ctx, root: make([]float64, len(weight)), weight: weight, cells: d.Cells}
	for i, w := range weight {
		s.root[i] = math.Sqrt(w)
	}
	s.target = floats.MulTo(make([]float64, len(weight)), d.Y, s.root)
	s.yy = floats.Dot(s.target, s.target)
	at := 0
	for _, family := range families {
		var members []*member
		for _, form := range family {
			if m := s.member(form); m != nil {
				m.at, m.family, m.numbers = at, len(s.families), len(m.columns)
				if len(family) > 1 {
					m.numbers++
				}
				at++
				members = append(members, m)
			}
		}
		if len(members) > 0 {
			s.families = append(s.families, members)
		}
	}
	return s
}

// member is a form by the search's weights; nil where it counts at no point.
func (s *search) member(f *form) *member {
	m := &member{form: f}
	for _, c := range f.columns {
		scaled := floats.MulTo(make([]float64, len(c)), c, s.root)
		size := leastsquares.Norm(scaled)
		if !(size > 0) || math.IsInf(size, 0) {
			return nil
		}
		floats.Scale(1/size, scaled)
		m.columns = append(m.columns, scaled)
	}
	return m
}

// score is the description length of a sum that leaves rss.
func (s *search) score(rss, length float64) float64 {
	return float64(len(s.target))/2*math.Log(max(rss, 1e-20*s.yy)/s.yy) + length
}

// of is the sum of some members; nil where one says what others do, or where as many numbers are fitted as there are
// different inputs: these would be met by any form.
func (s *search) of(members []*member) *sum {
	out := &sum{members: members, left: slices.Clone(s.target), search: s}
	numbers := 0
	for _, m := range members {
		if numbers += m.numbers; numbers >= s.cells {
			return nil
		}
		out.length += m.form.length
		for _, c := range m.columns {
			v := slices.Clone(c)
			for range 2 { // once more takes away what rounding left
				for _, q := range out.known {
					floats.AddScaled(v, -floats.Dot(q, v), q)
				}
			}
			size := leastsquares.Norm(v)
			if size*size < dependent {
				return nil
			}
			floats.Scale(1/size, v)
			pull := floats.Dot(v, out.left)
			floats.AddScaled(out.left, -pull, v)
			out.known, out.pulls = append(out.known, v), append(out.pulls, pull)
		}
	}
	out.rss = floats.Dot(out.left, out.left)
	out.total = s.score(out.rss, out.length)
	return out
}

// orthogonal takes the sum's directions from one on away from the rest of a member, of which the earlier ones are taken away already.
func (a *sum) orthogonal(m *member, b rest, directions int) rest {
	for i, q := range a.known[directions:] {
		x, pull := floats.Dot(q, m.columns[0]), a.pulls[directions+i]
		b.free, b.gain = b.free-x*x, b.gain-x*pull
		if len(m.columns) > 1 {
			y := floats.Dot(q, m.columns[1])
			b.other, b.both, b.gain2 = b.other-y*y, b.both-x*y, b.gain2-y*pull
		}
	}
	return b
}

// whole is the rest of a member beside an empty sum. Its two columns are orthogonal, since they never count at once.
func (s *search) whole(m *member) rest {
	b := rest{free: 1, other: 1, gain: floats.Dot(m.columns[0], s.target)}
	if len(m.columns) > 1 {
		b.gain2 = floats.Dot(m.columns[1], s.target)
	}
	return b
}

// rests computes the rests of all members of the search once.
func (a *sum) rests() []rest {
	if a.rest != nil {
		return a.rest
	}
	for _, family := range a.search.families {
		for _, m := range family {
			if a.from != nil {
				a.rest = append(a.rest, a.orthogonal(m, a.from.rests()[m.at], len(a.from.known)))
			} else {
				a.rest = append(a.rest, a.orthogonal(m, a.search.whole(m), 0))
			}
		}
	}
	return a.rest
}

// without returns the residual sum of squares of a sum with one more member, which has this rest.
func (a *sum) without(m *member, b rest) float64 {
	if len(m.columns) == 1 {
		if b.free < dependent {
			return a.rss
		}
		return a.rss - b.gain*b.gain/b.free
	}
	det := b.free*b.other - b.both*b.both
	if det < dependent {
		return a.rss
	}
	return a.rss - (b.gain*b.gain*b.other-2*b.gain*b.gain2*b.both+b.gain2*b.gain2*b.free)/det
}

// next is a sum with one more member, before it is worked out.
type next struct {
	from  *sum
	with  *member
	total float64
}

// best keeps so many sums of each number of members, and returns the finalists, the shortest first.
func (s *search) best(width int) (all []*sum) {
	level := []*sum{s.of(nil)}
	for range min(mostTerms, len(s.target)-1) {
		var options []next
		for _, from := range level {
			if s.ctx.Err() != nil {
				return all
			}
			if from.rss <= 1e-20*s.yy {
				continue
			}
			rests := from.rests()
			for f, family := range s.families {
				if slices.ContainsFunc(from.members, func(m *member) bool { return m.family == f }) {
					continue
				}
				var with *member
				least := from.rss
				for _, m := range family {
					if left := from.without(m, rests[m.at]); left < least {
						with, least = m, left
					}
				}
				if with != nil {
					options = append(options, next{from, with, s.score(least, from.length+with.form.length)})
				}
			}
		}
		slices.SortStableFunc(options, func(a, b next) int { return cmp.Compare(a.total, b.total) })
		level = nil
		seen := map[string]bool{}
		for _, o := range options {
			if len(level) == width {
				break
			}
			if made := s.of(append(slices.Clone(o.from.members), o.with)); made != nil && !seen[made.key()] {
				made.from = o.from
				seen[made.key()] = true
				if better := s.again(made); better == made || !seen[better.key()] {
					seen[better.key()] = true
					level = append(level, better)
				}
			}
		}
		slices.SortStableFunc(level, func(a, b *sum) int { return cmp.Compare(a.total, b.total) })
		for _, a := range level[:min(finalists, len(level))] {
			all = append(all, s.finer(a))
		}
	}
	slices.SortStableFunc(all, func(a, b *sum) int { return cmp.Compare(a.total, b.total) })
	return all
}

// again chooses the number of each form anew beside the others.
func (s *search) again(a *sum) *sum {
	return s.exchanged(a, func(m *member) []*member { return s.families[m.family] })
}

// finer is again with numbers between those of the families.
func (s *search) finer(a *sum) *sum {
	return s.exchanged(a, func(m *member) (all []*member) {
		if m.form.finer == nil {
			return nil
		}
		for _, f := range m.form.finer() {
			if made := s.member(f); made != nil {
				made.at, made.family, made.numbers = m.at, m.family, m.numbers
				all = append(all, made)
			}
		}
		return all
	})
}

// exchanged is a sum with each member exchanged for the one that leaves least beside the others.
func (s *search) exchanged(a *sum, others func(*member) []*member) *sum {
	for i, m := range a.members {
		candidates := others(m)
		if len(candidates) < 2 {
			continue
		}
		fewer := s.of(slices.Delete(slices.Clone(a.members), i, i+1))
		if fewer == nil {
			continue
		}
		left := func(m *member) float64 { return fewer.without(m, fewer.orthogonal(m, s.whole(m), 0)) }
		now, least := m, left(m)
		for _, other := range candidates {
			if without := left(other); without < least {
				now, least = other, without
			}
		}
		if now != m {
			members := slices.Clone(a.members)
			members[i] = now
			if made := s.of(members); made != nil && made.total < a.total {
				a = made
			}
		}
	}
	return a
}

// key is the same for the same members.
func (a *sum) key() string {
	at := make([]int, len(a.members))
	for i, m := range a.members {
		at[i] = m.at
	}
	slices.Sort(at)
	return strings.Trim(fmt.Sprint(at), "[]")
}

// nodes are the ways to write a sum down: as it was found, and where it has the larger or smaller of two lines and no constant, with a
// little one, since both lines may begin above zero.
func (a *sum) nodes(d *dataset.Data) []expression.Node {
	all := []expression.Node{a.node(d, 0)}
	two := slices.ContainsFunc(a.members, func(m *member) bool { return m.form.within != nil })
	if two && !slices.ContainsFunc(a.members, func(m *member) bool { return m.family == 0 }) {
		all = append(all, a.node(d, fitted(little*d.Level())))
	}
	return all
}

// little is the part of the typical value from where fitting a constant begins.
const little = 1e-3

// node writes a sum down, with simple coefficients where it says every count exactly; constant is that within the larger or smaller of
// two lines, where the sum has none.
func (a *sum) node(d *dataset.Data, constant float64) expression.Node {
	var columns [][]float64
	members := slices.Clone(a.members)
	slices.SortStableFunc(members, func(a, b *member) int { return cmp.Compare(a.at, b.at) })
	for _, m := range members {
		columns = append(columns, m.form.columns...)
	}
	coef, _ := leastsquares.Solve(columns, d.Y, a.search.weight)
	if coef == nil {
		return expression.Constant(d.Level())
	}
	if !d.Noisy {
		simple := make([]float64, len(coef))
		for i, c := range coef {
			simple[i] = decimal.NearestFraction(c, 1e-5)
		}
		exact := true
		for row, y := range d.Y {
			said := 0.0
			for i, c := range simple {
				said += c * columns[i][row]
			}
			exact = exact && math.Abs(y-said) <= 1e-9*max(math.Abs(y), 1e-3*d.Level())
		}
		if exact {
			coef = simple
		}
	}
	var out expression.Node
	inside := slices.ContainsFunc(members, func(m *member) bool { return m.form.within != nil })
	for _, m := range members { // the constant is the first
		if m.family == 0 && inside {
			constant, coef = coef[0], coef[1:]
			continue
		}
		part := m.form.write(coef[:len(m.columns)])
		if m.form.within != nil && inside {
			part, inside = m.form.within(coef[0], constant), false
		}
		if out == nil {
			out = part
		} else {
			out = op(expression.Add, out, part)
		}
		coef = coef[len(m.columns):]
	}
	return expression.Simplify(out)
}

// exactly is an expression whose numbers were made simple, where it says every count then; else it as it was.
func exactly(d *dataset.Data, n expression.Node) expression.Node {
	simple := expression.Simplify(expression.Map(n, func(n expression.Node) expression.Node {
		if c, ok := n.(expression.Constant); ok {
			return expression.Constant(decimal.NearestFraction(float64(c), 1e-3))
		}
		return n
	}))
	if f, err := d.Evaluate(simple); err != nil || dataset.RelativeError(d, f) != 0 {
		return n
	}
	return simple
}
