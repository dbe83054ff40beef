package validation

import (
	"context"
	"maps"
	"slices"
)

// mostParts are the parts into which launches are divided.
const mostParts = 3

type part struct {
	judges func(*execution) bool
	teach  func(context.Context) (*taught, error) // the model that the other parts taught; nil: nobody knows what they taught
}

// divide divides launches into parts, whole launches of each kind evenly.
func (v *validator) divide(all []*collected) (parts []part) {
	kinds, kindOf := map[int][]int32{}, v.at.Kinds(v.launches())
	for _, c := range all {
		place, made := kindOf[c.launch]
		if !made {
			place = -1 - int(c.launch)
		}
		if !slices.Contains(kinds[place], c.launch) {
			kinds[place] = append(kinds[place], c.launch)
		}
	}
	maps.DeleteFunc(kinds, func(_ int, launches []int32) bool { return len(launches) < 2 })
	n := 0
	for _, launches := range kinds {
		n = max(n, min(len(launches), mostParts))
	}
	partOf := map[int32]int{}
	for first, place := range slices.Sorted(maps.Keys(kinds)) {
		slices.Sort(kinds[place])
		for i, launch := range kinds[place] {
			partOf[launch] = (first + i) % n
		}
	}
	for i := range n {
		judges := func(launch int32) bool {
			p, judges := partOf[launch]
			return judges && p == i
		}
		parts = append(parts, part{
			judges: func(e *execution) bool { return judges(e.launch) },
			teach:  func(ctx context.Context) (*taught, error) { return v.without(ctx, judges) },
		})
	}
	return parts
}

// alone are services that one part has all executions of, or that judge in none: no other launches, or stretches of a
// log, could teach what they take.
func alone(parts []part, all []*collected) map[string]bool {
	lone, first := services(all), map[string]int{}
	for _, c := range all {
		for _, e := range c.list {
			in := slices.IndexFunc(parts, func(p part) bool { return p.judges(e) })
			if before, seen := first[e.seff]; !seen {
				first[e.seff] = in
			} else if before != in {
				delete(lone, e.seff)
			}
		}
	}
	return lone
}

// unjudged are services that were executed, and that no part has judged.
func unjudged(all []*collected, judged samples) map[string]bool {
	list := services(all)
	maps.DeleteFunc(list, func(seff string, _ bool) bool { return judged[seff] != nil })
	return list
}

func services(all []*collected) map[string]bool {
	list := map[string]bool{}
	for _, c := range all {
		list[c.seff] = true
	}
	return list
}
