package blackboard

import "math"

// A sample of records that stand for unequally many others is drawn by priority (Duffield, Lund and Thorup, "Priority
// sampling for estimation of arbitrary subset sums", 2007).

// PriorityKey is how a record ranks.
func PriorityKey(weight float64, random uint64) float64 {
	return math.Sqrt(weight) / ((float64(random>>11) + 1) / (1 << 53)) // 0 to 1, never 0
}

// LeastKey is where in a sample the smallest key is, which goes first.
type LeastKey struct {
	at    int
	known bool
}

// At is the place of the smallest key among so many.
func (l *LeastKey) At(count int, key func(i int) float64) int {
	if l.known {
		return l.at
	}
	l.at, l.known = 0, true
	smallest := math.Inf(1)
	for i := range count {
		if k := key(i); k < smallest {
			l.at, smallest = i, k
		}
	}
	return l.at
}

// Changed says that the sample is another one now.
func (l *LeastKey) Changed() { l.known = false }

// ShareOut has the records of a sample stand for so many together.
func ShareOut(total float64, weights []float64, least float64) {
	kept := 0.0
	for i, w := range weights {
		weights[i] = max(w, least*math.Sqrt(w))
		kept += weights[i]
	}
	for i := range weights {
		weights[i] = total / (kept / weights[i])
	}
}
