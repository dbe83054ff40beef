package findings

import (
	"errors"

	"beagle/blackboard"
	"beagle/model"
	"beagle/statistics/dataset"
)

// textsKey is the fact of a store that holds what was said.
const textsKey = "texts"

// text is a proposal in the text of the model, or why it cannot be said. To put it
// there takes a while for a demand: its level follows from all its measurements.
type text struct {
	Rendering
	Unsayable string `json:",omitempty"`

	observations int64 // of the element, when it was said
	judged       int   // times that the element had been judged, while there were no more
}

// holds reports whether a text is what would be said now: the level of a demand
// follows from its measurements, and those that nobody judged yet count only for
// proposals that were learnt from them.
func (t *text) holds(p *blackboard.Proposal, observations int64, judged int) bool {
	if t.observations == observations {
		t.judged = judged
	}
	return t.observations >= p.Basis && t.judged == judged
}

// say puts proposal i of an element into the text of the model. Call it with f.mu
// held.
func (f *Findings) say(e *model.Element, i int, rate float64) (Rendering, error) {
	p := &f.Board.Proposals(e.ID)[i]
	data := func() *dataset.Data { return f.Data.Data(e) }
	if rate != rateOf(f.Config) {
		return f.sayer.Say(e, p, rate, data)
	}
	known := f.texts[e.ID] // as many as were asked for
	for len(known) <= i {
		known = append(known, nil)
	}
	f.texts[e.ID] = known
	observations, judged := f.Board.Observations(e.ID), len(f.Board.Judgement(e.ID).History)
	if known[i] == nil || !known[i].holds(p, observations, judged) {
		said, err := f.sayer.Say(e, p, rate, data)
		known[i] = &text{Rendering: said, observations: observations, judged: judged}
		if err != nil {
			known[i].Unsayable = err.Error()
		}
	}
	if t := known[i]; t.Unsayable != "" {
		return Rendering{}, errors.New(t.Unsayable)
	}
	return known[i].Rendering, nil
}

// KeepTexts makes durable what was said, so that who looks at the analysis after its
// end sees it at once.
func (f *Findings) KeepTexts() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := map[model.ElementID][]*text{}
	for _, e := range f.Board.Elements() {
		f.line(&e)
		if known := f.texts[e.ID]; len(known) > 0 {
			all[e.ID] = known
		}
	}
	return f.keepTexts(all)
}

// remembered is what was said of the board as it is.
func remembered(board *blackboard.Board, all map[model.ElementID][]*text) map[model.ElementID][]*text {
	out := map[model.ElementID][]*text{}
	for id, known := range all {
		if len(known) > len(board.Proposals(id)) {
			continue
		}
		for _, t := range known {
			if t != nil {
				t.observations, t.judged = board.Observations(id), len(board.Judgement(id).History)
			}
		}
		out[id] = known
	}
	return out
}
