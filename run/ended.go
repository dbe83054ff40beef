package run

import (
	"context"
	"fmt"
	"slices"

	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/measure/campaign"
	"beagle/model"
)

// ended is a run that no process conducts, read from its store: what people
// review, decide on and write.
type ended struct {
	*findings
	id      string
	store   *store.Store
	begun   beginning
	status  status
	damage  []model.Problem
	changes chan struct{}
}

// openEnded reads a run from its folder.
func openEnded(f folder) (*ended, error) {
	db, err := f.open()
	if err != nil {
		return nil, err
	}
	e := &ended{id: f.id(), store: db, changes: make(chan struct{})}
	close(e.changes)
	if err := e.read(f); err != nil {
		_ = db.Close()
		return nil, err
	}
	return e, nil
}

func (e *ended) read(f folder) (err error) {
	if e.begun, err = beginningOf(e.store); err != nil {
		return err
	}
	if e.status, err = statusOf(e.store); err != nil {
		return err
	}
	e.status = e.status.settled(f.live())
	whole, damage, err := e.store.Load()
	if err != nil {
		return err
	}
	e.damage = damage
	board := blackboard.Restore(e.begun.Elements, e.begun.Config.Seed, nil, whole)
	e.findings = newFindings(e.begun.Config, e.begun.Model, board)
	return e.remember(e.store)
}

func (e *ended) ID() string               { return e.id }
func (e *ended) Changed() <-chan struct{} { return e.changes }
func (e *ended) Close() error             { return e.store.Close() }

// Snapshot is the state in which the run ended.
func (e *ended) Snapshot() Snapshot {
	at := campaign.StateOf(e.board)
	s := Snapshot{
		Run: e.id, Seq: uint64(e.board.Number()), State: e.status.State, Reason: e.status.Reason, OutOfTime: e.status.OutOfTime,
		Model: e.config.Model, Started: e.begun.Created, Elapsed: e.status.Elapsed, Paused: e.status.Paused, Measured: e.status.Measured,
		LaunchesDone: int(at.Number), LaunchesPlanned: int(at.Number), Records: at.Events, Lost: at.Lost, Rounds: e.board.Rounds(),
		Elements: e.elements(e.board.Observations),
	}
	s.Precision = e.precision()
	s.Problems = slices.Concat(e.begun.Problems, e.board.Problems(), e.damage, e.status.Noted, s.Precision.problems())
	if p := e.status.Problem; p != nil {
		s.Problems = append(s.Problems, *p)
	}
	return s
}

func (e *ended) over() error { return fmt.Errorf("the run %s is %s", e.id, e.status.State) }

func (e *ended) Pause(context.Context) error    { return e.over() }
func (e *ended) Continue(context.Context) error { return e.over() }
func (e *ended) Abort(context.Context) error    { return e.over() }

var _ Run = (*ended)(nil)
