package folder

import (
	"errors"
	"time"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

// Info is one line of the list of runs.
type Info struct {
	ID       string       `json:"id"`                // name of the run's folder
	State    run.State    `json:"state"`             // where in its life the run is
	Reason   string       `json:"reason,omitempty"`  // why, in words
	Live     bool         `json:"live"`              // a process conducts it
	PID      int          `json:"pid,omitempty"`     // process that conducts it; 0: none does
	Model    string       `json:"model"`             // path of the model
	Project  string       `json:"project,omitempty"` // the folder of its beagle.yaml
	Created  time.Time    `json:"created"`           // when it was begun
	Elapsed  run.Duration `json:"elapsed"`           // without pauses
	Paused   run.Duration `json:"paused"`            // time that it stood still
	Measured run.Duration `json:"measured"`          // spent in launches of the program
	Folder   string       `json:"folder"`            // absolute path
	Problem  string       `json:"problem,omitempty"` // why the run cannot be read
}

// Interrupted is the reason of a run whose process vanished.
const Interrupted = "its process was ended from outside"

// List lists this user's runs, the oldest first.
func List() ([]Info, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	infos := make([]Info, 0, len(all))
	for _, f := range all {
		infos = append(infos, f.Info())
	}
	return infos, nil
}

// Info looks at a run without disturbing it, also while a process conducts it. What cannot be
// read is said in Problem.
func (f Folder) Info() Info {
	info := Info{ID: f.ID(), Folder: string(f), Live: f.Live()}
	db, err := f.Open()
	if err != nil {
		info.State, info.Problem = run.Failed, briefly(err)
		return info
	}
	defer db.Close()
	b, err := BeginningOf(db)
	if err != nil {
		info.State, info.Problem = run.Failed, briefly(err)
		return info
	}
	st, err := StatusOf(db)
	if err != nil {
		info.Problem = briefly(err)
	}
	st = st.Settled(info.Live)
	info.Project = b.Config.Project
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

// Live reports whether a process conducts the run, by its lock: right also where the process
// was killed.
func (f Folder) Live() bool {
	lock, err := safe.LockFile(f.Path("lock"))
	if err != nil {
		return true
	}
	_ = lock.Close()
	return false
}

// Settled is the state of a run that nobody conducts: one that did not get to
// its end was interrupted.
func (s Status) Settled(live bool) Status {
	if !live && !s.State.Ended() {
		s.State, s.Reason = run.Aborted, Interrupted
	}
	return s
}
