package folder

import (
	"time"

	"beagle/blackboard/store"
	"beagle/model"
	"beagle/run"
)

// Status is the run's state as its store keeps it.
type Status struct {
	State     run.State       `json:"state"`
	Reason    string          `json:"reason,omitempty"`
	OutOfTime bool            `json:"out_of_time,omitempty"`
	Elapsed   run.Duration    `json:"elapsed"` // without pauses
	Paused    run.Duration    `json:"paused"`
	Measured  run.Duration    `json:"measured,omitempty"` // spent in launches
	PID       int             `json:"pid"`
	Updated   time.Time       `json:"updated"`
	Problem   *model.Problem  `json:"problem,omitempty"` // why it failed
	Noted     []model.Problem `json:"noted,omitempty"`   // what the engine itself found
}

const StatusKey = "status"

// WrittenKey is the fact of the store that holds what the analysis wrote.
const WrittenKey = "written"

func StatusOf(s *store.Store) (Status, error) {
	var st Status
	_, err := s.Get(StatusKey, &st)
	return st, err
}
