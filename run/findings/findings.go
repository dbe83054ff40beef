// Package findings is what an analysis found, as people see it and decide on it: proposals in the text of the model,
// evidence, times, decisions, and the calibrated model.
package findings

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"sync"

	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/control"
	"beagle/derive"
	"beagle/judge"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
	"beagle/run/folder"
)

// Findings are the results of an analysis as people see and decide on them.
type Findings struct {
	Config run.Config                           // what the run was configured with; read only
	Board  *blackboard.Board                    // what was measured, proposed and judged
	Data   *control.Prepared                    // the board's measurements, made ready for learning
	keep   func(model.ElementID, decided) error // makes a decision durable

	timing
	writer

	examiner examiner

	mu        sync.Mutex
	texts     texts
	decisions map[model.ElementID]decided
	cache     map[model.ElementID]line
	revision  uint64 // of the latest line
}

type decided struct {
	run.Decision
	Proposal int `json:"board_proposal"` // Accept: index on the blackboard
}

type line struct {
	version uint64
	state   run.ElementState
	order   []int // proposals as shown: indices on the blackboard
}

// New makes the findings of a board. digest is the SHA-256 of the model as it was when the run began.
func New(cfg run.Config, digest string, board *blackboard.Board) *Findings {
	own, err := derive.Parse(cfg.Derive)
	if err == nil { // else Prepare has said it
		board.Derive(own)
	}
	f := &Findings{
		Config: cfg, Board: board, Data: control.Prepare(board),
		keep:      func(model.ElementID, decided) error { return nil },
		decisions: map[model.ElementID]decided{}, cache: map[model.ElementID]line{},
	}
	f.texts = texts{
		board: board, data: f.Data, rate: rateOf(cfg), said: map[model.ElementID][]*text{},
		sayer: Sayer{Text: adapter.ExpressionsOf(cfg.Model), Own: own, Scatter: cfg.Scatter},
		store: func(map[model.ElementID][]*text) error { return nil },
	}
	f.examiner = examiner{board: board, data: f.Data, rate: rateOf(cfg), known: map[model.ElementID]examination{}}
	f.timing = timing{cfg: &f.Config, board: board, data: f.Data}
	f.writer = writer{
		cfg: &f.Config, choose: f.accepted, mean: f.meanInPlace, passed: f.passedBy, elements: board.Elements,
		file: modelFile{path: cfg.Model, digest: digest, keep: func(writings) error { return nil }},
	}
	f.Data.Options = f.options
	return f
}

// Elements is the state of every element. Samples may be more than the board has while a program is being measured.
func (f *Findings) Elements(samples func(model.ElementID) int64) []run.ElementState {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := f.Board.Elements()
	out := make([]run.ElementState, len(all))
	for i := range all {
		out[i] = f.line(&all[i]).state
		out[i].Samples = samples(all[i].ID)
	}
	return out
}

func (f *Findings) current(e *model.Element) line {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.line(e)
}

func (f *Findings) line(e *model.Element) line {
	version := f.Board.Version(e.ID)
	if known, ok := f.cache[e.ID]; ok && known.version == version {
		return known
	}
	l := line{version: version, state: run.ElementState{Element: *e, Noise: -1, Records: f.Board.Records(e.ID)}}
	judgement := f.Board.Judgement(e.ID)
	proposals := f.Board.Proposals(e.ID)
	final := -1
	if v := judgement.Verdict; v != nil {
		final = v.Final
		l.state.Finding, l.state.Notes = string(v.Finding), v.Remarks
		l.state.Optimal, l.state.Note, l.state.Warnings, l.state.Undecided = v.Optimal(), judge.Reason(v), judge.Warnings(v), judge.Undecided(v)
		l.state.HeldOut, l.state.Within = v.HeldOut, v.Within
		if below := judge.Below(v); below != "" {
			l.state.Warnings = append(slices.Clip(l.state.Warnings), below+"; "+judge.Remedy)
		}
		if other := f.neverAsLong(e); other != "" {
			l.state.Warnings = append(slices.Clip(l.state.Warnings), other+"; give it inputs such as the program has: drive.inputs in beagle.yaml")
		}
		l.state.Below = f.below(e, v)
		l.state.HalfWidth = v.Inside()
		if v.Noise.Finite() {
			l.state.Noise = float64(v.Noise)
		}
	}
	l.order = f.standing(e.ID, proposals, final, ranked(len(proposals), final, judgement.Grades))
	for _, i := range l.order {
		out := run.Proposed{Analyser: proposals[i].Analyser, Why: proposals[i].Why, Fitness: model.Unknown(), Error: model.Unknown()}
		if i < len(judgement.Grades) && judgement.Verdict != nil {
			grade := judgement.Grades[i]
			out.Fitness, out.Error, out.Size, out.Refused = model.Figure(grade.Fitness), model.Figure(grade.RelativeError), grade.Size, grade.Refused
			out.Why = join(out.Why, judge.Standing(judgement.Verdict, judgement.Grades, i))
		}
		l.state.Proposals = append(l.state.Proposals, f.proposed(e, i, out))
	}
	if final >= 0 && final < len(proposals) {
		best := l.state.Proposals[0]
		l.state.Best = &best
	}
	l.state.Measured = f.measured(e, &l.state)
	for _, fitness := range judgement.History {
		l.state.History = append(l.state.History, run.Finite(fitness))
	}
	l.state.Decision = f.shown(e.ID, l.order)
	l.state.Times = f.times(e)
	if l.state.Times != nil {
		l.state.Warnings = append(slices.Clip(l.state.Warnings), l.state.Times.Doubts()...)
	}
	f.revision++
	l.state.Revision = f.revision
	f.cache[e.ID] = l
	return l
}

func (f *Findings) standing(id model.ElementID, proposals []blackboard.Proposal, final int, ranked []int) []int {
	latest := blackboard.Latest(proposals)
	chosen := -1
	if d := f.decisions[id]; d.Choice == run.Accept {
		chosen = d.Proposal
	}
	return slices.DeleteFunc(ranked, func(i int) bool {
		_, stands := slices.BinarySearch(latest, i)
		return !stands && i != final && i != chosen
	})
}

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

func (f *Findings) proposed(e *model.Element, i int, out run.Proposed) run.Proposed {
	said, err := f.texts.say(e, i, f.texts.rate)
	if err != nil {
		out.Unsayable = err.Error()
		return out
	}
	out.StoEx, out.Transitions, out.Why = said.Text, said.Transitions, join(said.Scatter, out.Why)
	out.InUnits = f.texts.inUnits(e, said.Text)
	return out
}

func rateOf(c run.Config) float64 {
	if c.Output.Rate > 0 {
		return c.Output.Rate
	}
	return 1
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// Remember reads earlier decisions and what was said, and keeps new ones.
func (f *Findings) Remember(s *store.Store) error {
	all, err := s.Decisions()
	if err != nil {
		return err
	}
	for id, text := range all {
		var d decided
		if json.Unmarshal(text, &d) == nil && f.valid(id, d) {
			f.decisions[id] = d
		}
	}
	f.keep = func(id model.ElementID, d decided) error { return s.Decide(id, d) }
	f.file.keep = func(all writings) error { return s.Put(folder.WrittenKey, all) }
	f.texts.store = func(all map[model.ElementID][]*text) error { return s.Put(textsKey, all) }
	var said map[model.ElementID][]*text
	if kept, err := s.Get(textsKey, &said); err == nil && kept { // what cannot be read is said anew
		f.texts.remember(said)
	}
	_, err = s.Get(folder.WrittenKey, &f.file.wrote)
	return err
}

// KeepTexts makes durable what was said, so that who looks at the analysis after its end sees it at once.
func (f *Findings) KeepTexts() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range f.Board.Elements() {
		f.line(&e)
	}
	return f.texts.keep()
}

func (f *Findings) valid(id model.ElementID, d decided) bool {
	return d.Choice != run.Accept || d.Proposal >= 0 && d.Proposal < len(f.Board.Proposals(id))
}
