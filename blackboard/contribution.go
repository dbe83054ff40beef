package blackboard

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"beagle/model"
)

// Contribution is one tool's turn: the views it gets, and what it adds. The board takes it in as a whole at Commit; a
// contribution that is dropped leaves no trace. It is safe for concurrent use, since a tool may use all cores in its
// turn.
type Contribution struct {
	*Board
	tool string

	mu        sync.Mutex
	results   map[int]*results
	rejected  int64
	proposals map[int][]Proposal
	measure   map[int]bool // true: to be measured; false: measured
	states    map[string]json.RawMessage
	ruling    map[int]judged
	ruled     bool
	problems  []model.Problem
}

type judged struct {
	grades  []Grade
	verdict Verdict
}

// Contribute opens a tool's turn. Only one contribution may be open at a time.
func (b *Board) Contribute(tool string) *Contribution {
	return &Contribution{
		Board: b, tool: tool,
		results: map[int]*results{}, proposals: map[int][]Proposal{}, measure: map[int]bool{},
		states: map[string]json.RawMessage{}, ruling: map[int]judged{},
	}
}

// AddResults adds observations of an element; those of unknown elements and
// those that are no usable value are counted as rejected.
func (c *Contribution) AddResults(id model.ElementID, observations []Observation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.index[id]
	if !ok {
		c.rejected += int64(len(observations))
		return
	}
	r := c.results[i]
	if r == nil {
		r = c.items[i].results.clone()
		c.results[i] = r
	}
	for k := range observations {
		if !r.add(observations[k]) {
			c.rejected++
		}
	}
}

// Observed counts observations of an element of which only the number is known: others, which
// are no sample of them, stand for these.
func (c *Contribution) Observed(id model.ElementID, n int64) {
	c.AddResults(id, nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.index[id]; ok && n > 0 {
		c.results[i].n += float64(n)
	}
}

// Rejected is how many observations of this contribution could not be used: of unknown
// elements, or without a usable value.
func (c *Contribution) Rejected() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rejected
}

// Propose adds a proposal; one that says the same as an earlier one on the same
// measurements is ignored, as are proposals for unknown elements and empty ones.
func (c *Contribution) Propose(p Proposal) {
	i, ok := c.index[p.Element]
	if !ok || p.Expression == nil && len(p.Branches) == 0 {
		return
	}
	if p.Analyser == "" {
		p.Analyser = c.tool
	}
	p.Basis = c.Observations(p.Element)
	c.mu.Lock()
	defer c.mu.Unlock()
	same := func(q Proposal) bool {
		return q.Basis == p.Basis && q.Expression == p.Expression && slices.Equal(q.Branches, p.Branches)
	}
	if slices.ContainsFunc(c.items[i].proposals, same) || slices.ContainsFunc(c.proposals[i], same) {
		return
	}
	c.proposals[i] = append(c.proposals[i], p)
}

// Proposals are those of the board and behind them those of this contribution. They must not be changed.
func (c *Contribution) Proposals(id model.ElementID) []Proposal {
	old := c.Board.Proposals(id)
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.index[id]; ok && len(c.proposals[i]) > 0 {
		return slices.Concat(old, c.proposals[i])
	}
	return old
}

// Measure asks for more measurements of elements, from the commit of the contribution on.
// Unknown ids are passed over.
func (c *Contribution) Measure(ids ...model.ElementID) { c.mark(ids, true) }

// Measured says that elements are no longer to be measured, from the commit on. Unknown ids are passed over.
func (c *Contribution) Measured(ids ...model.ElementID) { c.mark(ids, false) }

func (c *Contribution) mark(ids []model.ElementID, wanted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		if i, ok := c.index[id]; ok {
			c.measure[i] = wanted
		}
	}
}

// SetState replaces a tool's private state, at the commit. value is encoded as JSON at once;
// the error is that of encoding it.
func (c *Contribution) SetState(key string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("state of %s: %w", key, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.states[key] = data
	return nil
}

// State decodes a tool's private state, as set in this contribution or else earlier; see Board.State.
func (c *Contribution) State(key string, into any) error {
	c.mu.Lock()
	data, ok := c.states[key]
	c.mu.Unlock()
	if ok {
		return json.Unmarshal(data, into)
	}
	return c.Board.State(key, into)
}

// Judge records the judge's word on an element: the grades of its proposals, in order, and the verdict.
func (c *Contribution) Judge(id model.ElementID, grades []Grade, verdict Verdict) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ruled = true
	if i, ok := c.index[id]; ok {
		c.ruling[i] = judged{slices.Clone(grades), verdict}
	}
}

// Ruled says that the judge was asked in this contribution, even where it said nothing of any element.
func (c *Contribution) Ruled() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ruled = true
}

// Problem reports what a person should know. One that was reported before is not kept twice.
func (c *Contribution) Problem(problems ...model.Problem) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.problems = append(c.problems, problems...)
}

var _ MeasurementView = (*Contribution)(nil)
