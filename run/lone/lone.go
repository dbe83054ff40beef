// Package lone shows what was learnt from a lone table as a run that has ended, so
// that people look at it, and try expressions of their own on it, as on any other.
package lone

import (
	"context"
	"errors"

	"beagle/learn"
	"beagle/run"
	"beagle/run/findings"
)

// Run is a lone table. It has no model, so nothing is written.
type Run struct {
	*findings.Findings
	name     string
	learnt   learn.Result
	changes  chan struct{}
	sequence uint64
}

var _ run.Run = (*Run)(nil)

// Of is what was learnt from a table of that name.
func Of(name string, learnt learn.Result) *Run {
	r := &Run{Findings: findings.New(run.Config{}, "", learnt.Board), name: name, learnt: learnt, changes: make(chan struct{})}
	r.Data = learnt.Prepared
	close(r.changes)
	return r
}

// Chosen is what a person decided of the only element.
func (r *Run) Chosen() run.ElementState { return r.Elements(r.Board.Observations)[0] }

// ID is the name of the table that was learnt from.
func (r *Run) ID() string { return r.name }

// Changed is a closed channel: everything was learnt before.
func (r *Run) Changed() <-chan struct{} { return r.changes }

// Close does nothing: no store stands behind a lone table.
func (r *Run) Close() error { return nil }

// Snapshot is what was learnt.
func (r *Run) Snapshot() run.Snapshot {
	r.sequence++ // decisions change it without the board's knowing
	return run.Snapshot{
		Run: r.name, Seq: r.sequence, State: run.Finished, Model: r.name, Rounds: r.Board.Rounds(),
		Elements: r.Elements(r.Board.Observations), Problems: r.learnt.Problems,
	}
}

var (
	errOver    = errors.New("the table has been learnt from already")
	errNoModel = errors.New("a table belongs to no model: y copies the expression")
)

// Pause is refused: the analysis has ended.
func (r *Run) Pause(context.Context) error { return errOver }

// Continue is refused: the analysis has ended.
func (r *Run) Continue(context.Context) error { return errOver }

// Abort is refused: the analysis has ended.
func (r *Run) Abort(context.Context) error { return errOver }

// Steer is refused: there is no measurer to steer.
func (r *Run) Steer(context.Context, run.Order) error { return errOver }

// Diff has no model to compare with.
func (r *Run) Diff(context.Context) (string, error) { return "", errNoModel }

// Apply has no model to write.
func (r *Run) Apply(context.Context, run.Output) (run.Written, error) {
	return run.Written{}, errNoModel
}

// Undo has nothing to take back.
func (r *Run) Undo(context.Context) (run.Written, error) { return run.Written{}, errNoModel }
