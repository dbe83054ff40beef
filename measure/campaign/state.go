package campaign

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/measure/parser"
	"beagle/model"
)

// State is what a measurer remembers of an analysis, on the blackboard.
type State struct {
	Order       string         `json:"order"`             // what is being measured
	Done        int            `json:"done"`              // launches of this round that are done
	Planned     int            `json:"planned,omitempty"` // launches of this round
	Number      int32          `json:"number"`            // of the latest launch
	Events      int64          `json:"events"`            // of all launches
	Lost        int64          `json:"lost"`              // known to be lost
	RoundEvents int64          `json:"round_events"`      // events of this round
	Failure     *model.Problem `json:"failure,omitempty"` // the first launch of this round that failed
	Only        []int          `json:"only,omitempty"`    // places in the plan of this round's launches; nil: all
	Made        map[int32]int  `json:"made,omitempty"`    // place in the plan of each launch
	Answers     int            `json:"answers,omitempty"` // the judge's rounds that were answered
	Found       []Found        `json:"found,omitempty"`   // launches that were found to answer the judge

	Read []model.ElementID `json:"read,omitempty"` // elements that recorded logs were read for

	Round  int                        `json:"round,omitempty"`  // of launches that the campaign chose; 0: the configured ones
	Chosen bool                       `json:"chosen,omitempty"` // the campaign chose Only, for whatever order comes next
	Over   bool                       `json:"over,omitempty"`   // the campaign
	Extra  time.Duration              `json:"extra,omitempty"`  // launches that the campaign chose took
	Took   map[string]time.Duration   `json:"took,omitempty"`   // the latest launch of each name
	Timing map[model.ElementID]Timing `json:"timing,omitempty"` // how the times of each demand were taken
	Warned []string                   `json:"warned,omitempty"` // warnings that were told: rule and element
	// Untaught is what demands that drivers teach took in launches of the program.
	Untaught map[model.ElementID][]Untaught `json:"untaught,omitempty"`

	Memory *memory        `json:"memory,omitempty"` // of the program whose launches these are
	Noise  []launch.Noise `json:"noise,omitempty"`  // by launch
}

// Untaught summarises executions of a demand in a launch from which the demand is not learnt.
type Untaught struct {
	Launch  int32   `json:"launch"`
	Seconds float64 `json:"seconds"` // that they took together
	Times   float64 `json:"times"`   // how many they were
}

func (at *State) leave(id model.ElementID, all []blackboard.Observation) {
	if len(all) == 0 {
		return
	}
	whole := 0.0
	for i := range all {
		whole += max(all[i].Weight, 1)
	}
	one := Untaught{Launch: all[0].Launch}
	for _, o := range slices.SortedFunc(slices.Values(all), func(a, b blackboard.Observation) int { return cmp.Compare(b.Seq, a.Seq) }) {
		if one.Times >= whole/2 {
			break
		}
		weight := max(o.Weight, 1)
		one.Seconds += weight * o.Value.Num
		one.Times += weight
	}
	if at.Untaught == nil {
		at.Untaught = map[model.ElementID][]Untaught{}
	}
	at.Untaught[id] = append(at.Untaught[id], one)
}

// LeaveOut removes the Untaught executions of some launches from the campaign's state.
func LeaveOut(states map[string]json.RawMessage, some func(launch int32) bool) error {
	if _, measured := states[stateKey]; !measured {
		return nil
	}
	return rewrite(states, func(at *State) {
		for id, all := range at.Untaught {
			if others := slices.DeleteFunc(slices.Clone(all), func(one Untaught) bool { return some(one.Launch) }); len(others) > 0 {
				at.Untaught[id] = others
			}
		}
	})
}

func rewrite(states map[string]json.RawMessage, change func(*State)) error {
	var at State
	if err := json.Unmarshal(states[stateKey], &at); err != nil {
		return err
	}
	change(&at)
	data, err := json.Marshal(at)
	if err == nil {
		states[stateKey] = data
	}
	return err
}

// memory is what reading a program's launches has brought.
type memory struct {
	Key     string                   `json:"key"`               // of the order that the program was made for
	Reached map[model.ElementID]bool `json:"reached,omitempty"` // elements that were observed
	Driven  map[model.ElementID]bool `json:"driven,omitempty"`  // demands whose driver was launched: whether it observed them
	Parser  parser.Memory            `json:"parser"`
}

const stateKey = "measure"

// StateIn is the campaign's private state, for a measurer that changes it; the zero State where nothing was measured
// yet.
func StateIn(view blackboard.MeasurementView) (at State, err error) {
	err = view.State(stateKey, &at)
	return at, err
}

// StateOf is where the measurement of an analysis stands. What its maps and slices hold must not be changed.
func StateOf(board *blackboard.Board) State {
	at, err := blackboard.Decoded[State](board, stateKey)
	_ = err // what lies there was written by SetState; a newer Beagle's is as none
	return at
}

// Keep puts a state on the blackboard.
func (at State) Keep(view blackboard.MeasurementView) error { return view.SetState(stateKey, at) }

// StartAgain has the next round begin with its first launch, or recorded logs be read once more.
func StartAgain(states map[string]json.RawMessage) error {
	return rewrite(states, func(at *State) { at.Order, at.Read = "", nil })
}

// Found is a launch that nobody configured: a configuration with values from its ranges.
type Found struct {
	Config int               `json:"config"` // index of the launch configuration
	Values map[string]string `json:"values"` // what each varying name is given
}

func (at *State) plan(launches []measure.Launch) []measure.Launch {
	all := measure.Plan(launches)
	for _, f := range at.Found {
		if f.Config < len(launches) {
			l := launches[f.Config].Given(f.Values)
			l.Config = f.Config
			all = append(all, l)
		}
	}
	return all
}

// Kinds are the kinds of the launches that were made, by their numbers.
func (at *State) Kinds(launches []measure.Launch) map[int32]int {
	first, kindOf := map[string]int{}, []int{}
	for place, l := range at.plan(launches) {
		key := fmt.Sprint(l.Config, l.Values) // fmt sorts maps
		if _, known := first[key]; !known {
			first[key] = place
		}
		kindOf = append(kindOf, first[key])
	}
	kinds := map[int32]int{}
	for launch, place := range at.Made {
		if kinds[launch] = place; place < len(kindOf) {
			kinds[launch] = kindOf[place]
		}
	}
	return kinds
}

// Configured are the launches that were made, by their numbers, as configured.
func (at *State) Configured(launches []measure.Launch) map[int32]measure.Launch {
	all, plan := map[int32]measure.Launch{}, at.plan(launches)
	for launch, place := range at.Made {
		if place < len(plan) {
			all[launch] = plan[place]
		}
	}
	return all
}

func (at *State) begin(order string, places []int) {
	at.Order, at.Only, at.Done, at.RoundEvents, at.Failure = order, places, 0, 0, nil
}

func (at *State) of(plan []measure.Launch) []measure.Launch {
	if at.Only == nil {
		return plan
	}
	only := make([]measure.Launch, 0, len(at.Only))
	for i := range at.Only {
		if place := at.place(i); place < len(plan) {
			only = append(only, plan[place])
		}
	}
	return only
}

// Left are the launches of this round that are not done; of one that is yet to begin, all.
func (at *State) Left(launches []measure.Launch) []measure.Launch {
	round := at.of(at.plan(launches))
	if at.Done >= len(round) {
		return round
	}
	return round[at.Done:]
}

func (at *State) place(launch int) int {
	if at.Only == nil {
		return launch
	}
	return at.Only[launch]
}

func (at *State) made(name string, took time.Duration, report measure.LaunchReport, noise launch.Noise) {
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
	at.RoundEvents += report.Events
	at.Lost += report.Lost
	at.Took[name] = took
	if at.Round > 0 {
		at.Extra += took
	}
	noise.Launch = at.Number
	noise.Runtime(report.Runtime.Collected, report.Runtime.Compiled, report.Runtime.Lasted)
	at.Noise = append(at.Noise, noise)
}
