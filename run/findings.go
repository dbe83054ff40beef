package run

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"beagle/blackboard"
	"beagle/blackboard/control"
	"beagle/model"
)

// findings are the results of an analysis as people see and decide on them.
// They need no running engine: the review of an ended run works on them, too.
type findings struct {
	config  Config
	digest  string // of the model file when it was read
	board   *blackboard.Board
	data    *control.Prepared                    // the board's measurements, made ready for learning
	derived []blackboard.Derived                 // the user's own variables
	keep    func(model.ElementID, decided) error // makes a decision durable

	mu        sync.Mutex
	decisions map[model.ElementID]decided
	cache     map[model.ElementID]line
	revision  uint64 // of the latest line

	examining sync.Mutex // taken before mu
	examined  map[model.ElementID]examination
}

// decided is a decision that does not depend on how proposals are sorted.
type decided struct {
	Decision
	Proposal int `json:"board_proposal"` // Accept: index on the blackboard
}

// line is an element's state as it was worked out last.
type line struct {
	version uint64
	state   ElementState
	order   []int // proposals as shown: indices on the blackboard
}

func newFindings(cfg Config, digest string, board *blackboard.Board) *findings {
	derived, err := derivations(cfg.Derive)
	if err == nil { // else Prepare has said it
		board.Derive(derived)
	}
	return &findings{
		derived: derived,
		config:  cfg, digest: digest, board: board, data: control.Prepare(board), keep: func(model.ElementID, decided) error { return nil },
		decisions: map[model.ElementID]decided{}, cache: map[model.ElementID]line{},
		examined: map[model.ElementID]examination{},
	}
}

// elements is the state of every element. Samples may be more than the board
// has while a program is being measured.
func (f *findings) elements(samples func(model.ElementID) int64) []ElementState {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := f.board.Elements()
	out := make([]ElementState, len(all))
	for i := range all {
		out[i] = f.line(&all[i]).state
		out[i].Samples = samples(all[i].ID)
	}
	return out
}

// line works out an element's state anew where the board changed.
func (f *findings) line(e *model.Element) line {
	version := f.board.Version(e.ID)
	if known, ok := f.cache[e.ID]; ok && known.version == version {
		return known
	}
	l := line{version: version, state: ElementState{Element: *e, Noise: -1}}
	judgement := f.board.Judgement(e.ID)
	proposals := f.board.Proposals(e.ID)
	final := -1
	if v := judgement.Verdict; v != nil {
		final = v.Final
		l.state.Optimal, l.state.Note, l.state.Warnings, l.state.Undecided = v.Optimal, v.Reason, v.Warnings, v.Undecided()
		if !math.IsNaN(v.Noise) {
			l.state.Noise = v.Noise
		}
	}
	l.order = ranked(len(proposals), final, judgement.Grades)
	for _, i := range l.order {
		var grade *blackboard.Grade
		if i < len(judgement.Grades) {
			grade = &judgement.Grades[i]
		}
		l.state.Proposals = append(l.state.Proposals, f.proposed(e, &proposals[i], grade))
	}
	if final >= 0 && final < len(proposals) {
		best := l.state.Proposals[0]
		l.state.Best = &best
	}
	for _, fitness := range judgement.History {
		l.state.History = append(l.state.History, finite(fitness))
	}
	l.state.Decision = f.shown(e.ID, l.order)
	l.state.Times = f.times(e)
	if l.state.Times != nil {
		l.state.Warnings = append(slices.Clip(l.state.Warnings), l.state.Times.doubts()...)
	}
	f.revision++
	l.state.revision = f.revision
	f.cache[e.ID] = l
	return l
}

// ranked sorts proposals as people see them: the judge's choice, then by
// fitness, then those that were not yet graded.
func ranked(n, final int, grades []blackboard.Grade) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	fitness := func(i int) float64 {
		switch {
		case i == final:
			return math.Inf(-1)
		case i >= len(grades) || math.IsNaN(grades[i].Fitness):
			return math.Inf(1)
		}
		return grades[i].Fitness
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fitness(a), fitness(b)) })
	return order
}

// proposed is a proposal in StoEx.
func (f *findings) proposed(e *model.Element, p *blackboard.Proposal, grade *blackboard.Grade) Proposed {
	out := Proposed{Analyser: p.Analyser, Why: p.Why, Fitness: math.MaxFloat64}
	if grade != nil {
		out.Fitness, out.Error, out.Size = finite(grade.Fitness), finite(grade.RelativeError), grade.Size
		if grade.Reason != "" {
			out.Why = join(p.Why, grade.Reason)
		}
	}
	texts, err := f.say(e, p, f.rate())
	if err != nil {
		out.Unsayable = err.Error()
		return out
	}
	out.StoEx, out.Transitions, out.Why = texts.stoex, texts.transitions, join(texts.scatter, out.Why)
	return out
}

func (f *findings) rate() float64 {
	if f.config.Output.Rate > 0 {
		return f.config.Output.Rate
	}
	return 1
}

// finite is a number that JSON can carry; a refused proposal's fitness is as
// large as a number can be.
func finite(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return math.MaxFloat64
	case math.IsInf(x, -1):
		return -math.MaxFloat64
	}
	return x
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}
