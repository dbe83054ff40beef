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
func (t *texts) earlier(e *model.Element, after blackboard.RoundResult, options []dataset.Option) (*run.EarlierRound, *blackboard.Proposal) {
	table := upTo(t.board.Table(e.ID), after.Launch)
	s := &run.EarlierRound{Round: after.Round, Launches: len(launchesOf(table))}
	proposals := t.board.Proposals(e.ID)
	if after.Final < 0 || after.Final >= len(proposals) {
		return s, nil
	}
	p := &proposals[after.Final]
	data := dataset.PrepareKind(table, e.Kind, options...)
	s.Best = &run.Proposed{
		Analyser: p.Analyser, Why: p.Why, Fitness: after.Fitness, Error: errorOf(data, p, e.Kind), Size: sizeOf(p),
	}
	said, err := t.sayer.Say(e, p, t.rate, func() *dataset.Data { return data })
	if err != nil {
		s.Best.Unsayable = err.Error()
		return s, p
	}
	s.Best.StoEx, s.Best.Transitions = said.Text, said.Transitions
	s.Best.InUnits = t.inUnits(e, said.Text)
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
