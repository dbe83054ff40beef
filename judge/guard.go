package judge

import (
	"fmt"
	"math"

	"beagle/analysers/fit"
	"beagle/model"
	"beagle/model/expression"
)

// far is how many times the observed range an expression must stay sane.
const far = 4

// guard returns why an expression must not be used, or "".
func guard(kind model.Kind, data *fit.Data, n expression.Node, f []float64, fitsExactly bool) string {
	for _, x := range f {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return "it is not finite on the measured parameters"
		}
	}
	negative := kind == model.CallParameter || !data.Relative() || fitsExactly
	if !negative {
		for _, x := range f {
			if x < 0 {
				return "it is negative on the measured parameters"
			}
		}
	}
	beyond, err := fit.Evaluate(n, fit.Beyond(data, far))
	if err != nil {
		return err.Error()
	}
	for _, x := range beyond {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Sprintf("it is not finite on %d times the measured range", far)
		}
		if x < 0 && !negative {
			return fmt.Sprintf("it becomes negative on %d times the measured range", far)
		}
	}
	return ""
}
