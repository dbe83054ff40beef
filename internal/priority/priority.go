// Package priority draws samples of records that stand for unequally many others (priority sampling: Duffield, Lund and
// Thorup, "Priority sampling for estimation of arbitrary subset sums", 2007). A program is recorded wholly at first, and one of
// thousands of executions later. A uniform sample would hardly have any of the later records, so that one of them would
// stand for most of the time; one by weight would have none of the first, which take longest. So what a record stands
// for counts by its square root, halfway between both. Estimates are unbiased however it counts.
package priority

import "math"

// Key is how a record ranks: a sample keeps those with the largest keys. Random is any number, as a hash has it.
func Key(weight float64, random uint64) float64 {
	return math.Sqrt(weight) / ((float64(random>>11) + 1) / (1 << 53)) // 0 to 1, never 0
}

// Stand is for how many a kept record stands where smaller keys than the least of the sample were not kept.
func Stand(weight, least float64) float64 { return max(weight, least*math.Sqrt(weight)) }
