package judge

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/analysers/fit"
	"beagle/model"
	"beagle/model/expression"
)

// Predict is what an expression says on each row of columns, and where the true
// typical value lies with a probability of 90 %, by what the measurements say
// about the expression's numbers. Its form is taken as given, so beyond the
// measured range the intervals say the least that can go wrong. Without numbers
// that were fitted, and for quantities without noise, they have no width.
func Predict(kind model.Kind, table *model.Table, n expression.Node, columns []model.Column) ([]Interval, error) {
	f, err := fit.Evaluate(n, columns)
	if err != nil {
		return nil, fmt.Errorf("the expression cannot be evaluated on these rows: %w", err)
	}
	out := make([]Interval, len(f))
	for i, x := range f {
		out[i] = Interval{x, x, x}
	}
	d := fit.Prepare(table, kind.Noisy())
	if !d.Noisy || d.Points() < 10 {
		return out, nil
	}
	c := fit.Compare(d, []expression.Node{n}, true)
	if c.Reference < 0 {
		return out, nil
	}
	covariance := fit.Covary(d, n, c.Noise)
	if covariance == nil {
		return out, nil
	}
	deviations := covariance.Values(&fit.Data{Columns: columns, Y: f})
	if deviations == nil {
		return out, nil
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: covariance.Freedom}.Quantile(0.95)
	for i, deviation := range deviations {
		out[i].Low, out[i].High = out[i].Value-t*deviation, out[i].Value+t*deviation
		if d.Relative() { // measured values are never negative
			out[i].Low = max(out[i].Low, min(0, out[i].Value))
		}
	}
	return out, nil
}
