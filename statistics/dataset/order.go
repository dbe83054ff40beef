package dataset

import (
	"cmp"
	"slices"
)

// Order is the places of values in ascending order; those of equal values stay in
// theirs.
func Order(values []float64) []int {
	type placed struct {
		value float64
		place int
	}
	all := make([]placed, len(values))
	for i, x := range values {
		all[i] = placed{x, i}
	}
	slices.SortFunc(all, func(a, b placed) int {
		if c := cmp.Compare(a.value, b.value); c != 0 {
			return c
		}
		return a.place - b.place
	})
	order := make([]int, len(values))
	for i, p := range all {
		order[i] = p.place
	}
	return order
}
