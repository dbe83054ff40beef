// Package ended is a run that no process conducts, read from its folder: what people review, decide on, write and
// export.
package ended

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/run"
	"beagle/run/findings"
	"beagle/run/folder"
)

// Run is a run that no process conducts, read from its store: what people review, decide on and write.
type Run struct {
	*findings.Findings
	Folder  folder.Folder // where it keeps everything
	store   *store.Store
	Begun   folder.Beginning // what the run began with
	Status  folder.Status    // as its store keeps it
	judged  *run.Validation
	damage  []model.Problem
	changes chan struct{}
}

// Damaged is the error of a run whose store is not what was written: nothing that is said of it could be relied on.
// The store is whole where it is nil.
func (e *Run) Damaged() error {
	if len(e.damage) == 0 {
		return nil
	}
	p := e.damage[0]
	p.Severity = model.Error
	p.Message = "the run is damaged: " + p.Message
	if n := len(e.damage) - 1; n > 0 {
		p.Message += fmt.Sprintf(" (and %d more)", n)
	}
	p.Hint = fmt.Sprintf("\"beagle export %s\" prints what is whole; \"beagle resume %s\" measures again what was lost, unless the run has finished: then measure anew with beagle run; check the disk", e.ID(), e.ID())
	return p
}

// Find reads the run of a name, as folder.Find understands it.
func Find(id string) (*Run, error) {
	f, err := folder.Find(id)
	if err != nil {
		return nil, err
	}
	return Open(f)
}

// Open reads a run from its folder. One that is damaged is an error.
func Open(f folder.Folder) (*Run, error) {
	e, err := openWhole(f)
	if err != nil {
		return nil, err
	}
	if err := e.Damaged(); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

func openWhole(f folder.Folder) (*Run, error) {
	if at, there := f.There(); there {
		return nil, model.Problem{Severity: model.Error, Rule: "run-lives", Message: "the run " + f.ID() + " is on " + at.String(), Hint: "beagle attach " + f.ID() + " brings it here when it has ended"}
	}
	db, err := f.Open()
	if err != nil {
		return nil, err
	}
	e := &Run{Folder: f, store: db, changes: make(chan struct{})}
	close(e.changes)
	if err := e.read(f); err != nil {
		_ = db.Close()
		return nil, err
	}
	return e, nil
}

// read reads everything from the store: the board is restored, findings stand on it.
func (e *Run) read(f folder.Folder) (err error) {
	if e.Begun, err = folder.BeginningOf(e.store); err != nil {
		return err
	}
	if e.Status, err = folder.StatusOf(e.store); err != nil {
		return err
	}
	e.Status = e.Status.Settled(f.Live())
	var v run.Validation
	if kept, err := e.store.Get(folder.ValidationKey, &v); err == nil && kept { // one that cannot be read is made anew
		e.judged = &v
	}
	whole, damage, err := e.store.Load()
	if err != nil {
		return err
	}
	e.damage = damage
	board := blackboard.Restore(e.Begun.Elements, e.Begun.Config.Seed, nil, whole)
	e.Findings = findings.New(e.Begun.Config, e.Begun.Model, board)
	return e.Remember(e.store)
}

// ID is the name of the run's folder.
func (e *Run) ID() string { return e.Folder.ID() }

// Changed is a channel that never says anything: nothing changes here by itself.
func (e *Run) Changed() <-chan struct{} { return e.changes }

// Close closes the run's store; nothing else may be called afterwards.
func (e *Run) Close() error { return e.store.Close() }

// Judged is how the learnt model predicts; nil: that was not judged.
func (e *Run) Judged() *run.Validation { return e.judged }

// Judge keeps how the learnt model predicts.
func (e *Run) Judge(v *run.Validation) error {
	e.judged = v
	return e.store.Put(folder.ValidationKey, v)
}

// Snapshot is the state in which the run ended.
func (e *Run) Snapshot() run.Snapshot {
	at := campaign.StateOf(e.Board)
	s := run.Snapshot{
		Run: e.ID(), Seq: uint64(e.Board.Number()), State: e.Status.State, Reason: e.Status.Reason, OutOfTime: e.Status.OutOfTime,
		Model: e.Config.Model, Started: e.Begun.Created, Elapsed: e.Status.Elapsed, Paused: e.Status.Paused, Measured: e.Status.Measured,
		LaunchesDone: int(at.Number), LaunchesPlanned: int(at.Number), Records: at.Events, Lost: at.Lost, Rounds: e.Board.Rounds(),
		Elements: e.Elements(e.Board.Observations), Validation: e.judged, Wrote: e.Wrote(),
	}
	s.Precision = e.Precision()
	s.Problems = slices.Concat(e.Begun.Problems, e.Board.Problems(), e.Status.Noted, s.Precision.Problems())
	if p := e.Status.Problem; p != nil {
		s.Problems = append(s.Problems, *p)
	}
	return s
}

// Over is the error with which everything is refused that only a running analysis can do.
func (e *Run) Over() error { return fmt.Errorf("the run %s is %s", e.ID(), e.Status.State) }

// Pause is refused: the run has ended.
func (e *Run) Pause(context.Context) error { return e.Over() }

// Continue is refused: the run has ended.
func (e *Run) Continue(context.Context) error { return e.Over() }

// Abort is refused: the run has ended.
func (e *Run) Abort(context.Context) error { return e.Over() }

// Steer has nothing to steer.
func (e *Run) Steer(context.Context, run.Order) error { return e.Over() }

var _ run.Run = (*Run)(nil)
