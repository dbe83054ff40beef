package blackboard

import (
	"cmp"
	"slices"

	"beagle/internal/hash"
	"beagle/internal/strata"
	"beagle/model"
)

// enoughRoom is how many groups there is room for, at least, when groups were given up: giving up goes through all of them.
const enoughRoom = maxGroups / 16

// thin gives groups up, and others stand for them with their weight: no observation is without one, and each weighs on
// average what it weighed before (Ting, Data Sketches for Disaggregated Subset Sum and Frequent Item Estimation, 2018). Exact quantities
// give up what they have most of, so that rare decisions and large counts stay and the total of each decision is exact
// (strata.Number).
func (r *results) thin() {
	r.thinned, r.changed = true, nil
	gone := make([]bool, len(r.groups))
	for left := len(r.groups); left > maxGroups-enoughRoom; {
		left -= r.thinLargest(gone)
	}
	kept := r.groups[:0]
	clear(r.lookup)
	for i := range r.groups {
		if gone[i] {
			continue
		}
		g := r.groups[i]
		g.next = -1
		if head, ok := r.lookup[g.hash]; ok {
			g.next = head
		}
		r.lookup[g.hash] = int32(len(kept))
		kept = append(kept, g)
	}
	clear(r.groups[len(kept):])
	r.groups = kept
}

// thinLargest gives up some of the largest stratum's groups that have not gone, and returns how many. Groups that weigh
// less than twice their median are joined with those that were measured next, until they weigh so much together.
func (r *results) thinLargest(gone []bool) (fewer int) {
	var members [strata.Count][]int32
	var sizes [strata.Count]int
	for i := range r.groups {
		if !gone[i] {
			class := r.stratum(&r.groups[i])
			members[class] = append(members[class], int32(i))
			sizes[class]++
		}
	}
	all := members[strata.Largest(&sizes)]
	slices.SortFunc(all, func(a, b int32) int {
		x, y := &r.groups[a], &r.groups[b]
		return cmp.Or(cmp.Compare(x.value.Num, y.value.Num), cmp.Compare(x.launch, y.launch), cmp.Compare(x.seq, y.seq), cmp.Compare(a, b))
	})
	weights := make([]float64, len(all))
	for k, i := range all {
		weights[k] = r.groups[i].weight
	}
	slices.Sort(weights)
	enough := 2 * weights[len(weights)/2]
	standing, together := int32(-1), 0.0
	for _, i := range all {
		weight := r.groups[i].weight
		switch {
		case weight >= enough:
			continue
		case standing < 0:
			standing, together = i, weight
			continue
		}
		together += weight
		other := i
		if r.chance(i)*together < weight {
			standing, other = other, standing
		}
		gone[other] = true
		fewer++
		r.missed++
		r.kept -= len(r.groups[other].samples)
		r.groups[standing].standFor(together)
		if together >= enough {
			standing = -1
		}
	}
	return fewer
}

// stratum is the class of what a group has observed.
func (r *results) stratum(g *group) int {
	switch {
	case r.noisy:
		return 0
	case g.value.Kind == model.Text:
		return strata.Text(hash.Text(g.value.Str))
	default:
		return strata.Number(g.value.Num)
	}
}

// chance is a number from 0 to 1, of which seed, group and what was given up before decide, so that the same observations keep
// the same groups.
func (r *results) chance(i int32) float64 {
	return float64(hash.Mix(r.seed^r.groups[i].hash, uint64(r.missed))>>11) / (1 << 53)
}

// standFor has a group stand for so many observations.
func (g *group) standFor(weight float64) {
	g.m2 *= weight / g.weight
	g.weight = weight
}
