package analysers

import (
	"beagle/analysers/fit"
	"beagle/model"
)

// Guess is the kind of quantity that a table most likely holds, for people who
// did not say: texts and truth values are decisions; whole numbers that are
// the same whenever the inputs are the same are counts; everything else is
// measured with noise.
func Guess(table *model.Table) model.Kind {
	switch {
	case table.Target.Kind != model.Number:
		return model.Branch
	case !fit.Whole(known(table.Target.Num)):
		return model.InternalAction
	}
	data := fit.Prepare(table, false)
	if data.Exact && data.Points() > 0 && looksCounted(data) {
		return model.Loop
	}
	return model.InternalAction
}

func known(values []float64) []float64 {
	out := values[:0:0]
	for _, x := range values {
		if x == x {
			out = append(out, x)
		}
	}
	return out
}

// looksCounted reports whether whole numbers are small enough, or repeated
// enough, to be counts: nanoseconds are whole numbers too.
func looksCounted(data *fit.Data) bool {
	largest := 0.0
	for _, y := range data.Y {
		largest = max(largest, y, -y)
	}
	return largest <= 1e6 || data.Cells < data.Observations
}
