package blackboard

import "math"

// A sample of records that stand for unequally many others is drawn by priority (Duffield, Lund and Thorup, "Priority
// sampling for estimation of arbitrary subset sums", 2007). A program is recorded wholly at first, and one of thousands
// of executions later. A uniform sample would hardly have any of the later records, so that one of them would stand for
// most of the time; one by weight would have none of the first, which take longest. So what a record stands for counts
// by its square root, halfway between both. Estimates are unbiased however it counts.

// PriorityKey is how a record ranks: a sample keeps those with the largest keys. Random is any number, as a hash has
// it.
func PriorityKey(weight float64, random uint64) float64 {
	return math.Sqrt(weight) / ((float64(random>>11) + 1) / (1 << 53)) // 0 to 1, never 0
}

// LeastKey is where in a sample the smallest key is, which goes first. It is worked out once for each change of the
// sample.
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

// ShareOut has the records of a sample stand for so many together. Weights are those that they came with, and become
// those that they stand for; least is the smallest key of the sample where others were not kept, else 0.
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
