package findings

import (
	"errors"

	"beagle/model"
	"beagle/statistics/dataset"
)

// saidKey is the fact of a store that holds what was said.
const saidKey = "said"

// texts are an element's proposals as they were put into text, which takes a while
// for a demand: its level follows from all its measurements.
type texts struct {
	version   uint64  // of the element on the blackboard
	proposals []*text // nil: not asked for yet
}

// text is a proposal in the text of the model, or why it cannot be said.
type text struct {
	Said
	Unsayable string `json:",omitempty"`
}

// say puts proposal i of an element into the text of the model. Call it with f.mu
// held.
func (f *Findings) say(e *model.Element, i int, rate float64) (Said, error) {
	p := &f.Board.Proposals(e.ID)[i]
	data := func() *dataset.Data { return f.Data.Data(e) }
	if rate != rateOf(f.Config) {
		return f.sayer.Say(e, p, rate, data)
	}
	known := f.texts[e.ID]
	if v := f.Board.Version(e.ID); known.version != v || i >= len(known.proposals) {
		known = texts{v, make([]*text, len(f.Board.Proposals(e.ID)))}
		f.texts[e.ID] = known
	}
	if known.proposals[i] == nil {
		said, err := f.sayer.Say(e, p, rate, data)
		known.proposals[i] = &text{Said: said}
		if err != nil {
			known.proposals[i].Unsayable = err.Error()
		}
	}
	if t := known.proposals[i]; t.Unsayable != "" {
		return Said{}, errors.New(t.Unsayable)
	}
	return known.proposals[i].Said, nil
}

// KeepTexts makes durable what was said, so that who looks at the analysis after its
// end sees it at once.
func (f *Findings) KeepTexts() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := map[model.ElementID][]*text{}
	for _, e := range f.Board.Elements() {
		f.line(&e)
		if known := f.texts[e.ID]; len(known.proposals) > 0 {
			all[e.ID] = known.proposals
		}
	}
	return f.keepTexts(all)
}

// remembered takes what was said of the board as it is.
func (f *Findings) remembered(all map[model.ElementID][]*text) {
	for id, proposals := range all {
		if len(proposals) == len(f.Board.Proposals(id)) {
			f.texts[id] = texts{f.Board.Version(id), proposals}
		}
	}
}
