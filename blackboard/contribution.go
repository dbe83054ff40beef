package blackboard

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"beagle/model"
	"beagle/model/expression"
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

// AddResults adds observations of an element.
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

// Observed counts observations of an element of which only the number is known.
func (c *Contribution) Observed(id model.ElementID, n int64) {
	c.AddResults(id, nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.index[id]; ok && n > 0 {
		c.results[i].n += float64(n)
	}
}

// Rejected is how many observations of this contribution could not be used.
func (c *Contribution) Rejected() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rejected
}

// Propose adds a proposal; one that says the same as an earlier one on the same measurements is ignored, as are
// proposals for unknown elements and empty ones.
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

// SetState replaces a tool's private state, at the commit. value is encoded as JSON at once; the error is that of
// encoding it.
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

// Proposal is an expression proposed for an element.
type Proposal struct {
	Element  model.ElementID // that it is for
	Analyser string          // who proposed it
	// Expression describes the quantity; for a branch it is nil and Branches describes each transition.
	Expression expression.Node
	Branches   []BranchProposal // Branch: one for each transition in file order; nil for other kinds
	Why        string           // one sentence for people: what led to the proposal
	// Basis is how many observations there were of the element.
	Basis int64
}

// Latest are the places of the proposals that were learnt from the most measurements: the others are superseded.
func Latest(proposals []Proposal) (places []int) {
	most := int64(0)
	for i := range proposals {
		most = max(most, proposals[i].Basis)
	}
	for i := range proposals {
		if proposals[i].Basis == most {
			places = append(places, i)
		}
	}
	return places
}

// BranchProposal describes one transition of a branch: a guard, or a probability where nothing explains the choice.
type BranchProposal struct {
	Guard       expression.Node // nil: Probability counts
	Probability float64         // share of the branch's decisions, 0 to 1; the transitions' sum to 1
}

// What each kind of tool may do on the blackboard is kept by the compiler.

// Reader reads what the lower layers hold.
type Reader interface {
	Elements() []model.Element            // of the analysis, in the model's order; must not be changed
	Table(model.ElementID) *model.Table   // never nil; must not be changed
	Observations(model.ElementID) int64   // how many there were, also those that Table does not keep
	Proposals(model.ElementID) []Proposal // in the order in which they were made; must not be changed
	State(key string, into any) error     // a tool's private state; leaves into alone where there is none
}

// MeasurementView is what measuring reads, and contributes through.
type MeasurementView interface {
	Elements() []model.Element          // as of Reader
	Table(model.ElementID) *model.Table // never nil; must not be changed
	Observations(model.ElementID) int64 // as of Reader
	ToMeasure() []model.ElementID       // those that are to be measured now
	State(key string, into any) error   // as of Reader

	AddResults(model.ElementID, []Observation) // what was observed of an element; values that nothing can be learnt from are refused
	Observed(id model.ElementID, n int64)      // so many more that are not among the results
	Measure(...model.ElementID)                // to be measured again
	Measured(...model.ElementID)               // no longer to be measured
	Problem(...model.Problem)                  // what a person should know
	SetState(key string, value any) error      // keeps a tool's private state, which must be sayable in JSON
}

// Observation is one measured value with the parameterisation it was measured under.
type Observation struct {
	Inputs  []Assignment // at most one assignment a variable; variables that are missing were not observed
	Value   model.Value  // what was measured, in the element's unit; None is refused
	Weight  float64      // observations that it stands for; 0 means 1
	Records float64      // exact quantities: that were recorded of these; 0: all of them
	Launch  int32        // number of the launch
	Seq     int64        // order of observation within the launch
}

// Assignment is one variable's value.
type Assignment struct {
	Variable model.Variable // whose value it is
	Value    model.Value    // what it was; None: a null reference
}
