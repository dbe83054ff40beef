package control

import (
	"context"
	"sync"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/statistics/dataset"
)

// Elsewhere learns elements on other machines, or in this process where that is quicker.
type Elsewhere interface {
	// Learn is an analyser's turn on one element.
	Learn(context.Context, Work) ([]blackboard.Proposal, error)
	// Assess is the judge's word on one element; own is the user's own fitness formula, or empty.
	Assess(ctx context.Context, w Work, own string) (judge.Opinion, error)
}

// Work is what there is to know of an element for whoever learns it elsewhere.
type Work struct {
	Element model.Element    // what is to be learnt
	Table   *model.Table     // its measurements; not to be changed
	Options []dataset.Option // what is known of the table
	Seed    uint64           // of what is random, for this analyser and element
	// Analyser has its turn, and Together are all that have theirs on the same measurements, it among them.
	Analyser *analyser.Analyser
	Together []*analyser.Analyser
	// Proposals are those that the analyser improves, and Related those of other elements of the service.
	Proposals, Related []blackboard.Proposal

	// Here does the same in this process.
	Here func(context.Context, *analyser.Analyser) ([]blackboard.Proposal, error)
	// Look is the judge's opinion, formed in this process.
	Look func() (judge.Opinion, error)
}

func (a *Analysis) work(view blackboard.Reader, x *analyser.Analyser, e *model.Element) Work {
	w := Work{Element: *e, Table: view.Table(e.ID), Options: a.Prepared.options(e.ID), Seed: a.Seed, Analyser: x, Together: []*analyser.Analyser{x}}
	w.Here = func(ctx context.Context, x *analyser.Analyser) ([]blackboard.Proposal, error) {
		return a.here(ctx, view, x, e)
	}
	if len(x.Improves) == 0 {
		w.Together = nil
		for _, other := range a.Analysers {
			if len(other.Improves) == 0 && other.WorksOn(e.Kind) {
				w.Together = append(w.Together, other)
			}
		}
	}
	w.Proposals, w.Related = improved(view, x, e)
	return w
}

// mostAtOnce bounds the elements that are learnt at a time.
const mostAtOnce = 256

// learn has the analyser's turn on all its elements.
func (t *turn) learn(ctx context.Context) {
	if t.of.Elsewhere == nil {
		for _, place := range t.places {
			t.element(ctx, place)
		}
		return
	}
	var rows [][]int
	of := map[string]int{}
	for _, place := range t.places {
		service := t.of.Board.Elements()[place].SEFF
		row, known := of[service]
		if !known || service == "" || len(t.x.Improves) == 0 {
			row = len(rows)
			of[service], rows = row, append(rows, nil)
		}
		rows[row] = append(rows[row], place)
	}
	atOnce(len(rows), func(row int) {
		for _, place := range rows[row] {
			t.element(ctx, place)
		}
	})
}

func atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	free := make(chan struct{}, mostAtOnce)
	for i := range n {
		free <- struct{}{}
		all.Go(func() { defer func() { <-free }(); do(i) })
	}
	all.Wait()
}

func (a *Analysis) judged(c *blackboard.Contribution) judge.View {
	m := &measured{c, a, 0}
	if a.Elsewhere == nil {
		return m
	}
	return judgedElsewhere{m}
}

type judgedElsewhere struct{ *measured }

func (m judgedElsewhere) Opinions(ctx context.Context, own string, look func(*model.Element, *dataset.Data) judge.Opinion) ([]judge.Opinion, error) {
	elements := m.Elements()
	all, errs := make([]judge.Opinion, len(elements)), make([]error, len(elements))
	atOnce(len(elements), func(i int) {
		if ctx.Err() != nil {
			errs[i] = ctx.Err()
			return
		}
		e, a := &elements[i], m.of
		a.tell(Activity{Tool: "judge", Element: e, Place: i})
		all[i], errs[i] = a.Elsewhere.Assess(ctx, Work{
			Element: *e, Table: m.Table(e.ID), Options: a.Prepared.options(e.ID), Proposals: m.Proposals(e.ID),
			Look: func() (o judge.Opinion, err error) {
				err = guarded("the judge", func() error { o = look(e, a.Prepared.Data(e)); return nil })
				return o, err
			},
		}, own)
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

var _ judge.Elsewhere = judgedElsewhere{}
