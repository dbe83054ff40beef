package judge

import (
	"slices"

	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// lengthMargin is by how many nats a form may be behind an odder one and still take its place.
const lengthMargin = 5

// preferUsual takes the simplest usual form of those that the measurements do not tell apart, whoever
// proposed it: of forms that are as usual (oddness tells how usual they are) the smallest less than littleLead
// behind, and in the place of an odder one also one that is up to lengthMargin behind. Where launches are known,
// of which nats say more than they show, that is also so between two usual ones, and whatever an odder one's
// place takes may be longer: it has one growth more. Rows that are independent of each other decide that by themselves.
// What imitates a usual form has more ways to bend, and with them it meets what caches and the
// compiler do to it a little better; so it has to win by odds. What is passed over stays a rival,
// and the verdict says what it would predict.
func preferUsual(data *dataset.Data, nodes []expression.Node, c *selection.Comparison) {
	best := c.Reference
	if best < 0 || !data.Noisy {
		return
	}
	odd := oddness(nodes[best])
	chosen, least, margin := -1, odd, float64(lengthMargin)
	if odd == 0 {
		if data.Table.Launch == nil {
			return
		}
		chosen, margin = best, littleLead
	}
	estimates := func(n expression.Node) int { return len(regression.EstimatesOf(data, n).Places) }
	for i, n := range nodes {
		if data.Table.Launch == nil && expression.Size(n) > expression.Size(nodes[best]) {
			continue
		}
		if c.Refused[i] == "" && c.Unexplained(i) > c.Unexplained(best) && estimates(n) > estimates(nodes[best]) {
			continue // what fits worse with more numbers is no simpler form
		}
		if c.Refused[i] != "" || c.Lengths[i]-c.Lengths[best] >= margin || beginsBelowZero(n) || selection.RisesBelow(data, n) {
			continue
		}
		o, size := oddness(n), expression.Size(n)
		switch {
		case o > least || o == odd && odd > 0:
		case chosen < 0 || o < least:
			chosen, least = i, o
		case size < expression.Size(nodes[chosen]) || size == expression.Size(nodes[chosen]) && c.Lengths[i] < c.Lengths[chosen]:
			chosen = i
		}
	}
	if chosen >= 0 && chosen != best {
		c.Lengths[chosen], c.Reference = c.Lengths[best]-0.01, chosen
	}
}

// oddness is how seldom programs cost what an expression says: 0 is usual, 1 has something
// unusual beside a growth that is usual, 2 grows as few programs do.
func oddness(n expression.Node) int {
	switch {
	case codelength.UnusualGrowth(n):
		return 2
	case codelength.Unusual(n):
		return 1
	default:
		return 0
	}
}

// beginsBelowZero reports whether a sum has a number below zero: no work takes less time than none, and a
// line that begins there stands for what grows faster, so it takes no other form's place.
func beginsBelowZero(n expression.Node) bool {
	return slices.ContainsFunc(sumOf(n), func(t expression.Node) bool {
		c, ok := t.(expression.Constant)
		return ok && c < 0
	})
}

// sumOf are the terms of a sum; what is taken away is a negative number or, of other
// terms, left as it is.
func sumOf(n expression.Node) []expression.Node {
	b, ok := n.(expression.Binary)
	switch {
	case ok && b.Op == expression.Add:
		return append(sumOf(b.Left), sumOf(b.Right)...)
	case ok && b.Op == expression.Sub:
		if c, number := b.Right.(expression.Constant); number {
			return append(sumOf(b.Left), -c)
		}
	}
	return []expression.Node{n}
}
