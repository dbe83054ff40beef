// Package learn learns one expression from one table: an analysis without a measurer,
// conducted and judged as any other.
//
// What goes in is a model.Table and the kind of its target; what comes out is a Result
// with every proposal, the judge's grades and verdict, and the board that they came from.
// The command fit calls it. There is no second
// engine: control conducts the loop, so a table that is learnt alone and the
// same table within an analysis give the same expression. spread, below this folder, lets
// other machines do it for many elements.
package learn

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"beagle/analysers"
	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/control"
	"beagle/internal/quantity"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
)

// Options adjust what is learnt. The zero value is what most people want.
type Options struct {
	Seed    uint64         // of what is random
	Fitness *judge.Formula // nil: description length
	Element model.Element  // names of the transitions and the like; may be zero
	// AsMeasured leaves in the values what launches, or stretches of rows, take longer
	// than others.
	AsMeasured bool
	// ProcessorTimes tells that values hold nothing of what others do to the machine.
	ProcessorTimes bool
}

// Result is what was learnt from one table.
type Result struct {
	Data      *dataset.Data         // the table, made ready for learning
	Proposals []blackboard.Proposal // best first
	Grades    []blackboard.Grade    // parallel to Proposals
	Verdict   blackboard.Verdict    // Final is 0, or -1 where nothing is suitable
	Front     []int                 // indices of the proposals that no other beats in both error and size
	RunnerUp  int                   // index of the second best; -1: none
	Distance  float64               // how much longer the runner-up's description is, nats
	Problems  []model.Problem       // analysers that failed
	// Unfinished tells that ctx ended before every analyser was done.
	Unfinished bool

	Board    *blackboard.Board // with the table and what was proposed, in the order in which it was
	Prepared *control.Prepared // the same table, made ready
}

// Forms are the forms that the data leave open, with their probabilities, the best expression first: what judge.Predict
// reckons with. A user's own fitness is no length, so by it there is one form only.
func (r Result) Forms() []judge.Form {
	nodes, lengths := make([]expression.Node, len(r.Proposals)), make([]float64, len(r.Proposals))
	for i, p := range r.Proposals {
		if nodes[i], lengths[i] = p.Expression, r.Grades[i].Fitness; i > 0 && r.Verdict.OwnFitness {
			lengths[i] = math.Inf(1)
		}
	}
	if len(nodes) == 0 {
		return nil
	}
	return judge.Posterior(nodes, lengths, 0)
}

// Written is what goes into a model of a proposal for a number, by its index: the expression
// at the level at which its totals are the measured ones.
func (r Result) Written(proposal int) expression.Node {
	return calibration.Expression(r.Data, r.Proposals[proposal].Expression)
}

// Table learns from one table. Where ctx ends it judges what was proposed until
// then. The same table and seed give the same result as long as ctx does not end.
// An error is one of the engine; analysers that fail are among the problems.
func Table(ctx context.Context, table *model.Table, kind model.Kind, options Options) (Result, error) {
	element := options.Element
	element.Kind = kind
	if element.ID == "" {
		element.ID = "fit"
	}
	board := blackboard.Of(element, table, options.Seed)
	prepared := control.Prepare(board)
	prepared.Options = func(model.ElementID) (known []dataset.Option) {
		if options.AsMeasured {
			known = append(known, dataset.AsMeasured)
		}
		if options.ProcessorTimes {
			known = append(known, dataset.ProcessorTimes)
		}
		return known
	}
	analysis := control.Analysis{
		Prepared: prepared, Board: board, Machine: control.NewMachine(nil), Seed: options.Seed,
		Analysers: within(ctx, analysers.All()), Judge: judge.New(judge.Options{Fitness: options.Fitness, Error: judge.ErrorLimit, Total: judge.TotalLimit}),
	}
	// The end of the context ends the analysers, not the judge: within has taken them
	// their turn.
	if err := analysis.Run(context.WithoutCancel(ctx)); err != nil {
		return Result{}, err
	}
	result := sorted(board.Proposals(element.ID), board.Judgement(element.ID))
	result.Board, result.Prepared, result.Data = board, prepared, prepared.Data(&element)
	result.Problems, result.Unfinished = board.Problems(), ctx.Err() != nil
	// What launches differ by is in the intervals: it is to be looked at only where they leave the mean unknown.
	if s := result.Data.Scatter; s.Levelled > 0 && s.HalfWidth > blackboard.SureInside {
		result.Verdict.Notes = append(slices.Clone(result.Verdict.Notes), fmt.Sprintf(
			"mean known to ±%s only, since %d launches differ by %s: measure more launches", quantity.Percent(s.HalfWidth), s.Launches, quantity.Percent(s.Between)))
	}
	return result, nil
}

// within are analysers that have no turn once ctx has ended: the judge has.
func within(ctx context.Context, all []*analyser.Analyser) []*analyser.Analyser {
	limited := make([]*analyser.Analyser, len(all))
	for i, x := range all {
		one := *x
		one.Run = func(_ context.Context, p *analyser.Pass) error {
			if ctx.Err() == nil {
				return x.Run(ctx, p)
			}
			return nil
		}
		limited[i] = &one
	}
	return limited
}

// sorted brings the proposals into the order of the judge's preference: the final one
// first, then by fitness. Indices in what it returns are of that order.
func sorted(proposals []blackboard.Proposal, j blackboard.Judgement) Result {
	r := Result{RunnerUp: -1, Distance: math.Inf(1)}
	if j.Verdict == nil {
		return r
	}
	r.Verdict = *j.Verdict
	order := make([]int, len(proposals))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool {
		if (order[a] == r.Verdict.Final) != (order[b] == r.Verdict.Final) {
			return order[a] == r.Verdict.Final
		}
		return j.Grades[order[a]].Fitness < j.Grades[order[b]].Fitness
	})
	place := make([]int, len(order))
	for to, from := range order {
		place[from] = to
		r.Proposals = append(r.Proposals, proposals[from])
		r.Grades = append(r.Grades, j.Grades[from])
	}
	r.Front = judge.Front(r.Grades)
	if r.Verdict.Final >= 0 {
		r.Verdict.Final = 0
		r.RunnerUp, r.Distance = judge.RunnerUp(r.Proposals, r.Grades, 0)
	}
	return r
}
