package folder

import (
	"time"

	"beagle/blackboard/store"
	"beagle/model"
	"beagle/run"
)

// Status is the run's state as its store keeps it.
type Status struct {
	State     run.State       `json:"state"`                 // where in its life the run is; running also where its process died, which PID tells
	Reason    string          `json:"reason,omitempty"`      // why it is in this state, in words
	OutOfTime bool            `json:"out_of_time,omitempty"` // it finished by its timeout, with what was measured until then
	Elapsed   run.Duration    `json:"elapsed"`               // without pauses
	Paused    run.Duration    `json:"paused"`                // time that it stood still
	Measured  run.Duration    `json:"measured,omitempty"`    // spent in launches
	PID       int             `json:"pid"`                   // process that conducts it; it may be gone
	Updated   time.Time       `json:"updated"`               // when this was written
	Problem   *model.Problem  `json:"problem,omitempty"`     // why it failed
	Noted     []model.Problem `json:"noted,omitempty"`       // what the engine itself found
}

// StatusKey is the name under which a store keeps the Status.
const StatusKey = "status"

// WrittenKey is the fact of the store that holds what the analysis wrote.
const WrittenKey = "written"

// StatusOf reads the status of a run's store: the zero Status where none was written yet, an error where it
// cannot be read.
func StatusOf(s *store.Store) (Status, error) {
	var st Status
	_, err := s.Get(StatusKey, &st)
	return st, err
}
