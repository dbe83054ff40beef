package decimal

import (
	"math"
	"strconv"

	"beagle/model/expression"
)

// Rounded shows constants with few digits, for messages: four significant ones, and whole numbers
// up to 2^24 as they are. What is evaluated or written into a model is regression.Readable's, which
// knows the data.
func Rounded(n expression.Node) expression.Node {
	return expression.Map(n, func(n expression.Node) expression.Node {
		if c, ok := n.(expression.Constant); ok && (float64(c) != math.Trunc(float64(c)) || math.Abs(float64(c)) > 1<<24) { // 65536 is no estimate
			short, _ := strconv.ParseFloat(strconv.FormatFloat(float64(c), 'g', 4, 64), 64)
			return expression.Constant(short)
		}
		return n
	})
}
