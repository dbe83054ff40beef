package analysers

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"

	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/launches"
)

// Options adjust Fit. The zero value is what most people want.
type Options struct {
	Seed    uint64
	Fitness *judge.Formula // nil: description length
	Element model.Element  // names of the transitions and the like; may be zero
}

// Result is what was learnt from one table.
type Result struct {
	Proposals []blackboard.Proposal // best first
	Grades    []blackboard.Grade    // parallel to Proposals
	Verdict   blackboard.Verdict    // Final is 0, or -1 where nothing is suitable
	Front     []int                 // indices of the proposals that no other beats in both error and size
	RunnerUp  int                   // index of the second best; -1: none
	Distance  float64               // how much longer the runner-up's description is, nats
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

// Fit runs every analyser on one table and judges what they propose. It stops
// early, with what it has, where ctx ends. The same table and seed give the
// same result as long as ctx does not end.
func Fit(ctx context.Context, table *model.Table, kind model.Kind, options Options) Result {
	element := options.Element
	element.Kind = kind
	if element.ID == "" {
		element.ID = "fit"
	}
	table, launches := levelled(table, kind)
	board := &board{element: element, table: table, seed: options.Seed, states: map[string][]byte{}}
	for _, a := range Results() {
		if ctx.Err() == nil && a.CanContribute(board) {
			_ = a.Contribute(ctx, board) // what it proposed before it failed counts
		}
	}
	const rounds = 8 // improvers that improve each other come to an end by then
	for range rounds {
		contributed := false
		for _, a := range Proposals() {
			if ctx.Err() == nil && a.CanContribute(board) {
				_ = a.Contribute(ctx, board)
				contributed = true
			}
		}
		if !contributed {
			break
		}
	}
	opinion := judge.Assess(kind, table, board.proposals, options.Fitness)
	result := sorted(board.proposals, opinion)
	result.Unfinished = ctx.Err() != nil
	if launches != "" {
		result.Verdict.Warnings = append(slices.Clone(result.Verdict.Warnings), launches)
	}
	return result
}

// levelled is a table of a noisy quantity without what is special to launches,
// where they are known, and words about that.
func levelled(table *model.Table, kind model.Kind) (*model.Table, string) {
	if table.Launch == nil || !kind.Noisy() || table.Target.Kind != model.Number {
		return table, ""
	}
	shared, scatter := launches.Level(table)
	if !(scatter.Between > 0) {
		return table, ""
	}
	if table.Seq == nil && !repeats(table) {
		for i, row := range shared.Seq { // the rows by which it numbers them
			shared.Target.Num[i] = table.Target.Num[row]
		}
		if scatter.Between = launches.LevelUnrepeated(shared); scatter.Between == 0 {
			return shared, ""
		}
	}
	return shared, fmt.Sprintf("%d launches differ by %.2g %%: the expression is of the level that they share, and intervals hold what they differ by", scatter.Launches, 100*scatter.Between)
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
func sorted(proposals []blackboard.Proposal, o judge.Opinion) Result {
	order := make([]int, len(proposals))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool {
		x, y := o.Grades[order[a]], o.Grades[order[b]]
		if (order[a] == o.Verdict.Final) != (order[b] == o.Verdict.Final) {
			return order[a] == o.Verdict.Final
		}
		return x.Fitness < y.Fitness
	})
	place := make([]int, len(order))
	r := Result{Verdict: o.Verdict, RunnerUp: -1, Distance: o.Distance}
	for to, from := range order {
		place[from] = to
		r.Proposals = append(r.Proposals, proposals[from])
		r.Grades = append(r.Grades, o.Grades[from])
	}
	for _, i := range o.Front {
		r.Front = append(r.Front, place[i])
	}
	if o.RunnerUp >= 0 {
		r.RunnerUp = place[o.RunnerUp]
	}
	if o.Verdict.Final >= 0 {
		r.Verdict.Final = 0
	}
	return r
}

// board is a blackboard for one element that was measured already.
type board struct {
	element   model.Element
	table     *model.Table
	seed      uint64
	proposals []blackboard.Proposal
	states    map[string][]byte
}

var (
	_ blackboard.ResultAnalyserView   = (*board)(nil)
	_ blackboard.ProposalAnalyserView = (*board)(nil)
)

func (b *board) Elements() []model.Element                       { return []model.Element{b.element} }
func (b *board) Table(model.ElementID) *model.Table              { return b.table }
func (b *board) Seed() uint64                                    { return b.seed }
func (b *board) Proposals(model.ElementID) []blackboard.Proposal { return b.proposals }
func (b *board) Measure(...model.ElementID)                      {}

func (b *board) Propose(p blackboard.Proposal) {
	for _, known := range b.proposals {
		if known.Expression != nil && known.Expression == p.Expression {
			return // once is enough
		}
	}
	b.proposals = append(b.proposals, p)
}

func (b *board) State(key string, into any) error {
	if data, ok := b.states[key]; ok {
		return json.Unmarshal(data, into)
	}
	return nil
}

func (b *board) SetState(key string, value any) error {
	data, err := json.Marshal(value)
	b.states[key] = data
	return err
}
