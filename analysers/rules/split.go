package rules

import (
	"cmp"
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/decimal"
)

// unexplained is what it costs, in nats, that points of one leaf decide otherwise:
// programs decide by what they are given, and mostly that was measured.
const unexplained = 4

// leaf is the tree that decides these points without a question, for the most frequent class; its length is
// the entropy of the decisions and what the leaf's probability costs.
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
	t.length = l.entropy(counts, total)
	if t.length > 0 {
		t.length += 0.5*math.Log(total+1) + unexplained
	}
	return t
}

// entropy is the cost in nats of saying each decision.
func (l *learner) entropy(counts []float64, total float64) float64 {
	sum := l.xlogx(total)
	for _, c := range counts {
		if c >= total-1e-9 {
			return 0
		}
		sum -= l.xlogx(c)
	}
	return sum
}

// xlogx is x times its logarithm, from a table for what mostly is asked for.
func (l *learner) xlogx(x float64) float64 {
	if i := int(x); float64(i) == x && i >= 0 && i < len(l.table) {
		return l.table[i]
	}
	if x <= 0 {
		return 0
	}
	return x * math.Log(x)
}

// split is a condition: a question that decides, or a number that lies above a
// gap between measured values.
type split struct {
	question  *question
	low, high float64 // the gap
	length    float64
	left      float64 // nats that the decisions still cost after it
}

// node is the condition as a program most likely has it.
func (s *split) node() expression.Node {
	q := s.question
	switch {
	case q.decides:
		return q.node
	case q.equals(s.low, s.high):
		return q.at(0, s.low == 0)
	case q.times:
		return q.at(multiple(s.low, s.high))
	default:
		return q.at(decimal.Threshold(s.low, s.high, q.whole, q.binary()))
	}
}

// binary is how round powers of two are for what a question asks.
func (q *question) binary() decimal.Binary {
	if q.bytes {
		return decimal.Often
	}
	return decimal.Seldom
}

// equals reports whether a gap has nothing in it but that two numbers are equal.
func (q *question) equals(low, high float64) bool {
	return q.other != nil && !q.times && low <= 0 && high >= 0
}

// holds reports whether a measured point answers yes.
func (s *split) holds(point int) bool {
	x := s.question.values[point]
	if s.question.decides {
		return x != 0
	}
	return x >= s.high
}

// candidates are the best splits, half of them on single variables: splits on combinations of
// variables are many and alike, and would otherwise take all places.
func (l *learner) candidates(splits []split, points []int, most int) []split {
	var out []split
	combined := 0
	for _, s := range splits {
		alone := len(s.question.numbers) < 2
		if !alone && combined == (most+1)/2 || !l.says(s, points) {
			continue
		}
		if !alone {
			combined++
		}
		if out = append(out, s); len(out) == most {
			break
		}
	}
	return out
}

// says reports whether a split's condition, as it is written, divides points as
// the measured values do: products of a threshold are rounded.
func (l *learner) says(s split, points []int) bool {
	if !s.question.times {
		return true
	}
	holds, err := l.data.Evaluate(s.node())
	return err == nil && !slices.ContainsFunc(points, func(p int) bool { return (holds[p] != 0) != s.holds(p) })
}

// splits are conditions that help, the most helpful first.
func (s *search) splits(points []int, depth int, before float64) []split {
	var out []split
	for q := range s.questions {
		question := &s.questions[q]
		if !question.decides {
			out = s.tally.thresholds(out, question, s.orders[depth][q], before)
		} else if left := s.tally.decides(question, points); left < before {
			out = append(out, split{question: question, length: question.length, left: left})
		}
	}
	slices.SortStableFunc(out, func(a, b split) int { return cmp.Compare(a.left+a.length, b.left+b.length) })
	return out
}

// tally counts decisions on both sides of a condition.
type tally struct {
	*learner
	yes, no       []float64
	sumYes, sumNo float64
}

// newTally is room for the classes of a learner.
func newTally(l *learner) *tally {
	return &tally{learner: l, yes: make([]float64, l.classes), no: make([]float64, l.classes)}
}

// clear empties both sides.
func (t *tally) clear() {
	clear(t.yes)
	clear(t.no)
	t.sumYes, t.sumNo = 0, 0
}

// toYes counts a point's decision on the one side; with a negative weight it is taken
// back.
func (t *tally) toYes(p int, weight float64) {
	t.yes[t.decisions[p]] += weight
	t.sumYes += weight
}

// toNo counts a point's decision on the other side.
func (t *tally) toNo(p int, weight float64) {
	t.no[t.decisions[p]] += weight
	t.sumNo += weight
}

// left is what the decisions of both sides still cost, in nats.
func (t *tally) left() float64 { return t.entropy(t.yes, t.sumYes) + t.entropy(t.no, t.sumNo) }

// decides is what decisions still cost after a question; +Inf where all points
// answer alike.
func (t *tally) decides(q *question, points []int) float64 {
	t.clear()
	for _, p := range points {
		if q.values[p] != 0 {
			t.toYes(p, t.weight[p])
		} else {
			t.toNo(p, t.weight[p])
		}
	}
	if t.sumYes == 0 || t.sumNo == 0 {
		return math.Inf(1)
	}
	return t.left()
}

// thresholds adds the best place to divide by a number, and whether it is larger than, or
// as large as, what it is compared with. order has the points by the question's values,
// so that one pass over them counts both sides of all thresholds.
func (t *tally) thresholds(out []split, q *question, order []int32, before float64) []split {
	t.clear()
	for _, p := range order {
		t.toYes(int(p), t.weight[p])
	}
	best := split{question: q, left: before, length: q.length + math.Log(float64(len(t.decisions)))/2}
	if q.other != nil {
		best.length += 0.7 // the sum or product with the threshold
	}
	found := false
	for i, p := range order[:len(order)-1] {
		t.toNo(int(p), t.weight[p])
		t.toYes(int(p), -t.weight[p])
		low, high := q.values[p], q.values[order[i+1]]
		if low == high {
			continue
		}
		left := t.left()
		if left < before && q.equals(low, high) {
			out = append(out, split{question: q, low: low, high: high, left: left, length: q.length})
		}
		if left < best.left {
			best.left, best.low, best.high = left, low, high
			found = !q.equals(low, high)
		}
	}
	if found {
		out = append(out, best)
	}
	return out
}

// multiple is the factor between two measured ones that a program most likely
// has: a small fraction, else a round number.
func multiple(low, high float64) (t float64, above bool) {
	for _, parts := range []float64{1, 2, 4, 10, 3, 20} {
		at := math.Round((low+high)/2*parts) / parts
		if high-low >= 1/parts && (at < low || at > high) {
			at = math.Ceil(low*parts) / parts
		}
		if at >= low && at <= high && at > 0 && at <= 20 {
			return at, at < high
		}
	}
	return decimal.Threshold(low, high, false, decimal.Sometimes)
}
