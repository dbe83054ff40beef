package fit

import (
	"fmt"
	"math"

	"beagle/model/expression"
)

// Far is how many times the observed range an expression must stay sane.
const Far = 4

// Insane says why an expression with values f at the data's points must not be
// used: it is not finite or, where that is not allowed, negative there or on
// Far times the observed range. It is empty for a sane one.
func Insane(d *Data, n expression.Node, f []float64, negative bool) string {
	for _, x := range f {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return "it is not finite on the measured parameters"
		}
		if x < 0 && !negative {
			return "it is negative on the measured parameters"
		}
	}
	beyond, err := Evaluate(n, d.beyond)
	if err != nil {
		return err.Error()
	}
	for _, x := range beyond {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Sprintf("it is not finite on %d times the measured range", Far)
		}
		if x < 0 && !negative {
			return fmt.Sprintf("it becomes negative on %d times the measured range", Far)
		}
	}
	return ""
}
