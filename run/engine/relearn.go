package engine

import (
	"context"

	"beagle/blackboard"
	"beagle/control"
	"beagle/model"
	"beagle/run"
	"beagle/run/ended"
	"beagle/run/findings"
)

// Relearnt is what an ended run says of its measurements.
type Relearnt struct {
	Run        string             // id of the run
	Kept       run.Config         // the settings of the run ...
	Config     run.Config         // ... and those that were learnt with
	Before     []run.ElementState // elements as the run has them
	After      []run.ElementState // elements as they are learnt now
	Unmeasured int                // elements of which no measurements are kept
	Problems   []model.Problem    // with the measurements
}

// Relearn learns again from the measurements that a run keeps. Nothing is measured, and the run stays as it is.
func Relearn(ctx context.Context, id string, change func(*run.Config) error) (*Relearnt, error) {
	e, err := ended.Find(id)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	r := &Relearnt{Run: e.ID(), Kept: e.Config, Config: e.Config, Before: e.Elements(e.Board.Observations), Problems: e.Begun.ChangedExtensions()}
	if err := change(&r.Config); err != nil {
		return nil, err
	}
	kept := e.Board.Whole()
	control.Unlearnt(kept.States)
	for i := range r.Before {
		if e.Board.Observations(r.Before[i].ID) == 0 {
			r.Unmeasured++
		}
	}
	board := blackboard.Restore(e.Board.Elements(), r.Config.Seed, nil, blackboard.Change{Number: 1, Results: kept.Results, States: kept.States})
	again := findings.New(r.Config, e.Begun.Model, board)
	if err := learn(&r.Config)(ctx, board, again); err != nil {
		return nil, err
	}
	r.After = again.Elements(board.Observations)
	return r, nil
}
