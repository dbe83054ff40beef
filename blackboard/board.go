// Package blackboard is the only store of an analysis. Tools contribute to it
// through views that show their layer and what lies below:
//
//	final expressions      final judge
//	proposed expressions   proposed expression analysers
//	measurement results    measurement result analysers
//	SEFF elements          measurement tools
//
// Nothing is ever deleted from it. What a tool must remember it keeps here
// under its own key, so that tools stay values without state.
//
// Many goroutines may read a board while one contribution is open. The board takes a contribution in
// as a whole or not at all.
package blackboard

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"sync"

	"beagle/internal/hash"
	"beagle/model"
)

// Board is the blackboard of one analysis. Tools read and change it through a Contribution, which becomes part of it
// as a whole or not at all. It is safe for concurrent use: screens read while a tool works.
type Board struct {
	seed     uint64
	elements []model.Element
	index    map[model.ElementID]int
	journal  Journal

	mu        sync.RWMutex
	number    int // contributions so far: the position of the analysis
	items     []item
	toMeasure []bool
	states    map[string]json.RawMessage
	decoded   sync.Map // of states, by key: the latest that somebody asked Decoded for
	problems  []model.Problem
	rounds    int
	justRuled bool // the latest contribution is the judge's
}

type item struct {
	results   *results
	proposals []Proposal
	grades    []Grade
	verdict   *Verdict
	history   []float64
	rounds    []RoundResult
	version   uint64 // number of the contribution that changed the item last
}

// Journal keeps contributions where a crash does not reach them.
type Journal interface {
	// Commit returns when the change is safe. After an error the board is as it was before the contribution.
	Commit(Change) error
}

// New is an empty blackboard: nothing is known of the elements, and all of them are to be measured. The journal may
// be nil.
func New(elements []model.Element, seed uint64, journal Journal) *Board {
	b := &Board{
		seed:      seed,
		elements:  elements,
		index:     make(map[model.ElementID]int, len(elements)),
		journal:   journal,
		items:     make([]item, len(elements)),
		toMeasure: make([]bool, len(elements)),
		states:    map[string]json.RawMessage{},
	}
	for i := range elements {
		b.index[elements[i].ID] = i
		b.items[i].results = newResults(elements[i].Kind.Noisy(), hash.Mix(seed, hash.Text(string(elements[i].ID))))
		b.toMeasure[i] = true
	}
	return b
}

// Of is a blackboard of one element that was measured already: its results are a table and, of a noisy quantity, what
// its launches say.
func Of(element model.Element, table *model.Table, seed uint64) *Board {
	b := New([]model.Element{element}, seed, nil)
	r := b.items[0].results
	r.n, r.built = float64(table.Rows()), table
	r.once.Do(func() {}) // there is nothing to build
	b.toMeasure[0] = false
	return b
}

// Derive adds variables of the user's own to the tables. It is called before anything is contributed.
func (b *Board) Derive(variables []Derived) {
	for i := range b.items {
		b.items[i].results.derived = variables
	}
}

// Elements are the elements of the analysis in model order. They must not be changed.
func (b *Board) Elements() []model.Element { return b.elements }

// Number is how many contributions the board consists of. It only grows, and may be asked for by any goroutine, as
// may everything below.
func (b *Board) Number() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.number
}

// Rounds is how many times the judge ruled, over all processes that conducted the analysis.
func (b *Board) Rounds() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.rounds
}

// JustRuled reports that nobody contributed since the judge was asked last: asking it again would change nothing.
func (b *Board) JustRuled() bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.justRuled
}

// Seed is the analysis's, from which follows which samples are kept.
func (b *Board) Seed() uint64 { return b.seed }

// ToMeasure lists the elements that are to be measured, in model order. The slice is the caller's.
func (b *Board) ToMeasure() []model.ElementID {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.listed(b.toMeasure)
}

func (b *Board) listed(set []bool) []model.ElementID {
	var ids []model.ElementID
	for i, in := range set {
		if in {
			ids = append(ids, b.elements[i].ID)
		}
	}
	return ids
}

// Table holds the results of an element as they were measured; what they say of launches and warm-up is for
// beagle/statistics. It must not be changed.
func (b *Board) Table(id model.ElementID) *model.Table {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if i, ok := b.index[id]; ok {
		return b.items[i].results.table()
	}
	return &model.Table{}
}

// Observations is how many observations were made of an element.
func (b *Board) Observations(id model.ElementID) int64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if i, ok := b.index[id]; ok {
		return int64(math.Round(b.items[i].results.n))
	}
	return 0
}

// Records is how many observations of an exact quantity were recorded one by one, where these are fewer than all.
func (b *Board) Records(id model.ElementID) int64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	i, ok := b.index[id]
	if !ok {
		return 0
	}
	all := 0.0
	for _, records := range b.items[i].results.records() {
		all += records
	}
	return int64(math.Ceil(all))
}

// Proposals lists what was proposed for an element, in order of arrival. It must not be changed.
func (b *Board) Proposals(id model.ElementID) []Proposal {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if i, ok := b.index[id]; ok {
		return slices.Clip(b.items[i].proposals)
	}
	return nil
}

// Judgement is what the judge said of an element when it was asked last.
type Judgement struct {
	Grades  []Grade  // of the first proposals; later ones were not graded yet
	Verdict *Verdict // nil: not yet judged
	// History: fitness of the final proposal after each round of judging, the first round first; +Inf: there was none
	History []float64
	Rounds  []RoundResult // what was chosen after earlier rounds, oldest first
}

// Judgement returns the judge's latest word on an element; the zero Judgement for an unknown element, and where it
// was not asked yet.
func (b *Board) Judgement(id model.ElementID) Judgement {
	b.mu.RLock()
	defer b.mu.RUnlock()
	i, ok := b.index[id]
	if !ok {
		return Judgement{}
	}
	it := &b.items[i]
	return Judgement{Grades: it.grades, Verdict: it.verdict, History: slices.Clip(it.history), Rounds: slices.Clip(it.rounds)}
}

// Version changes whenever a contribution changed something about the element.
func (b *Board) Version(id model.ElementID) uint64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if i, ok := b.index[id]; ok {
		return b.items[i].version
	}
	return 0
}

// State decodes a tool's private state, which is JSON, into what into points to; that is left alone where the tool
// has none. An error says that the state has another form.
func (b *Board) State(key string, into any) error {
	b.mu.RLock()
	data, ok := b.states[key]
	b.mu.RUnlock()
	if !ok {
		return nil
	}
	return json.Unmarshal(data, into)
}

type decoded struct {
	data  json.RawMessage
	value any
}

// Decoded is a private state as of Board.State, decoded once until it changes: screens and judges ask for each
// element, and the state of a campaign of a thousand takes milliseconds to decode. It is shared, and must not be
// changed.
func Decoded[T any](b *Board, key string) (value T, err error) {
	b.mu.RLock()
	data := b.states[key]
	b.mu.RUnlock()
	if len(data) == 0 {
		return value, nil
	}
	if kept, ok := b.decoded.Load(key); ok {
		// States are replaced and never written into, so that the same bytes are the same state.
		if d := kept.(decoded); len(d.data) == len(data) && &d.data[0] == &data[0] {
			if v, ok := d.value.(T); ok {
				return v, nil
			}
		}
	}
	if err := json.Unmarshal(data, &value); err != nil {
		return value, err
	}
	b.decoded.Store(key, decoded{data, value})
	return value, nil
}

// States is the private state of all tools by key. The map is the caller's, the values are not to be changed.
func (b *Board) States() map[string]json.RawMessage {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return maps.Clone(b.states)
}

// Problems lists what tools reported, each problem once, the oldest first. It must not be changed.
func (b *Board) Problems() []model.Problem {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return slices.Clip(b.problems)
}
