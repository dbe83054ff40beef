package rules

import (
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// tree is a decision tree. A leaf has no condition.
type tree struct {
	condition expression.Node
	yes, no   *tree
	split     split // behind the condition
	decision  int
	length    float64 // description length of rules and decisions
}

// learner holds what does not change while a tree grows.
type learner struct {
	data      *dataset.Data
	questions []question
	decisions []int
	weight    []float64
	classes   int
	table     []float64 // x log x of small whole numbers
	most      float64   // answers of points to questions that are looked at
}

// widths are how many conditions are tried at each depth, from the most thorough
// search to the quickest.
var widths = [][]int{{8, 4, 3, 2, 1}, {6, 3, 2, 1, 1}, {4, 2, 1, 1, 1}, {2, 1, 1, 1, 1}}

// mostWork is how many answers of points to questions one tree may look at.
const mostWork = 5e7

// search is a learner that grows one tree.
type search struct {
	*learner
	width  []int
	orders [][][]int32    // by depth, of each number that is compared: the points, smallest value first
	known  map[part]*tree // what was grown for the same points before: a then b is b then a
	inside []bool
	tally  *tally
}

// part is a set of points at a depth.
type part struct {
	hash   uint64
	points int
	depth  int
}

// search makes everything ready for growing a tree for some points.
func (l *learner) search(points []int) *search {
	// The widest search that the work allows for so many points and questions.
	s := &search{learner: l, known: map[part]*tree{}, tally: newTally(l)}
	for _, width := range widths {
		s.width = width
		paths, work := 1, 1
		for _, w := range width[:len(width)-1] {
			paths *= w
			work += paths
		}
		if float64(work)*float64(len(points)*len(l.questions)) < l.most {
			break
		}
	}
	s.orders = make([][][]int32, len(s.width))
	for depth := range s.orders {
		s.orders[depth] = make([][]int32, len(l.questions))
	}
	s.inside = make([]bool, len(l.decisions))
	for _, p := range points {
		s.inside[p] = true
	}
	// Points are sorted once for each question; below, orders are filtered and stay
	// sorted (as in SLIQ, Mehta, Agrawal and Rissanen 1996).
	for q := range l.questions {
		if l.questions[q].decides {
			continue
		}
		order := make([]int32, 0, len(points))
		for _, p := range l.questions[q].sorted() {
			if s.inside[p] {
				order = append(order, p)
			}
		}
		s.orders[0][q] = order
	}
	return s
}

// grow returns the tree with the shortest description for some points, whose orders lie
// at this depth. A leaf is the least that it returns; a question is asked only where it
// makes the whole description shorter.
func (s *search) grow(points []int, depth int) *tree {
	best := s.leaf(points)
	if best.length == 0 || depth == len(s.width) || len(points) < 2 {
		return best
	}
	// Points are known by the sum of their hashes, which does not depend on their order.
	key := part{points: len(points), depth: depth}
	for _, p := range points {
		key.hash += mix(uint64(p))
	}
	if t := s.known[key]; t != nil {
		return t
	}
	for _, c := range s.candidates(s.splits(points, depth, best.length), points, s.width[depth]) {
		price := c.length + 2 // the two ways to go on, and having looked at many conditions
		if price >= best.length {
			continue
		}
		var yes, no []int
		for _, p := range points {
			if c.holds(p) {
				yes = append(yes, p)
			} else {
				no = append(no, p)
			}
		}
		t := &tree{condition: c.node(), split: c, yes: s.below(yes, depth), no: s.below(no, depth)}
		t.length = price + t.yes.length + t.no.length
		if t.length < best.length {
			best = t
		}
	}
	s.known[key] = best
	return best
}

// below grows a tree for one side of a condition, with the orders of the depth below
// filtered to its points.
func (s *search) below(points []int, depth int) *tree {
	if depth+1 == len(s.width) {
		return s.leaf(points)
	}
	clear(s.inside)
	for _, p := range points {
		s.inside[p] = true
	}
	for q, order := range s.orders[depth] {
		kept := s.orders[depth+1][q][:0]
		for _, p := range order {
			if s.inside[p] {
				kept = append(kept, p)
			}
		}
		s.orders[depth+1][q] = kept
	}
	return s.grow(points, depth+1)
}

// mix spreads a number over all bits (Steele, Lea and Flood 2014, splitmix).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// tree is the shortest tree for some points. Numbers are combined by three and
// four where no condition on fewer decides all.
func (l *learner) tree(points []int) *tree {
	s := l.search(points)
	splits := s.splits(points, 0, l.leaf(points).length)
	if len(splits) == 0 || splits[0].left > 0 {
		numbers := promising(l.data, splits)
		l.questions = append(l.questions, combinations(l.data, numbers)...)
		l.questions = append(l.questions, l.weighted(points, numbers)...)
		s = l.search(points)
	}
	return l.widened(s.grow(points, 0).decided(), points)
}

// promising are the numbers that help most, alone or with one other, in the
// order of the data.
func promising(d *dataset.Data, splits []split) []expression.Node {
	chosen := map[expression.Node]bool{}
	for _, s := range splits {
		for _, n := range s.question.numbers {
			if len(chosen) < maxTriples {
				chosen[n] = true
			}
		}
	}
	var out []expression.Node
	for _, c := range d.Columns {
		if v := (expression.Variable{Variable: c.Variable}); chosen[v] {
			out = append(out, v)
		}
	}
	return out
}

// decided is a tree without conditions that decide nothing: both ways lead to
// the same transition, if more or less surely.
func (t *tree) decided() *tree {
	if t.condition == nil {
		return t
	}
	yes, no := t.yes.decided(), t.no.decided()
	if yes.condition == nil && no.condition == nil && yes.decision == no.decision {
		return yes
	}
	return &tree{condition: t.condition, split: t.split, yes: yes, no: no, length: t.length}
}
