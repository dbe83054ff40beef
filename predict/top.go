package predict

import (
	"cmp"
	"slices"
)

// Top are the actions by the time that they take in a run of the scenario, all calls of them
// together, the longest first.
func (a *Answer) Top() (all []Where) {
	type action struct{ name, id, kind string }
	at := map[action]int{}
	for _, w := range a.Where {
		if w.Kind == "call" { // has the time of what it calls only
			continue
		}
		key := action{w.Name, w.ID, w.Kind}
		i, seen := at[key]
		if !seen {
			i, at[key] = len(all), len(all)
			all = append(all, Where{Name: w.Name, ID: w.ID, Kind: w.Kind, Parent: -1})
		}
		all[i].PerRun, all[i].Seconds, all[i].Share = all[i].PerRun+w.PerRun, all[i].Seconds+w.Seconds, all[i].Share+w.Share
	}
	slices.SortStableFunc(all, func(x, y Where) int { return cmp.Compare(y.Seconds, x.Seconds) })
	return all
}
