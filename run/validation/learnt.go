package validation

import (
	"context"

	"beagle/blackboard"
	"beagle/blackboard/control"
	"beagle/run/findings"
)

// Learner learns from measurements: an analysis without a measurer.
type Learner func(ctx context.Context, board *blackboard.Board, prepared *findings.Findings) error

// without learns anew from all launches but some, and gives the model's file with
// what was learnt. Counts, branches and arguments, which are observed exactly, are
// kept of all launches: they hold in each.
func (v *validator) without(ctx context.Context, judges map[int32]bool) ([]byte, error) {
	kept := v.Board.Whole()
	states := kept.States
	control.Unlearnt(states)
	board := blackboard.Restore(v.Board.Elements(), v.Board.Seed(), nil, blackboard.Change{Number: 1, States: states})
	c := board.Contribute("launches that teach")
	for _, r := range kept.Results {
		for i := range r.Groups {
			all := r.Groups[i].Observations(0)
			if len(r.Groups[i].Samples) > 0 {
				teaching := all[:0]
				for _, o := range all {
					if !judges[o.Launch] {
						teaching = append(teaching, o)
					}
				}
				all = teaching
			}
			c.AddResults(r.Element, all)
		}
	}
	if err := c.Commit(); err != nil {
		return nil, err
	}
	again := findings.New(v.Config, v.Digest, board)
	if err := v.Learn(ctx, board, again); err != nil {
		return nil, err
	}
	return again.Learnt()
}
