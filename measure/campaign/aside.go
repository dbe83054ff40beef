package campaign

import (
	"encoding/json"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/statistics/launches"
)

// Aside is what a demand took in one launch whose times do not count, since probes inside it
// disturbed them: nothing is learnt from it, but it says about how long the demand is where its
// own pass never comes. What the probes inside take is subtracted, as far as that is known.
type Aside struct {
	Launch  int32   `json:"launch"`  // number of the launch
	Times   float64 `json:"times"`   // executions that it is the mean of
	Seconds float64 `json:"seconds"` // mean of one, without those with which the launch was warming up
}

// aside notes what a demand took in the launch that has just ended.
func (at *State) aside(e *model.Element, observations []blackboard.Observation) {
	board := blackboard.New([]model.Element{*e}, 1, nil)
	c := board.Contribute(stateKey)
	c.AddResults(e.ID, observations)
	if err := c.Commit(); err != nil {
		return // what no table can be made of says nothing
	}
	seconds, times := MeanOf(board.Table(e.ID))
	if times == 0 {
		return
	}
	if at.Aside == nil {
		at.Aside = map[model.ElementID][]Aside{}
	}
	at.Aside[e.ID] = append(at.Aside[e.ID], Aside{Launch: at.Number + 1, Times: times, Seconds: seconds})
}

// Launches that execute a demand a few times are as cold as others at their beginning, and take many times
// as long: fewCold of them say less than manyMore times as many executions whose times count less.
const (
	fewCold  = 30
	manyMore = 10
)

// Cold reports whether so many executions say less of a demand than so many others, although the times
// of those count less.
func Cold(times, others float64) bool { return times < fewCold && others > manyMore*times }

// MeanOf is the mean of what a table's launches measured, without the rows with which they were
// warming up, and of how many observations it is the mean; of none it is 0.
func MeanOf(t *model.Table) (mean, times float64) {
	cold, sum := launches.Cold(t), 0.0
	for row, y := range t.Target.Num {
		if y == y && !cold[row] { // a hole is NaN
			sum += t.WeightOf(row) * y
			times += t.WeightOf(row)
		}
	}
	if times == 0 {
		return 0, 0
	}
	return sum / times, times
}

// Without forgets what demands took in launches that are left out, but where nothing else is known
// of a demand, or nothing but a few cold executions.
func (at *State) Without(left func(launch int32) bool) {
	for id, all := range at.Aside {
		some := slices.DeleteFunc(slices.Clone(all), func(a Aside) bool { return left(a.Launch) })
		if kept := executions(some); kept > 0 && !Cold(kept, executions(all)-kept) {
			at.Aside[id] = some
		}
	}
}

// executions are those of which something is the mean.
func executions(all []Aside) (times float64) {
	for _, a := range all {
		times += a.Times
	}
	return times
}

// Forget is Without of a state among the private states of an analysis.
func Forget(states map[string]json.RawMessage, left func(launch int32) bool) error {
	if states[stateKey] == nil {
		return nil
	}
	var at State
	if err := json.Unmarshal(states[stateKey], &at); err != nil {
		return err
	}
	at.Without(left)
	data, err := json.Marshal(at)
	if err == nil {
		states[stateKey] = data
	}
	return err
}
