package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"beagle/statistics/dataset"
	"beagle/statistics/leastsquares"
)

// How far is searched.
const (
	mostTerms = 8 // the constant included
	usual     = 5 // terms beyond which only data that are explained almost exactly are worth the search
	exchanged = 4 // sums of each number of terms whose terms are exchanged
)

// Parts of a sum of squares that are rounding alone.
const (
	nothing   = 1e-20 // of the target's, where columns are subtracted one after the other
	rounding  = 1e-13 // of the target's, where inner products are subtracted
	dependent = 1e-9  // of a column's: it is a combination of the others
)

// member is a form with its number: one column, or two that never count at once.
type member struct {
	at, family int
	numbers    int         // that are fitted: of its columns, and its own
	columns    [][]float64 // times the roots of the weights, of length one
	pulls      [2]float64  // inner products of the columns with the target
	form       *form
	factor     float64     // of what it takes to write it down
	first      int         // of its columns among those of the search; -1: it is not in its table
	products   [][]float64 // inner products of its columns with all columns of the search; nil: not computed yet
}

// sum is a choice of members.
type sum struct {
	members    []*member
	directions []direction
	left       []float64 // of the target
	rss        float64
	length     float64 // of what is written down
	total      float64 // with what is left
	search     *search
}

// direction is a unit vector: a column without its projections on the columns before it (Gram and Schmidt).
type direction struct {
	of     *member
	column int // of the member
	values []float64
	along  []float64 // inner products of the column with the directions before
	size   float64   // of the column without its projections
	pull   float64   // inner product with the target
}

// rest describes a member's columns without their projections on the columns of a sum.
type rest struct {
	free, other, both float64 // squared lengths of the first and the second column, and their inner product
	gain, gain2       float64 // inner products of the columns with the residuals of the sum
}

// search is one search of one table by one weighting. What two columns have in common is computed once, where one of them is
// in a sum: after that a further column costs no look at the points.
type search struct {
	rows     []int     // of the points with a weight
	root     []float64 // of their weights
	target   []float64
	yy       float64
	families [][]*member
	columns  int // of all members
	weight   []float64
	cells    int // different inputs
}

func newSearch(d *dataset.Data, families [][]*form, weight []float64) *search {
	s := &search{weight: weight, cells: d.Cells}
	for i, w := range weight {
		if w > 0 {
			s.rows, s.root = append(s.rows, i), append(s.root, math.Sqrt(w))
		}
	}
	s.target = s.weighted(d.Y)
	s.yy = floats.Dot(s.target, s.target)
	at := 0
	for _, family := range families {
		var members []*member
		for _, form := range family {
			if m := s.member(form); m != nil {
				m.at, m.family, m.numbers, m.first = at, len(s.families), len(m.columns), s.columns
				if len(family) > 1 {
					m.numbers++
				}
				at++
				s.columns += len(m.columns)
				members = append(members, m)
			}
		}
		if len(members) > 0 {
			s.families = append(s.families, members)
		}
	}
	return s
}

// weighted are values times the roots of the weights.
func (s *search) weighted(values []float64) []float64 {
	out := dataset.Pick(values, s.rows)
	floats.Mul(out, s.root)
	return out
}

// member is a form by the search's weights; nil where it counts at no point.
func (s *search) member(f *form) *member {
	m := &member{form: f, factor: s.factor(f.length), first: -1}
	for i, c := range f.columns {
		scaled := s.weighted(c)
		size := leastsquares.Norm(scaled)
		if !(size > 0) || math.IsInf(size, 0) {
			return nil
		}
		floats.Scale(1/size, scaled)
		m.columns = append(m.columns, scaled)
		m.pulls[i] = floats.Dot(scaled, s.target)
	}
	return m
}

// score is the description length of a sum that leaves rss.
func (s *search) score(rss, length float64) float64 {
	return float64(len(s.target))/2*math.Log(max(rss, nothing*s.yy)/s.yy) + length
}

// factor is by which a residual sum of squares may be smaller for what takes so many nats to write down.
func (s *search) factor(length float64) float64 { return math.Exp(2 * length / float64(len(s.target))) }

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
		for at, c := range m.columns {
			d := direction{of: m, column: at, values: slices.Clone(c), along: make([]float64, len(out.directions))}
			for range 2 { // once more takes away what rounding left
				for i, q := range out.directions {
					x := floats.Dot(q.values, d.values)
					d.along[i] += x
					floats.AddScaled(d.values, -x, q.values)
				}
			}
			d.size = leastsquares.Norm(d.values)
			if d.size*d.size < dependent {
				return nil
			}
			floats.Scale(1/d.size, d.values)
			d.pull = floats.Dot(d.values, out.left)
			floats.AddScaled(out.left, -d.pull, d.values)
			out.directions = append(out.directions, d)
		}
	}
	out.rss = floats.Dot(out.left, out.left)
	out.total = s.score(out.rss, out.length)
	return out
}

// inProducts are the inner products of a member's columns with all columns of the search.
func (s *search) inProducts(m *member) [][]float64 {
	if m.products != nil {
		return m.products
	}
	products := make([][]float64, len(m.columns))
	for at, c := range m.columns {
		all := make([]float64, 0, s.columns)
		for _, family := range s.families {
			for _, other := range family {
				for i, column := range other.columns {
					if other.products != nil {
						all = append(all, other.products[i][m.first+at])
					} else {
						all = append(all, floats.Dot(c, column))
					}
				}
			}
		}
		products[at] = all
	}
	m.products = products
	return products
}

// along are the inner products of a member's column with the sum's directions.
func (a *sum) along(out []float64, m *member, column int) []float64 {
	for i := range a.directions {
		d := &a.directions[i]
		if m.first < 0 || d.of.first < 0 {
			out[i] = floats.Dot(d.values, m.columns[column])
			continue
		}
		x := a.search.inProducts(d.of)[d.column][m.first+column]
		for j, y := range out[:i] {
			x -= d.along[j] * y
		}
		out[i] = x / d.size
	}
	return out[:len(a.directions)]
}

// rest takes the projections on the sum's columns away from a member's. Its two columns are orthogonal, since they never count at once.
func (a *sum) rest(m *member) rest {
	var room [2][2 * mostTerms]float64
	b := rest{free: 1, other: 1, gain: m.pulls[0], gain2: m.pulls[1]}
	first := a.along(room[0][:], m, 0)
	for i, x := range first {
		b.free, b.gain = b.free-x*x, b.gain-x*a.directions[i].pull
	}
	if len(m.columns) > 1 {
		for i, y := range a.along(room[1][:], m, 1) {
			b.other, b.both, b.gain2 = b.other-y*y, b.both-first[i]*y, b.gain2-y*a.directions[i].pull
		}
	}
	return b
}

// without returns the residual sum of squares of the sum with one more member.
func (a *sum) without(m *member) float64 {
	b := a.rest(m)
	size, gain := b.free, b.gain*b.gain
	if len(m.columns) > 1 {
		size, gain = b.free*b.other-b.both*b.both, b.gain*b.gain*b.other-2*b.gain*b.gain2*b.both+b.gain2*b.gain2*b.free
	}
	if size < dependent {
		return a.rss
	}
	return max(a.rss-gain/size, a.search.yy*rounding)
}

// next is a sum with one more member, before it is worked out.
type next struct {
	from  *sum
	with  *member
	total float64
	place int // among those that were found
}

// options gathers the shortest of many sums.
type options struct {
	kept  []next
	most  int     // are kept
	found int     // in all
	bound float64 // squared rest, times the factors of what is written down, from where a sum is too long; 0: none yet
}

// shortest forgets all but the shortest sums, and returns these in order.
func (o *options) shortest() []next {
	slices.SortFunc(o.kept, func(a, b next) int { return cmp.Or(cmp.Compare(a.total, b.total), cmp.Compare(a.place, b.place)) })
	o.kept = o.kept[:min(o.most, len(o.kept))]
	return o.kept
}

// extend adds the sums with one more member, the best of each family from one on.
func (a *sum) extend(into *options, from int) {
	factor := a.search.factor(a.length)
	for f, family := range a.search.families {
		if f < from || slices.ContainsFunc(a.members, func(m *member) bool { return m.family == f }) {
			continue
		}
		var with *member
		var least, shortest float64
		for _, m := range family {
			if left := a.without(m); left < a.rss && (with == nil || left*m.factor < shortest) {
				with, least, shortest = m, left, left*m.factor
			}
		}
		// Most sums are too long, which is seen without a logarithm.
		if with == nil || into.bound > 0 && shortest*factor > into.bound {
			continue
		}
		into.found++
		into.kept = append(into.kept, next{a, with, a.search.score(least, a.length+with.form.length), into.found})
		if len(into.kept) >= 8*into.most {
			last := into.shortest()[into.most-1]
			into.bound = a.search.yy * a.search.factor(last.total)
		}
	}
}

// width bounds a search.
type width struct {
	beam   int  // sums of each number of terms that get a further one
	keep   int  // sums of each number of terms that are returned
	single bool // all sums of one term, with or without the constant, get a further one
}

// best are the shortest sums of each number of terms, the shortest of all first.
func (s *search) best(ctx context.Context, w width) (all []*sum) {
	empty := s.of(nil)
	level := []*sum{empty}
	for size := 1; size <= min(mostTerms, len(s.target)-1); size++ {
		if size > usual && !s.nearly(level) {
			break
		}
		found := &options{most: 2 * size * w.beam} // the same sum may be reached by each of its terms
		var single []next
		for _, from := range level {
			if ctx.Err() != nil {
				return all
			}
			if from.rss <= nothing*s.yy {
				continue
			}
			switch varying := slices.DeleteFunc(slices.Clone(from.members), func(m *member) bool { return m.family == 0 }); {
			case !w.single || len(varying) > 1:
				from.extend(found, 0)
			case len(varying) == 1: // all other such sums are there, too, and are extended by this term
				from.extend(found, varying[0].family+1)
			default:
				one := &options{most: len(s.families)}
				from.extend(one, 0)
				single = append(single, one.kept...)
			}
		}
		seen := map[string]bool{}
		level = nil
		take := func(options []next, most int) {
			for _, o := range options {
				if len(level) == most {
					return
				}
				s.take(o, &level, seen)
			}
		}
		if size == 1 && len(s.families) > 0 { // the constant, which many sums begin with, is kept whatever it says alone
			s.take(next{from: empty, with: s.families[0][0]}, &level, seen)
		}
		take(single, math.MaxInt)
		take(found.shortest(), len(level)+w.beam)
		sorted(level)
		for _, a := range level[:min(exchanged, len(level))] {
			for _, o := range s.exchanges(a) {
				s.take(o, &level, seen)
			}
		}
		sorted(level)
		for _, a := range level[:min(w.keep, len(level))] {
			all = append(all, s.finer(a))
		}
	}
	sorted(all)
	return all
}

// sorted puts the shortest first.
func sorted(level []*sum) {
	slices.SortStableFunc(level, func(a, b *sum) int { return cmp.Compare(a.total, b.total) })
}

// nearly reports whether hardly any noise is left: then the one right choice leaves nothing, and is worth looking for. Few
// points are met by wrong choices, too.
func (s *search) nearly(level []*sum) bool {
	return len(level) > 0 && len(s.target) >= 10*len(level[0].members) && level[0].rss < 1e-4*s.yy && level[0].rss > 1e-12*s.yy
}

// take works a sum out and adds it to those of its number of terms, unless it is there.
func (s *search) take(o next, level *[]*sum, seen map[string]bool) {
	made := s.of(append(slices.Clone(o.from.members), o.with))
	if made == nil || seen[made.key()] {
		return
	}
	seen[made.key()] = true
	if better := s.again(made); better == made || !seen[better.key()] {
		seen[better.key()] = true
		*level = append(*level, better)
	}
}

// exchanges are a sum with each of its members replaced by the one of all that says most beside the others.
func (s *search) exchanges(a *sum) (all []next) {
	if len(a.members) < 2 {
		return nil
	}
	for i := range a.members {
		if fewer := s.of(slices.Delete(slices.Clone(a.members), i, i+1)); fewer != nil {
			best := &options{most: 1}
			fewer.extend(best, 0)
			all = append(all, best.shortest()...)
		}
	}
	return all
}

// again chooses the number of each form anew beside the others.
func (s *search) again(a *sum) *sum {
	return s.chosen(a, func(m *member) []*member { return s.families[m.family] })
}

// finer is again with numbers between those of the families, as long as that finds shorter sums.
func (s *search) finer(a *sum) *sum {
	for {
		next := s.chosen(a, s.between)
		if next == a {
			return a
		}
		a = next
	}
}

// between are the members with numbers near that of one.
func (s *search) between(m *member) (all []*member) {
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
}

// chosen is a sum with each member exchanged for the one that is shortest beside the others.
func (s *search) chosen(a *sum, others func(*member) []*member) *sum {
	for i, m := range a.members {
		candidates := others(m)
		if len(candidates) < 2 {
			continue
		}
		fewer := s.of(slices.Delete(slices.Clone(a.members), i, i+1))
		if fewer == nil {
			continue
		}
		now, least := m, fewer.without(m)*m.factor
		for _, other := range candidates {
			if without := fewer.without(other) * other.factor; without < least {
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
	return fmt.Sprint(at)
}
