package findings

import (
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/statistics/dataset"
)

// earlier says what an element's expression was after an earlier round, at the level and
// with the error that the measurements gave it which there were by then; the proposal
// is nil where none was suitable.
func (f *Findings) earlier(e *model.Element, after blackboard.RoundResult) (*run.EarlierRound, *blackboard.Proposal) {
	table := upTo(f.Board.Table(e.ID), after.Launch)
	s := &run.EarlierRound{Round: after.Round, Launches: len(launchesOf(table))}
	proposals := f.Board.Proposals(e.ID)
	if after.Final < 0 || after.Final >= len(proposals) {
		return s, nil
	}
	p := &proposals[after.Final]
	data := dataset.Prepare(table, e.Kind.Noisy(), f.options(e.ID)...)
	s.Best = &run.Proposed{
		Analyser: p.Analyser, Why: p.Why, Fitness: after.Fitness, Error: errorOf(data, p, e.Kind), Size: sizeOf(p),
	}
	said, err := f.sayer.Say(e, p, rateOf(f.Config), func() *dataset.Data { return data })
	if err != nil {
		s.Best.Unsayable = err.Error()
		return s, p
	}
	s.Best.StoEx, s.Best.Transitions = said.Text, said.Transitions
	if rateOf(f.Config) == 1 {
		s.Best.InUnits = f.sayer.inUnits(e, said.Text)
	}
	return s, p
}

// sizeOf is how many nodes a proposal has; of a branch those of its guards.
func sizeOf(p *blackboard.Proposal) int {
	if p.Expression != nil {
		return expression.Size(p.Expression)
	}
	size := 0
	for _, b := range p.Branches {
		if b.Guard != nil {
			size += expression.Size(b.Guard)
		}
	}
	return size
}
