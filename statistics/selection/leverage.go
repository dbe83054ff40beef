package selection

import (
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// singlePoint is what it costs, in nats, that one side of a bend or of a choice was measured at
// one point only: that point is more likely an outlier, or one of high leverage, than a form of
// its own.
const singlePoint = 15

// leveragePenalty is what an expression of a noisy quantity costs for its bends and
// choices that a single point decides: singlePoint for each. A bend is a smaller or
// larger of two, a choice an if.
func leveragePenalty(d *dataset.Data, n expression.Node) float64 {
	const few = 8 // points, below which every side is one of a few
	if !d.Noisy || d.Points() < few {
		return 0
	}
	cost := 0.0
	expression.Walk(n, func(n expression.Node) bool {
		var question expression.Node
		bend := false
		switch n := n.(type) {
		case expression.If:
			question = n.Cond
		case expression.Binary:
			if (n.Op == expression.Min || n.Op == expression.Max) && codelength.Depends(n) {
				question, bend = expression.Binary{Op: expression.Sub, Left: n.Left, Right: n.Right}, true
			}
		default:
		}
		if question == nil {
			return true
		}
		// Which side each point is on: points at which both sides of a bend are equal
		// belong to both.
		if answers, err := d.Evaluate(question); err == nil {
			more, less := 0, 0
			for _, a := range answers {
				switch {
				case a > 0:
					more++
				case a < 0 || !bend:
					less++
				}
			}
			if more == 1 || less == 1 {
				cost += singlePoint
			}
		}
		return true
	})
	return cost
}
