package blackboard

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"beagle/internal/hash"
	"beagle/model"
)

// Change is what a contribution adds to the board, in a form that can be kept outside it.
type Change struct {
	Number    int                        // of the contribution, from 1
	Tool      string                     // who contributed
	Results   []ElementResults           // observations of the contribution, one entry an element
	Proposals []Proposal                 // added proposals, in the order of their arrival
	ToMeasure []model.ElementID          // all that is to be measured from now on
	States    map[string]json.RawMessage // private states that changed
	Judged    []ElementJudged            // elements that the judge spoke of
	Ruled     bool                       // the judge was asked; in a whole board: and nobody contributed since
	Rounds    int                        // how many times the judge was asked so far
	Problems  []model.Problem            // what a person should know of it
}

// ElementResults is what was observed of one element.
type ElementResults struct {
	Element      model.ElementID  // that was measured
	Columns      []model.Variable // all, in order of first observation
	Observations float64          // those that stand for several count as several
	Missed       int64            // groups that were given up, for which others stand
	Total        int              // groups that the element has; those of an index from there on have gone
	Groups       []Group          // those that changed
}

// Group is the observations that share a parameterisation and, where the quantity is exact, the value.
type Group struct {
	Index              int          // place in the element's list of groups
	Inputs             []Assignment // the parameterisation that all of the group have
	Value              model.Value  // exact quantities
	N                  int64        // observations as they came
	Weight             float64      // observations that they stand for
	Records            float64      // exact quantities: that were recorded of these; 0: all of them
	Launches           int64        // exact quantities: launches that brought observations; 0: each brought one
	Last               int32        // exact quantities: the latest of these
	Min, Max, Mean, M2 float64      // noisy quantities; M2: weighted sum of squared differences from the mean
	Launch             int32        // of the first observation
	Seq                int64        // order of the first observation within its launch
	Samples            []Sample     // noisy quantities: a sample
}

// Observations are what the group stands for, to be added to another board. Launches are moved by the given number.
func (g *Group) Observations(launches int32) []Observation {
	if len(g.Samples) == 0 {
		return []Observation{{Inputs: g.Inputs, Value: g.Value, Weight: g.Weight, Records: g.Records, Launch: g.Launch + launches, Seq: g.Seq}}
	}
	out, stand := make([]Observation, len(g.Samples)), weights(g.Samples, g.Weight, g.N)
	for i, s := range g.Samples {
		out[i] = Observation{
			Inputs: g.Inputs, Value: model.NumberValue(s.Value), Weight: stand[i], Launch: s.Launch + launches, Seq: s.Seq,
		}
	}
	return out
}

// ElementJudged is the judge's word on one element.
type ElementJudged struct {
	Element model.ElementID // whom it is about
	Grades  []Grade         // of the element's proposals, in their order
	Verdict Verdict         // as the judge's latest round left it
	History []float64       // fitness of the final proposal after each round
	Rounds  []RoundResult   // what was chosen after each round, as Judgement says it
}

// ErrEmpty says that a contribution changed nothing.
var ErrEmpty = errors.New("the contribution changes nothing")

// Commit makes the contribution part of the board, after the journal has it.
func (c *Contribution) Commit() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	change := c.change()
	if change.empty(c.Board) {
		return ErrEmpty
	}
	if c.journal != nil {
		if err := c.journal.Commit(change); err != nil {
			return fmt.Errorf("keeping what %s contributed: %w", c.tool, err)
		}
	}
	c.apply(change, c.results)
	return nil
}

// change is what the contribution adds, as it is written to the store.
func (c *Contribution) change() Change {
	b := c.Board
	b.mu.RLock()
	defer b.mu.RUnlock()
	change := Change{
		Number: b.number + 1, Tool: c.tool, States: c.states, Ruled: c.ruled, Rounds: b.rounds, Problems: c.newProblems(),
	}
	if c.ruled {
		change.Rounds++
	}
	for _, i := range slices.Sorted(maps.Keys(c.results)) {
		if r := c.results[i]; len(r.changed) > 0 || r.n != b.items[i].results.n {
			changed := r.changed
			if r.thinned {
				changed = nil
			}
			change.Results = append(change.Results, r.export(b.elements[i].ID, changed))
		}
	}
	for _, i := range slices.Sorted(maps.Keys(c.proposals)) {
		change.Proposals = append(change.Proposals, c.proposals[i]...)
	}
	wanted := slices.Clone(b.toMeasure)
	for i, want := range c.measure {
		wanted[i] = want
	}
	change.ToMeasure = b.listed(wanted)
	for _, i := range slices.Sorted(maps.Keys(c.ruling)) {
		j := c.ruling[i]
		best := math.Inf(1)
		if f := j.verdict.Final; f >= 0 && f < len(j.grades) {
			best = j.grades[f].Fitness
		}
		change.Judged = append(change.Judged, ElementJudged{
			Element: b.elements[i].ID, Grades: j.grades, Verdict: j.verdict,
			History: append(slices.Clone(b.items[i].history), best),
			Rounds:  b.items[i].withRound(RoundResult{Round: change.Rounds, Final: j.verdict.Final, Fitness: model.Figure(best)}),
		})
	}
	return change
}

func (c *Contribution) newProblems() []model.Problem {
	var fresh []model.Problem
	for _, p := range c.problems {
		if !slices.Contains(c.Board.problems, p) && !slices.Contains(fresh, p) {
			fresh = append(fresh, p)
		}
	}
	return fresh
}

func (change *Change) empty(b *Board) bool {
	return len(change.Results) == 0 && len(change.Proposals) == 0 && len(change.States) == 0 && len(change.Judged) == 0 &&
		!change.Ruled && len(change.Problems) == 0 && slices.Equal(change.ToMeasure, b.ToMeasure())
}

func (b *Board) apply(change Change, ready map[int]*results) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.number = change.Number
	b.rounds = change.Rounds
	b.justRuled = change.Ruled
	version := uint64(change.Number)
	for _, er := range change.Results {
		i, ok := b.index[er.Element]
		if !ok {
			continue
		}
		it := &b.items[i]
		it.version = version
		if r := ready[i]; r != nil {
			it.results = r
		} else {
			it.results.restore(er)
		}
	}
	for _, p := range change.Proposals {
		if i, ok := b.index[p.Element]; ok {
			b.items[i].proposals = append(b.items[i].proposals, p)
			b.items[i].version = version
		}
	}
	for _, j := range change.Judged {
		if i, ok := b.index[j.Element]; ok {
			it := &b.items[i]
			it.grades, it.verdict, it.history, it.rounds, it.version = j.Grades, &j.Verdict, j.History, j.Rounds, version
		}
	}
	maps.Copy(b.states, change.States)
	clear(b.toMeasure)
	for _, id := range change.ToMeasure {
		if i, ok := b.index[id]; ok {
			b.toMeasure[i] = true
		}
	}
	b.problems = append(b.problems, change.Problems...)
}

// Restore is the board that a change describes, which must be a whole one, as Whole returns it.
func Restore(elements []model.Element, seed uint64, journal Journal, whole Change) *Board {
	b := New(elements, seed, journal)
	b.apply(whole, nil)
	return b
}

// Whole is the board as one change: the one that makes it from an empty board, as Restore takes it.
func (b *Board) Whole() Change {
	b.mu.RLock()
	defer b.mu.RUnlock()
	whole := Change{
		Number: b.number, Ruled: b.justRuled, Rounds: b.rounds, ToMeasure: b.listed(b.toMeasure), States: maps.Clone(b.states),
		Problems: slices.Clone(b.problems),
	}
	for i := range b.items {
		it, id := &b.items[i], b.elements[i].ID
		if it.results.n > 0 {
			whole.Results = append(whole.Results, it.results.export(id, nil))
		}
		whole.Proposals = append(whole.Proposals, it.proposals...)
		if it.verdict != nil {
			whole.Judged = append(whole.Judged, ElementJudged{id, it.grades, *it.verdict, it.history, it.rounds})
		}
	}
	return whole
}

func (r *results) export(id model.ElementID, indices []int32) ElementResults {
	out := ElementResults{Element: id, Columns: slices.Clone(r.columns), Observations: r.n, Missed: r.missed, Total: len(r.groups)}
	if indices == nil {
		for i := range r.groups {
			out.Groups = append(out.Groups, r.exportGroup(i))
		}
		return out
	}
	sorted := slices.Sorted(slices.Values(indices))
	for _, i := range sorted {
		out.Groups = append(out.Groups, r.exportGroup(int(i)))
	}
	return out
}

func (r *results) exportGroup(i int) Group {
	g := &r.groups[i]
	out := Group{
		Index: i, Value: g.value, N: g.n, Weight: g.weight, Launch: g.launch, Seq: g.seq, Samples: g.samples,
	}
	switch {
	case r.noisy:
		out.Min, out.Max, out.Mean, out.M2 = g.min, g.max, g.mean, g.m2
	case g.records < g.weight:
		out.Records = g.records
	}
	if !r.noisy {
		if out.Last = g.last; g.launches != g.n {
			out.Launches = g.launches
		}
	}
	for c, v := range g.inputs {
		if v.Kind != model.None {
			out.Inputs = append(out.Inputs, Assignment{r.columns[c], v})
		}
	}
	return out
}

func (r *results) restore(er ElementResults) {
	for _, v := range er.Columns {
		if _, ok := r.column[v]; !ok {
			r.column[v] = len(r.columns)
			r.columns = append(r.columns, v)
		}
	}
	r.n, r.missed = er.Observations, er.Missed
	slices.SortFunc(er.Groups, func(a, b Group) int { return cmp.Compare(a.Index, b.Index) })
	for _, g := range er.Groups {
		key := r.fill(g.Inputs)
		if !r.noisy {
			key = hash.Mix(key, g.Value.Hash())
		}
		r.groups = append(r.groups, group{})
		i := int32(len(r.groups) - 1)
		r.start(i, key, g.Value, Observation{Launch: g.Launch, Seq: g.Seq})
		at := &r.groups[i]
		at.n, at.weight, at.samples = g.N, g.Weight, g.Samples
		if at.records = recorded(g.Records, g.Weight); r.noisy {
			at.min, at.max, at.mean, at.m2 = g.Min, g.Max, g.Mean, g.M2
		}
		at.launches, at.last = cmp.Or(g.Launches, g.N), g.Last
		r.kept += len(g.Samples)
	}
}
