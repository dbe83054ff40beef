package run

import (
	"time"

	"beagle/blackboard/store"
	"beagle/model"
)

// status is the run's state as its store keeps it.
type status struct {
	State     State           `json:"state"`
	Reason    string          `json:"reason,omitempty"`
	OutOfTime bool            `json:"out_of_time,omitempty"`
	Elapsed   Duration        `json:"elapsed"` // without pauses
	Paused    Duration        `json:"paused"`
	Measured  Duration        `json:"measured,omitempty"` // spent in launches
	PID       int             `json:"pid"`
	Updated   time.Time       `json:"updated"`
	Problem   *model.Problem  `json:"problem,omitempty"` // why it failed
	Noted     []model.Problem `json:"noted,omitempty"`   // what the engine itself found
}

const statusKey = "status"

func statusOf(s *store.Store) (status, error) {
	var st status
	_, err := s.Get(statusKey, &st)
	return st, err
}
