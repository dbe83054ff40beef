package measure

import (
	"slices"
	"time"

	"beagle/measure/launch"
	"beagle/model"
)

// position is the controller's state on the blackboard.
type position struct {
	Order   string         `json:"order"`             // what is being measured
	Done    int            `json:"done"`              // launches of this round that are done
	Planned int            `json:"planned,omitempty"` // launches of this round
	Number  int32          `json:"number"`            // of the latest launch
	Events  int64          `json:"events"`            // of all launches
	Lost    int64          `json:"lost"`              // known to be lost
	Brought int64          `json:"brought"`           // events of this round
	Failure *model.Problem `json:"failure,omitempty"` // the first launch of this round that failed
	Only    []int          `json:"only,omitempty"`    // places in the plan of this round's launches; nil: all
	Made    map[int32]int  `json:"made,omitempty"`    // place in the plan of each launch
	Answers int            `json:"answers,omitempty"` // the judge's rounds that were answered
	Found   []found        `json:"found,omitempty"`   // launches that were found to answer the judge

	Round  int                          `json:"round,omitempty"`  // of launches that the campaign chose; 0: the configured ones
	Chosen bool                         `json:"chosen,omitempty"` // the campaign chose Only, for whatever order comes next
	Over   bool                         `json:"over,omitempty"`   // the campaign
	Extra  time.Duration                `json:"extra,omitempty"`  // launches that the campaign chose took
	Took   map[string]time.Duration     `json:"took,omitempty"`   // the latest launch of each name
	Timing map[model.ElementID]Timing   `json:"timing,omitempty"`
	Held   map[model.ElementID][]string `json:"held,omitempty"`  // waiting for a pass of their own, with the launches that reach them
	Apart  map[model.ElementID]int      `json:"apart,omitempty"` // measured in a pass of its own
	Said   []string                     `json:"said,omitempty"`  // doubts that were told: rule and element
	Noise  []launch.Noise               `json:"noise,omitempty"` // by launch
}

const positionKey = "measure"

// found is a launch that nobody configured: a configuration with values from its
// ranges.
type found struct {
	Config int               `json:"config"`
	Values map[string]string `json:"values"`
}

// plan is all launches: those configured, then those found.
func (at *position) plan(launches []Launch) []Launch {
	all := Plan(launches)
	for _, f := range at.Found {
		if f.Config < len(launches) {
			l := launches[f.Config].given(f.Values)
			l.config = f.Config
			all = append(all, l)
		}
	}
	return all
}

// begin starts a round; nil places are all of the plan.
func (at *position) begin(order string, places []int) {
	at.Order, at.Only, at.Done, at.Brought, at.Failure = order, places, 0, 0, nil
}

// of are the launches of this round.
func (at *position) of(plan []Launch) []Launch {
	if at.Only == nil {
		return plan
	}
	only := make([]Launch, 0, len(at.Only))
	for i := range at.Only {
		if place := at.place(i); place < len(plan) {
			only = append(only, plan[place])
		}
	}
	return only
}

// place is the place in the plan of a launch of this round.
func (at *position) place(launch int) int {
	if at.Only == nil {
		return launch
	}
	return at.Only[launch]
}

// made notes a launch that was made.
func (at *position) made(name string, took time.Duration, report LaunchReport, noise launch.Noise) {
	if at.Made == nil {
		at.Made = map[int32]int{}
	}
	if at.Took == nil {
		at.Took = map[string]time.Duration{}
	}
	at.Number++
	at.Made[at.Number] = at.place(at.Done)
	at.Done++
	at.Events += report.Events
	at.Brought += report.Events
	at.Lost += report.Lost
	at.Took[name] = took
	if at.Round > 0 {
		at.Extra += took
	}
	noise.Launch = at.Number
	at.Noise = append(at.Noise, noise)
}

// hold notes that an element's times wait for a pass of their own.
func (at *position) hold(id model.ElementID, launch string) {
	if _, apart := at.Apart[id]; apart {
		return
	}
	if at.Held == nil {
		at.Held = map[model.ElementID][]string{}
	}
	if !slices.Contains(at.Held[id], launch) {
		at.Held[id] = append(at.Held[id], launch)
	}
}
