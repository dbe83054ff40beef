package learn

import (
	"context"

	"beagle/model"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
)

// Any is Table for people who did not say what their table holds. Texts and truth values
// are decisions. Whole numbers are counts if an expression says all of them exactly, or
// if they are the same whenever the inputs are the same; nanoseconds are whole numbers
// too. Everything else is measured with noise. The kind that was guessed comes back with
// the result: Branch, Loop for counts, InternalAction for what has noise. Errors are
// Table's.
func Any(ctx context.Context, table *model.Table, options Options) (Result, model.Kind, error) {
	kind := model.InternalAction
	if table.Target.Kind != model.Number {
		kind = model.Branch
	} else if counted, sure := looksCounted(table); counted {
		result, err := Table(ctx, table, model.Loop, options)
		if err != nil || sure || result.Verdict.Final == 0 && result.Grades[0].RelativeError == 0 {
			return result, model.Loop, err
		}
	}
	result, err := Table(ctx, table, kind, options)
	return result, kind, err
}

// looksCounted reports whether all values are whole and not negative and equal
// inputs have equal values, and whether there were enough equal inputs to be
// sure.
func looksCounted(table *model.Table) (counted, sure bool) {
	for _, y := range table.Target.Num {
		if y == y && (y < 0 || !decimal.Whole([]float64{y})) {
			return false, false
		}
	}
	data := dataset.Prepare(table, false)
	if data.Points() == 0 || !data.Exact {
		return false, false
	}
	return true, data.Observations-data.Cells >= 20
}
