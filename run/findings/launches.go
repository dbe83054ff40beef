package findings

import (
	"slices"

	"beagle/model"
)

// launchesOf are the launches that a table has rows of, in their order.
func launchesOf(t *model.Table) []int32 {
	return slices.Compact(slices.Sorted(slices.Values(t.Launch)))
}

// until is the rows of the first launches; 0: all.
func until(t *model.Table, launches int) *model.Table {
	all := launchesOf(t)
	if launches <= 0 || launches >= len(all) {
		return t
	}
	return upTo(t, all[launches-1])
}

func upTo(t *model.Table, last int32) *model.Table {
	var rows []int
	for i, l := range t.Launch {
		if l <= last {
			rows = append(rows, i)
		}
	}
	some := *t
	some.Columns = slices.Clone(t.Columns)
	for i := range some.Columns {
		some.Columns[i].Num = at(t.Columns[i].Num, rows)
	}
	some.Target.Num, some.Weight, some.Launch, some.Seq = at(t.Target.Num, rows), at(t.Weight, rows), at(t.Launch, rows), at(t.Seq, rows)
	return &some
}

// at are some of the values; nil where there are none at all.
func at[T any](values []T, places []int) []T {
	if values == nil {
		return nil
	}
	out := make([]T, len(places))
	for i, place := range places {
		out[i] = values[place]
	}
	return out
}
