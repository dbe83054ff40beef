package rules

import (
	"math"
	"slices"

	"beagle/analysers/fit"
	"beagle/model/expression"
)

// tree is a decision tree. A leaf has no condition.
type tree struct {
	condition expression.Node
	yes, no   *tree
	decision  int
	length    float64 // description length of rules and decisions
}

// learner holds what does not change while a tree grows.
type learner struct {
	questions []question
	decisions []int
	weight    []float64
	classes   int
}

// width is how many conditions are tried at each depth.
var width = []int{8, 4, 3, 2, 1}

// grow returns the tree with the shortest description for some points.
func (l *learner) grow(points []int, depth int) *tree {
	best := l.leaf(points)
	if best.length == 0 || depth == len(width) || len(points) < 2 {
		return best
	}
	splits := l.splits(points, best.length)
	for _, s := range splits[:min(width[depth], len(splits))] {
		var yes, no []int
		for _, p := range points {
			if s.holds(p) {
				yes = append(yes, p)
			} else {
				no = append(no, p)
			}
		}
		price := s.length + 2 // the two ways to go on, and having looked at many conditions
		if price >= best.length {
			continue
		}
		t := &tree{condition: s.node, yes: l.grow(yes, depth+1), no: l.grow(no, depth+1)}
		t.length = price + t.yes.length + t.no.length
		if t.length < best.length {
			best = t
		}
	}
	return best
}

func (l *learner) leaf(points []int) *tree {
	counts := make([]float64, l.classes)
	total := 0.0
	for _, p := range points {
		counts[l.decisions[p]] += l.weight[p]
		total += l.weight[p]
	}
	t := &tree{}
	for class, count := range counts {
		if count > counts[t.decision] {
			t.decision = class
		}
	}
	t.length = entropy(counts, total)
	if t.length > 0 {
		t.length += 0.5 * math.Log(total+1)
	}
	return t
}

// entropy is the cost in nats of saying each decision.
func entropy(counts []float64, total float64) float64 {
	sum := 0.0
	for _, c := range counts {
		if c > 0 && c < total {
			sum -= c * math.Log(c/total)
		}
	}
	return sum
}

// split is a condition: a question that decides, or a number at least or above
// a threshold.
type split struct {
	question *question
	at       float64
	above    bool
	node     expression.Node
	length   float64
	left     float64 // nats that the decisions still cost after it
}

func (s *split) holds(point int) bool {
	x := s.question.values[point]
	switch {
	case s.question.decides:
		return x != 0
	case s.above:
		return x > s.at
	default:
		return x >= s.at
	}
}

// splits are conditions that help, the most helpful first.
func (l *learner) splits(points []int, before float64) []split {
	var out []split
	yes, no := make([]float64, l.classes), make([]float64, l.classes)
	order := make([]int, len(points))
	perThreshold := math.Log(float64(len(l.decisions))) / 2
	for q := range l.questions {
		question := &l.questions[q]
		clear(yes)
		clear(no)
		var sumYes, sumNo float64
		if question.decides {
			for _, p := range points {
				if question.values[p] != 0 {
					yes[l.decisions[p]] += l.weight[p]
					sumYes += l.weight[p]
				} else {
					no[l.decisions[p]] += l.weight[p]
					sumNo += l.weight[p]
				}
			}
			if left := entropy(yes, sumYes) + entropy(no, sumNo); sumYes > 0 && sumNo > 0 && left < before {
				out = append(out, split{question: question, node: question.node, length: question.length, left: left})
			}
			continue
		}
		copy(order, points)
		slices.SortFunc(order, func(a, b int) int { return compare(question.values[a], question.values[b]) })
		for _, p := range points {
			yes[l.decisions[p]] += l.weight[p]
			sumYes += l.weight[p]
		}
		best, bestAt := before, -1
		for i, p := range order[:len(order)-1] {
			no[l.decisions[p]] += l.weight[p]
			yes[l.decisions[p]] -= l.weight[p]
			sumNo += l.weight[p]
			sumYes -= l.weight[p]
			if question.values[p] == question.values[order[i+1]] {
				continue
			}
			if left := entropy(yes, sumYes) + entropy(no, sumNo); left < best {
				best, bestAt = left, i
			}
		}
		if bestAt >= 0 {
			s := split{question: question, left: best, length: question.length + 1 + perThreshold}
			s.at, s.above = fit.Threshold(question.values[order[bestAt]], question.values[order[bestAt+1]], question.whole, question.bytes)
			o := expression.GreaterEqual
			if s.above {
				o = expression.Greater
			}
			s.node = bin(o, question.node, expression.Constant(s.at))
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b split) int { return compare(a.left+a.length, b.left+b.length) })
	return out
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
