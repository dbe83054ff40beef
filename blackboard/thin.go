package blackboard

import (
	"cmp"
	"slices"

	"beagle/internal/hash"
	"beagle/internal/strata"
	"beagle/model"
)

// enoughRoom is how many groups thin makes room for, at least.
const enoughRoom = maxGroups / 16

// thin gives groups up, and others stand for them with their weight: no observation is without one, and each weighs
// on average what it weighed before (Ting, Data Sketches for Disaggregated Subset Sum and Frequent Item Estimation,
// 2018).
func (r *results) thin() {
	r.thinned, r.changed = true, nil
	gone := make([]bool, len(r.groups))
	for left := len(r.groups); left > maxGroups-enoughRoom; {
		left -= r.thinOne(gone)
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

// fewGroups is how many groups a stratum keeps in any case while others have more.
const fewGroups = maxGroups / 16

// thinOne gives up some groups of a stratum, of those with many the one that was thinned least, and returns how many.
func (r *results) thinOne(gone []bool) (fewer int) {
	var members [strata.Count][]int32
	for i := range r.groups {
		if !gone[i] {
			class := r.stratum(&r.groups[i])
			members[class] = append(members[class], int32(i))
		}
	}
	var all []int32
	median := 0.0
	for _, of := range members {
		if len(of) == 0 {
			continue
		}
		m, many, most := r.medianWeight(of), len(of) > fewGroups, len(all) > fewGroups
		if many && most && m < median || many && !most || many == most && !many && len(of) > len(all) {
			all, median = of, m
		}
	}
	slices.SortFunc(all, func(a, b int32) int {
		x, y := &r.groups[a], &r.groups[b]
		return cmp.Or(cmp.Compare(x.value.Num, y.value.Num), cmp.Compare(x.launch, y.launch), cmp.Compare(x.seq, y.seq), cmp.Compare(a, b))
	})
	enough := 2 * median
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

func (r *results) medianWeight(of []int32) float64 {
	weights := make([]float64, len(of))
	for k, i := range of {
		weights[k] = r.groups[i].weight
	}
	slices.Sort(weights)
	return weights[len(weights)/2]
}

func (r *results) stratum(g *group) int {
	if r.noisy {
		return 0
	}
	return Stratum(g.value)
}

// Stratum is the class of an exact value (strata.Number, strata.Text).
func Stratum(v model.Value) int {
	if v.Kind == model.Text {
		return strata.Text(hash.Text(v.Str))
	}
	return strata.Number(v.Num)
}

// chance is a number from 0 to 1, of which seed, group and what was given up before decide, so that the same
// observations keep the same groups.
func (r *results) chance(i int32) float64 {
	return float64(hash.Mix(r.seed^r.groups[i].hash, uint64(r.missed))>>11) / (1 << 53)
}

func (g *group) standFor(weight float64) {
	g.m2 *= weight / g.weight
	g.weight = weight
}
