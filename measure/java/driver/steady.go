package driver

import (
	"math"
	"slices"
)

// steady is the round from which on a launch is in its steady state, and whether it reached one. Rounds
// are the mean logarithms of times by their places' medians. As Barrett et al. ("Virtual machine warmup blows
// hot and cold", OOPSLA 2017) it finds changes of the level by optimal partitioning (Jackson et al. 2005) with
// the penalty of Killick et al. (2012), takes the last segment and those before it whose level is the same,
// and asks that this is the last quarter at least.
func steady(rounds []float64) (from int, settled bool) {
	n := len(rounds)
	if n < 4 {
		return n / 2, false
	}
	cuts := segments(rounds)
	last := mean(rounds[cuts[len(cuts)-1]:])
	const same = 0.01 // relative: a hundredth of the time, below what a person would call a change
	from = cuts[len(cuts)-1]
	for i := len(cuts) - 2; i >= 0; i-- {
		if math.Abs(mean(rounds[cuts[i]:cuts[i+1]])-last) > same {
			break
		}
		from = cuts[i]
	}
	settled = from <= n-n/4
	return min(from, n-n/4), settled
}

// segments are where segments of the same level begin, the first of them 0.
func segments(x []float64) []int {
	n := len(x)
	sums, squares := make([]float64, n+1), make([]float64, n+1)
	for i, v := range x {
		sums[i+1], squares[i+1] = sums[i]+v, squares[i]+v*v
	}
	cost := func(from, to int) float64 {
		s := sums[to] - sums[from]
		return squares[to] - squares[from] - s*s/float64(to-from)
	}
	penalty := 2 * variance(x) * math.Log(float64(n)) * 2
	best, before := make([]float64, n+1), make([]int, n+1)
	best[0] = -penalty
	for to := 1; to <= n; to++ {
		best[to] = math.Inf(1)
		for from := range to {
			if c := best[from] + cost(from, to) + penalty; c < best[to] {
				best[to], before[to] = c, from
			}
		}
	}
	var cuts []int
	for at := n; at > 0; at = before[at] {
		cuts = append(cuts, before[at])
	}
	slices.Reverse(cuts)
	return cuts
}

// variance is that of the noise between neighbours, whatever the level does (Rice 1984, by the median).
func variance(x []float64) float64 {
	var steps []float64
	for i := 1; i < len(x); i++ {
		steps = append(steps, math.Abs(x[i]-x[i-1]))
	}
	slices.Sort(steps)
	sigma := 1.4826 * steps[len(steps)/2] / math.Sqrt2
	return max(sigma*sigma, 1e-8)
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
