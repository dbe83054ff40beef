package judge

import (
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/selection"
)

// preferUsual takes the simplest usual form of those that the measurements do not tell apart, whoever
// proposed it: of usual ones (codelength.Unusual tells which are) the smallest less than littleLead
// behind, and in the place of an unusual one also one that is up to lengthMargin behind. Between two
// usual ones that is so where launches are known, of which nats say more than they show; rows that
// are independent of each other decide by themselves.
// What imitates a usual form has more ways to bend, and with them it meets what caches and the
// compiler do to it a little better; so it has to win by odds. What is passed over stays a rival,
// and the verdict says what it would predict.
func preferUsual(data *dataset.Data, nodes []expression.Node, c *selection.Comparison) {
	best := c.Reference
	if best < 0 || !data.Noisy {
		return
	}
	usual, size, margin := -1, math.MaxInt, float64(lengthMargin)
	if !codelength.Unusual(nodes[best]) {
		if data.Table.Launch == nil {
			return
		}
		usual, size, margin = best, expression.Size(nodes[best]), littleLead
	}
	for i, n := range nodes {
		if c.Refused[i] != "" || c.Lengths[i]-c.Lengths[best] >= margin || codelength.Unusual(n) || beginsBelowZero(n) {
			continue
		}
		if s := expression.Size(n); s < size || s == size && c.Lengths[i] < c.Lengths[usual] {
			usual, size = i, s
		}
	}
	if usual >= 0 && usual != best {
		c.Lengths[usual], c.Reference = c.Lengths[best]-0.01, usual
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

// alike is how many forms, with the chosen one, the measurements do not tell from it: those less
// than littleLead behind. It is 0 where the chosen one is alone, or not the simplest of them; unusual
// tells that the simpler ones are all unusual.
func (o *Opinion) alike(proposals []blackboard.Proposal) (count int, unusual bool) {
	final := o.Verdict.Final
	shapes := map[expression.Node]bool{codelength.Shape(proposals[final].Expression): true}
	for i, g := range o.Grades {
		if !(g.Fitness-o.Grades[final].Fitness < littleLead) {
			continue
		}
		if g.Size < o.Grades[final].Size {
			if !codelength.Unusual(proposals[i].Expression) {
				return 0, false
			}
			unusual = true
		}
		shapes[codelength.Shape(proposals[i].Expression)] = true
	}
	if len(shapes) == 1 || unusual && codelength.Unusual(proposals[final].Expression) {
		return 0, false
	}
	return len(shapes), unusual
}
