package predict

import (
	"cmp"
	"context"
	"slices"

	"beagle/model"
)

// Top are the actions by the time that they take in a run of the scenario, all calls of them together.
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

// Overtake is where another action becomes the one that takes most.
type Overtake struct {
	Now, Was Where   // the action that takes most time after the crossing, and the one before it
	From, To float64 // between these values of the input
}

// Overtakes are those between the points of a range.
func Overtakes(points []Point) (all []Overtake) {
	var was *Where
	for i := range points {
		top := points[i].Answer.Top()
		if len(top) == 0 {
			continue
		}
		if was != nil && (top[0].ID != was.ID || top[0].Kind != was.Kind) {
			all = append(all, Overtake{top[0], *was, points[i-1].Load, points[i].Load})
		}
		was = &top[0]
	}
	return all
}

// Spots are the points of a range of an input: at each, what takes the time.
func Spots(ctx context.Context, q Question, of model.Variable, s Sweep) (points []Point, err error) {
	goal := Goal{Input: of}
	for _, x := range s.loads() {
		a, err := goal.ask(ctx, q, x)
		if err != nil {
			return nil, err
		}
		points = append(points, Point{x, a})
	}
	return points, ctx.Err()
}
