package decimal

import (
	"math"
	"strconv"

	"beagle/model/expression"
)

// Rounded shows constants with few digits, for messages: four significant ones, and whole numbers
// up to 2^24 as they are, and those that something is compared with: a threshold lies between two measured values, and
// one that is near it need not. What is evaluated or written into a model is regression.Readable's, which
// knows the data.
func Rounded(n expression.Node) expression.Node {
	thresholds := map[expression.Node]bool{}
	expression.Walk(n, func(n expression.Node) bool {
		if b, ok := n.(expression.Binary); ok && b.Op.Compares() {
			thresholds[b.Left], thresholds[b.Right] = true, true
		}
		return true
	})
	return expression.Map(n, func(n expression.Node) expression.Node {
		if c, ok := n.(expression.Constant); ok && !thresholds[n] && (float64(c) != math.Trunc(float64(c)) || math.Abs(float64(c)) > 1<<24) { // 65536 is no estimate
			short, _ := strconv.ParseFloat(strconv.FormatFloat(float64(c), 'g', 4, 64), 64)
			return expression.Constant(short)
		}
		return n
	})
}
