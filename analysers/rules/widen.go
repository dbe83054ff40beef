package rules

// widened is a tree whose thresholds lie where a program most likely has them. A
// threshold was found between neighbours among all points, but may be anywhere
// between those that it decides: others get the same decision on both sides.
func (l *learner) widened(t *tree, points []int) *tree {
	if t.condition == nil {
		return t
	}
	out := *t
	if s := t.split; !s.question.decides && !s.question.equals(s.low, s.high) {
		s.low, s.high = l.slack(t, points)
		if l.divides(t, s, points) {
			out.split, out.condition = s, s.node()
		}
	}
	holds, err := l.data.Evaluate(out.condition)
	if err != nil {
		return t
	}
	var yes, no []int
	for _, p := range points {
		if holds[p] != 0 {
			yes = append(yes, p)
		} else {
			no = append(no, p)
		}
	}
	out.yes, out.no = l.widened(t.yes, yes), l.widened(t.no, no)
	return &out
}

// slack is the gap in which the threshold of a tree can lie without deciding
// otherwise for any point.
func (l *learner) slack(t *tree, points []int) (low, high float64) {
	s := &t.split
	below, above := false, false
	for _, p := range points {
		if t.yes.at(p) == t.no.at(p) {
			continue
		}
		x := s.question.values[p]
		if s.holds(p) {
			if !above || x < high {
				high, above = x, true
			}
		} else if !below || x > low {
			low, below = x, true
		}
	}
	if !below || !above {
		return s.low, s.high
	}
	return low, high
}

// divides reports whether another gap's condition, as it is written, still
// decides for all points as the tree does.
func (l *learner) divides(t *tree, other split, points []int) bool {
	holds, err := l.data.Evaluate(other.node())
	if err != nil {
		return false
	}
	for _, p := range points {
		if t.yes.at(p) != t.no.at(p) && (holds[p] != 0) != t.split.holds(p) {
			return false
		}
	}
	return true
}

// at is what a tree decides for a point that was measured.
func (t *tree) at(point int) int {
	for t.condition != nil {
		if t.split.holds(point) {
			t = t.yes
		} else {
			t = t.no
		}
	}
	return t.decision
}
