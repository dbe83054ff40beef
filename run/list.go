package run

import (
	"errors"
	"time"

	"beagle/model"
)

// Info is one line of the list of runs.
type Info struct {
	ID       string    `json:"id"`
	State    State     `json:"state"`
	Reason   string    `json:"reason,omitempty"`
	Live     bool      `json:"live"` // a process conducts it
	PID      int       `json:"pid,omitempty"`
	Model    string    `json:"model"`
	Created  time.Time `json:"created"`
	Elapsed  Duration  `json:"elapsed"`
	Paused   Duration  `json:"paused"`
	Measured Duration  `json:"measured"` // spent in launches of the program
	Folder   string    `json:"folder"`
	Problem  string    `json:"problem,omitempty"` // why the run cannot be read
}

// interrupted is the reason of a run whose process vanished.
const interrupted = "its process was ended from outside"

// List lists this user's runs, the oldest first.
func List() ([]Info, error) {
	all, err := folders()
	if err != nil {
		return nil, err
	}
	infos := make([]Info, 0, len(all))
	for _, f := range all {
		infos = append(infos, f.info())
	}
	return infos, nil
}

// info looks at a run without disturbing it.
func (f folder) info() Info {
	info := Info{ID: f.id(), Folder: string(f), Live: f.live()}
	db, err := f.open()
	if err != nil {
		info.State, info.Problem = Failed, briefly(err)
		return info
	}
	defer db.Close()
	b, err := beginningOf(db)
	if err != nil {
		info.State, info.Problem = Failed, briefly(err)
		return info
	}
	st, err := statusOf(db)
	if err != nil {
		info.Problem = briefly(err)
	}
	st = st.settled(info.Live)
	info.Model, info.Created, info.State, info.Reason, info.Elapsed = b.Config.Model, b.Created, st.State, st.Reason, st.Elapsed
	info.Paused, info.Measured = st.Paused, st.Measured
	if info.Live {
		info.PID = st.PID
	}
	return info
}

// briefly is an error in a line of the list, without the file but with what can
// be done.
func briefly(err error) string {
	var p model.Problem
	if !errors.As(err, &p) || p.Hint == "" {
		return err.Error()
	}
	return p.Message + "; " + p.Hint
}

// live reports whether a process conducts the run.
func (f folder) live() bool {
	lock, err := lockFile(f.path("lock"))
	if err != nil {
		return true
	}
	_ = lock.Close()
	return false
}

// settled is the state of a run that nobody conducts: one that did not get to
// its end was interrupted.
func (s status) settled(live bool) status {
	if !live && !s.State.Ended() {
		s.State, s.Reason = Aborted, interrupted
	}
	return s
}
