package blackboard

import (
	"math"
	"slices"
	"testing"

	"beagle/internal/hash"
)

// Many threads start cold, with ten thousand records of one execution each, and a thousand later records stand for a
// thousand each. A sample of a hundred has both, and no record stands for much.
func TestNoRecordOfASampleStandsForMost(t *testing.T) {
	type record struct{ weight, value, key float64 }
	var all []record
	whole, total := 0.0, 0.0
	for i := range uint64(11000) {
		r := record{weight: 1, value: 50}
		if i >= 10000 {
			r = record{weight: 1000, value: 1 + float64(i%3)}
		}
		r.key = PriorityKey(r.weight, hash.Mix(7, i))
		all = append(all, r)
		whole, total = whole+r.weight, total+r.weight*r.value
	}
	slices.SortFunc(all, func(a, b record) int { return int(math.Copysign(1, b.key-a.key)) })
	kept := all[:100]
	stand := make([]float64, len(kept))
	for i, r := range kept {
		stand[i] = r.weight
	}
	ShareOut(whole, stand, kept[99].key)
	weights, sum, most := 0.0, 0.0, 0.0
	for i, w := range stand {
		weights, sum, most = weights+w, sum+w*kept[i].value, max(most, w)
	}
	if off := math.Abs(sum/weights/(total/whole) - 1); off > 0.1 || most > 0.03*weights {
		t.Errorf("the mean is %.0f %% off, and one stands for %.0f %%", 100*off, 100*most/weights)
	}
}
