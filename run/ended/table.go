package ended

import (
	"context"
	"errors"

	"beagle/learn"
	"beagle/model"
	"beagle/run"
	"beagle/run/findings"
)

// Table is what was learnt from a table without a model, as a run.
type Table struct {
	*findings.Findings
	name     string
	learnt   learn.Result
	changes  chan struct{}
	sequence uint64
}

var _ run.Run = (*Table)(nil)

// OfTable is what was learnt from a table of this name.
func OfTable(name string, learnt learn.Result) *Table {
	r := &Table{Findings: findings.New(run.Config{}, "", learnt.Board), name: name, learnt: learnt, changes: make(chan struct{})}
	r.Data = learnt.Prepared
	close(r.changes)
	return r
}

// Chosen is what a person decided of the only element.
func (r *Table) Chosen() run.ElementState { return r.Elements(r.Board.Observations)[0] }

// Rows is what was learnt from: a header, and the rows of the table.
func (r *Table) Rows(_ string, of model.ElementID) ([][]string, error) {
	e, err := r.Element(of)
	if err != nil {
		return nil, err
	}
	t := r.Board.Table(of)
	all := [][]string{append(headerOf(t), "weight")}
	for row := range t.Rows() {
		all = append(all, append(cellsOf(e, t, row), cell(t.WeightOf(row))))
	}
	return all, nil
}

// ID is the name of the table that was learnt from.
func (r *Table) ID() string { return r.name }

// Changed is a closed channel: everything was learnt before.
func (r *Table) Changed() <-chan struct{} { return r.changes }

// Close does nothing: no store stands behind a table.
func (r *Table) Close() error { return nil }

// Snapshot is what was learnt.
func (r *Table) Snapshot() run.Snapshot {
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
func (r *Table) Pause(context.Context) error { return errOver }

// Continue is refused: the analysis has ended.
func (r *Table) Continue(context.Context) error { return errOver }

// Abort is refused: the analysis has ended.
func (r *Table) Abort(context.Context) error { return errOver }

// Steer is refused: there is no measurer to steer.
func (r *Table) Steer(context.Context, run.Order) error { return errOver }

// Diff has no model to compare with.
func (r *Table) Diff(context.Context) (string, error) { return "", errNoModel }

// Apply has no model to write.
func (r *Table) Apply(context.Context, run.Output) (run.Written, error) {
	return run.Written{}, errNoModel
}

// Undo has nothing to take back.
func (r *Table) Undo(context.Context) (run.Written, error) { return run.Written{}, errNoModel }
