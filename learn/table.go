// Package learn learns one expression from one table: an analysis without a
// measurer, conducted and judged as any other.
package learn

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sort"

	"beagle/analysers"
	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/blackboard/control"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/launches"
)

// Options adjust what is learnt. The zero value is what most people want.
type Options struct {
	Seed    uint64
	Fitness *judge.Formula // nil: description length
	Element model.Element  // names of the transitions and the like; may be zero
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
}

// rival is how many nats a form may be behind the best before nobody should
// reckon with it: odds of 20 to 1.
const rival = 3

// Forms are the best expression and those of other forms that the data hardly
// tell from it, at most two: what judge.Predict reckons with.
func (r Result) Forms() (forms []expression.Node) {
	shapes := map[expression.Node]bool{}
	for i, p := range r.Proposals {
		if p.Expression == nil || i > 0 && !(r.Grades[i].Fitness-r.Grades[0].Fitness < rival) || len(forms) == 3 {
			break
		}
		if shape := codelength.Shape(p.Expression); !shapes[shape] {
			shapes[shape] = true
			forms = append(forms, p.Expression)
		}
	}
	return forms
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
	table, scatter, said := levelled(table, kind)
	board := blackboard.Of(element, table, scatter, options.Seed)
	analysis := control.Analysis{
		Board: board, Machine: control.NewMachine(nil), Seed: options.Seed,
		Analysers: within(ctx, analysers.All()), Judge: judge.New(judge.Options{Fitness: options.Fitness}),
	}
	if err := analysis.Run(context.WithoutCancel(ctx)); err != nil {
		return Result{}, err
	}
	result := sorted(board.Proposals(element.ID), board.Judgement(element.ID))
	result.Data = analysis.Prepared.Data(&element)
	result.Problems, result.Unfinished = board.Problems(), ctx.Err() != nil
	if said != "" {
		result.Verdict.Warnings = append(slices.Clone(result.Verdict.Warnings), said)
	}
	return result, nil
}

// within are analysers that have no turn once ctx has ended: the judge has.
func within(ctx context.Context, all []*analyser.Analyser) []*analyser.Analyser {
	limited := make([]*analyser.Analyser, len(all))
	for i, x := range all {
		one := *x
		one.Run = func(_ context.Context, p *analyser.Pass) error {
			if ctx.Err() != nil {
				return nil
			}
			return x.Run(ctx, p)
		}
		limited[i] = &one
	}
	return limited
}

// levelled is a table of a noisy quantity without what is special to launches,
// where they are known, and words about that.
func levelled(table *model.Table, kind model.Kind) (*model.Table, launches.Scatter, string) {
	if table.Launch == nil || !kind.Noisy() || table.Target.Kind != model.Number {
		return table, launches.Scatter{}, ""
	}
	shared, scatter := launches.Level(table)
	if !(scatter.Between > 0) {
		return table, scatter, ""
	}
	if table.Seq == nil && !repeats(table) {
		for i, row := range shared.Seq { // the rows by which it numbers them
			shared.Target.Num[i] = table.Target.Num[row]
		}
		if scatter.Between = launches.LevelUnrepeated(shared); scatter.Between == 0 {
			return shared, scatter, ""
		}
	}
	return shared, scatter, fmt.Sprintf("%d launches differ by %.2g %%: the expression is of the level that they share, and intervals hold what they differ by", scatter.Launches, 100*scatter.Between)
}

// repeats reports whether half of the rows have inputs that other launches
// were measured on, too.
func repeats(table *model.Table) bool {
	launch := map[string]int32{}
	keys := make([]string, table.Rows())
	several := map[string]bool{}
	for row := range keys {
		var key []byte
		for _, c := range table.Columns {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(c.Num[row]))
		}
		keys[row] = string(key)
		if l, known := launch[keys[row]]; known && l != table.Launch[row] {
			several[keys[row]] = true
		}
		launch[keys[row]] = table.Launch[row]
	}
	count := 0
	for _, key := range keys {
		if several[key] {
			count++
		}
	}
	return 2*count >= len(keys)
}

// sorted brings the proposals into the order of the judge's preference.
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
