package folder

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"beagle/blackboard/store"
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
	There    string       `json:"there,omitempty"`   // the other machine that it is on; its state there is not known here
	Problem  string       `json:"problem,omitempty"` // why the run cannot be read
	Written  bool         `json:"written,omitempty"` // its expressions were written into a model
	File     string       `json:"file,omitempty"`    // the model file that they were written into last
	Result   *Result      `json:"result,omitempty"`  // summary; nil: it has not ended, or an older Beagle kept none

	// Left is when a person looked at the run last, and News what went on since, in words; empty: nothing.
	Left time.Time `json:"left,omitzero"`
	News []string  `json:"news,omitempty"`
}

// Waits reports whether a person has something to do with the run.
func (i *Info) Waits() bool {
	return i.Live || i.Problem == "" && (i.State == run.Finished && !i.Written || i.Reason == Interrupted || len(i.News) > 0)
}

// Waiting is the newest run of a project where it waits for a person; nil: it does not. Runs before it are history.
func Waiting(all []Info, project string) *Info {
	var newest *Info
	for i := range all {
		if one := &all[i]; one.Project == project && (newest == nil || one.Created.After(newest.Created)) {
			newest = one
		}
	}
	if newest == nil || !newest.Waits() {
		return nil
	}
	return newest
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

// Info looks at a run without disturbing it, also while a process conducts it.
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
	if err == nil {
		err = db.Lost()
	}
	if err != nil {
		info.Problem = briefly(err)
	}
	at, there := f.There()
	info.Live = info.Live || there
	st = st.Settled(info.Live)
	info.Project = b.Config.Project
	info.Model, info.Created, info.State, info.Reason, info.Elapsed = b.Config.Model, b.Created, st.State, st.Reason, st.Elapsed
	info.Paused, info.Measured, info.Result = st.Paused, st.Measured, st.Result
	if there {
		info.There, info.Reason, st.PID = at.String(), "on "+at.String()+"; beagle attach looks into it there", 0
	}
	if info.Live {
		info.PID = st.PID
	}
	var written []struct {
		Model struct {
			File string `json:"file"`
		} `json:"model"`
	}
	if found, err := db.Get(WrittenKey, &written); err == nil && found && len(written) > 0 {
		info.Written, info.File = true, written[len(written)-1].Model.File
	}
	if seen := f.seen(); !seen.At.IsZero() {
		info.Left, info.News = seen.At, Seen{Launches: st.Launches, Ended: st.State.Ended()}.Since(seen, st.State)
	}
	return info
}

func briefly(err error) string {
	var p model.Problem
	if !errors.As(err, &p) || p.Hint == "" {
		return err.Error()
	}
	return p.Message + "; " + p.Hint
}

// Live reports whether a process conducts the run, by its lock: right also where the process was killed.
func (f Folder) Live() bool {
	lock, err := safe.LockFile(f.Path("lock"))
	if err != nil {
		return true
	}
	_ = lock.Close()
	return false
}

// Settled is the state of a run that nobody conducts: one that did not get to its end was interrupted.
func (s Status) Settled(live bool) Status {
	if !live && !s.State.Ended() {
		s.State, s.Reason = run.Aborted, Interrupted
	}
	return s
}

// Status is the run's state as its store keeps it.
type Status struct {
	State     run.State       `json:"state"`                 // where in its life the run is; running also where its process died, which PID tells
	Reason    string          `json:"reason,omitempty"`      // why it is in this state, in words
	OutOfTime bool            `json:"out_of_time,omitempty"` // it finished by its timeout, with what was measured until then
	Elapsed   run.Duration    `json:"elapsed"`               // without pauses
	Paused    run.Duration    `json:"paused"`                // time that it stood still
	Measured  run.Duration    `json:"measured,omitempty"`    // spent in launches
	Launches  int             `json:"launches,omitempty"`    // that have ended
	PID       int             `json:"pid"`                   // process that conducts it; it may be gone
	Updated   time.Time       `json:"updated"`               // when this was written
	Problem   *model.Problem  `json:"problem,omitempty"`     // why it failed
	Noted     []model.Problem `json:"noted,omitempty"`       // what the engine itself found
	Result    *Result         `json:"result,omitempty"`      // summary, once it has ended
}

// Result is a summary of an analysis that has ended, kept with its status so that a list of runs need not open each store.
type Result struct {
	Verdicts run.Verdicts `json:"verdicts"`           // how many elements have which verdict
	Warnings []string     `json:"warnings,omitempty"` // the first messages of errors and warnings, each once
	Check    string       `json:"check,omitempty"`    // result of the prediction check; empty: there was none
	Demands  []Demand     `json:"demands,omitempty"`  // the first resource demands, in the order of the model
}

// Demand is a learnt resource demand.
type Demand struct {
	Name    string    `json:"name"`
	Verdict run.Trust `json:"verdict"`
	StoEx   string    `json:"stoex"`
}

// mostWarnings and mostDemands bound a summary: a list of runs has no room for more.
const (
	mostWarnings = 5
	mostDemands  = 20
)

// ResultOf summarises an analysis that has ended.
func ResultOf(s *run.Snapshot) *Result {
	r := &Result{Verdicts: run.VerdictsOf(s.Elements)}
	if s.Validation != nil {
		r.Check = s.Validation.Check()
	}
	for i := range s.Elements {
		e := &s.Elements[i]
		if e.Kind == model.InternalAction && e.Best != nil && len(r.Demands) < mostDemands {
			r.Demands = append(r.Demands, Demand{Name: e.Name, Verdict: e.Trust(), StoEx: e.Best.StoEx})
		}
	}
	for i := range s.Problems {
		p := &s.Problems[i]
		if p.Severity != model.Info && len(r.Warnings) < mostWarnings && !slices.Contains(r.Warnings, p.Message) {
			r.Warnings = append(r.Warnings, p.Message)
		}
	}
	return r
}

// Why is the verdicts of a run that has ended and the reason for its state, in one line.
func (i *Info) Why() string {
	if i.Result == nil {
		return i.Reason
	}
	return run.Result(i.Result.Verdicts, i.Reason)
}

// StatusKey is the name under which a store keeps the Status.
const StatusKey = "status"

// WrittenKey is the fact of the store that holds what the analysis wrote.
const WrittenKey = "written"

// StatusOf reads the status of a run's store. A run has one before it begins, so that a store without is damaged.
func StatusOf(s *store.Store) (Status, error) {
	var st Status
	found, err := s.Get(StatusKey, &st)
	if err == nil && !found {
		err = model.Problem{
			Severity: model.Error, Rule: "run-damaged", File: s.Path(), Message: "the run's store does not say how far the run got",
			Hint: "start anew with the configuration in run.json, in the same folder",
		}
	}
	return st, err
}

// Begun is what a run began with.
func Begun(id string) (b Beginning, err error) {
	err = ofStore(id, func(db *store.Store) error {
		b, err = BeginningOf(db)
		return err
	})
	return b, err
}

// Settings are what a run was started with.
func Settings(id string) (cfg run.Config, err error) {
	err = ofStore(id, func(db *store.Store) error {
		found, err := db.GetField(beginningKey, "config", &cfg)
		return began(db, found, err)
	})
	return cfg, err
}

func ofStore(id string, read func(*store.Store) error) error {
	f, err := Find(id)
	if err != nil {
		return err
	}
	db, err := f.Open()
	if err != nil {
		return err
	}
	defer db.Close()
	return read(db)
}

// Measuring are the analyses of this user that measure now: two at a time would
// disturb each other's times. A paused one does not.
func Measuring() ([]Info, error) {
	all, err := List()
	if err != nil {
		return nil, err
	}
	var busy []Info
	for _, info := range all {
		if info.Live && info.There == "" && (info.State == run.Running || info.State == run.Preparing) {
			busy = append(busy, info)
		}
	}
	return busy, nil
}

const waitEvery = time.Second

// Turn waits until no other analysis of this user measures and nobody else has the turn.
func Turn(ctx context.Context, say func([]Info)) (release func(), err error) {
	if err := os.MkdirAll(Root(), 0o700); err != nil {
		return nil, noFolder(err)
	}
	said := false
	for {
		busy, err := Measuring()
		if err != nil {
			return nil, err
		}
		lock, taken := safe.LockFile(filepath.Join(Root(), "turn"))
		if taken == nil && len(busy) == 0 {
			return func() { _ = lock.Close() }, nil
		}
		if taken == nil {
			_ = lock.Close()
		}
		if !said {
			say(busy)
			said = true
		}
		select {
		case <-time.After(waitEvery):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}
