// Package frequent says what came most often.
package frequent

import (
	"maps"
	"slices"
)

// Most is the key of the largest weight. Of several it is the first in an order of all keys, so that
// chance has no say in it; of none it is the zero value.
func Most[K comparable](weights map[K]float64, order func(a, b K) int) (most K) {
	largest := 0.0
	for i, k := range slices.SortedFunc(maps.Keys(weights), order) {
		if w := weights[k]; i == 0 || w > largest {
			most, largest = k, w
		}
	}
	return most
}
