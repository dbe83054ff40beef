package campaign

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"beagle/blackboard"
	"beagle/internal/ranges"
	"beagle/measure"
	"beagle/model"
)

// answer plans the round of launches that answers what the judge asked.
func (at *State) answer(launches []measure.Launch, asked blackboard.Asked, table func(model.ElementID) *model.Table) (places []int) {
	for _, id := range slices.Sorted(maps.Keys(asked.Where)) {
		plan := at.plan(launches)
		name, best, least := "", Found{}, math.Inf(1)
		for config := range launches {
			near := nearest(config, plan, at.Made, table(id), asked.Where[id])
			if near < 0 {
				continue
			}
			values, away := nearer(plan[near], plan, at.Made, table(id), asked.Where[id])
			if away < least {
				best, least = Found{config, values}, away
				name = launches[config].Given(values).Name
			}
		}
		if name == "" {
			continue
		}
		if !slices.ContainsFunc(plan, func(l measure.Launch) bool { return l.Name == name }) {
			at.Found = append(at.Found, best)
			plan = at.plan(launches)
		}
		for i := range plan {
			if plan[i].Name == name && !slices.Contains(places, i) {
				places = append(places, i)
			}
		}
	}
	slices.Sort(places)
	return places
}

// nearest is the place in the plan of the launch of a configuration that came nearest to a place; -1: none.
func nearest(config int, plan []measure.Launch, made map[int32]int, t *model.Table, place []blackboard.Assigned) int {
	near, least := -1, math.Inf(1)
	for _, number := range slices.Sorted(maps.Keys(made)) {
		i := made[number]
		if i >= len(plan) || len(plan[i].Values) == 0 || plan[i].Config != config {
			continue
		}
		away := 0.0
		for k, x := range reached(t, number, place) {
			away += math.Abs(x - ranges.SignedLog(place[k].Value))
		}
		if away < least { // never by a hole, which is NaN
			near, least = i, away
		}
	}
	return near
}

// reached are the sizes that a launch's observation nearest to a place has of the place's variables.
func reached(t *model.Table, launch int32, place []blackboard.Assigned) []float64 {
	best, least := make([]float64, len(place)), math.Inf(1)
	for k := range best {
		best[k] = math.NaN()
	}
	for row := range t.Launch {
		if t.Launch[row] != launch {
			continue
		}
		sizes, away := make([]float64, len(place)), 0.0
		for k, to := range place {
			sizes[k] = ranges.SignedLog(to.Value) // flags are no sizes
			if c := t.Column(to.Variable); c != nil && c.Kind == model.Number && row < len(c.Num) {
				sizes[k] = ranges.SignedLog(c.Num[row])
			}
			away += math.Abs(sizes[k] - ranges.SignedLog(to.Value))
		}
		if away < least {
			best, least = sizes, away
		}
	}
	return best
}

// nearer are values of a launch that should bring it to a place, and how far away it should then be: those it has,
// but for ranges.
func nearer(l measure.Launch, plan []measure.Launch, made map[int32]int, t *model.Table, place []blackboard.Assigned) (map[string]string, float64) {
	var names []string
	var within []ranges.Range
	var now, low, high []float64
	for _, name := range slices.Sorted(maps.Keys(l.Vary)) {
		x, err := strconv.ParseFloat(l.Values[name], 64)
		if r, ok := ranges.Of(l.Vary[name]); ok && err == nil {
			names, within = append(names, name), append(within, r)
			now = append(now, ranges.SignedLog(x))
			low, high = append(low, ranges.SignedLog(r.Low)-ranges.SignedLog(x)), append(high, ranges.SignedLog(r.High)-ranges.SignedLog(x))
		}
	}
	var here []float64
	var steps, moves [][]float64 // of the values and of the place's variables, from one launch to another
	for _, number := range slices.Sorted(maps.Keys(made)) {
		if i := made[number]; here == nil && i < len(plan) && plan[i].Name == l.Name {
			if sizes := reached(t, number, place); !slices.ContainsFunc(sizes, math.IsNaN) { // else it brought nothing
				here = sizes
			}
		}
	}
	varied := make([]bool, len(names))
	for _, number := range slices.Sorted(maps.Keys(made)) {
		i := made[number]
		if i >= len(plan) || plan[i].Config != l.Config {
			continue
		}
		step, move := make([]float64, len(names)), reached(t, number, place)
		for j, name := range names {
			x, _ := strconv.ParseFloat(plan[i].Values[name], 64)
			step[j] = ranges.SignedLog(x) - now[j]
			varied[j] = varied[j] || step[j] != 0
		}
		for k := range move {
			move[k] -= here[k]
		}
		if !slices.ContainsFunc(move, math.IsNaN) {
			steps, moves = append(steps, step), append(moves, move)
		}
	}
	off, farthest := make([]float64, len(place)), 0
	for k, to := range place {
		if off[k] = ranges.SignedLog(to.Value) - here[k]; math.Abs(off[k]) > math.Abs(off[farthest]) {
			farthest = k
		}
	}
	slopes := make([][]float64, len(place)) // of each variable by each value
	for k := range place {
		column := make([]float64, len(moves))
		for i := range moves {
			column[i] = moves[i][k]
		}
		slopes[k] = leastSquares(steps, column, nil, nil, len(names))
		for j := range names {
			if !varied[j] && k == farthest {
				slopes[k][j] = 1
			}
		}
	}
	values, away := maps.Clone(l.Values), 0.0
	by := leastSquares(slopes, off, low, high, len(names))
	for j := range by {
		if math.Abs(by[j]) > 0.01 {
			values[names[j]] = within[j].Text(ranges.SignedExp(now[j] + by[j]))
		}
	}
	for k := range place {
		away += math.Abs(off[k] - dot(slopes[k], by))
	}
	return values, away
}

// leastSquares are the n x between bounds, if there are any, with the least |a x - b|, by turns.
func leastSquares(a [][]float64, b, low, high []float64, n int) []float64 {
	const turns, ridge = 200, 1e-6
	x := make([]float64, n)
	for range turns {
		for j := range x {
			up, down := 0.0, ridge
			for i := range a {
				up += a[i][j] * (b[i] - dot(a[i], x) + a[i][j]*x[j])
				down += a[i][j] * a[i][j]
			}
			if x[j] = up / down; low != nil {
				x[j] = min(max(x[j], low[j]), high[j])
			}
		}
	}
	return x
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// Decides are the inputs at which a measurement would decide what a verdict leaves undecided. The error says why
// there are none, or why no launch can come near them.
func Decides(v *blackboard.Verdict, launches []measure.Launch) ([]blackboard.Assigned, error) {
	refuse := func(message, hint string) error {
		return model.Problem{Severity: model.Error, Rule: "measure-there", Message: message, Hint: hint}
	}
	if v == nil || v.Undecided == nil {
		return nil, refuse("the measurements of this element leave nothing undecided", "elements whose verdict is \"measure more\" say where to measure")
	}
	place := v.Undecided.Numbers()
	if len(place) == 0 {
		return nil, refuse("what would decide is no number, so launches cannot be chosen by it", "add a launch configuration whose input has it")
	}
	for _, l := range launches {
		for _, values := range l.Vary {
			if _, ok := ranges.Of(values); ok {
				return place, nil
			}
		}
	}
	return nil, refuse("no launch can be given other values: nothing in its command varies over a range",
		"write a value as {size} in the command of a launch, and vary: {size: 10..10000} beside it")
}
