package findings

import (
	"errors"

	"beagle/blackboard"
	"beagle/control"
	"beagle/model"
	"beagle/statistics/dataset"
)

const textsKey = "texts"

// text is a proposal in the text of the model, or why it cannot be said.
type text struct {
	Rendering
	Unsayable string `json:",omitempty"`

	observations int64 // of the element, when it was said
	judged       int   // times that the element had been judged, while there were no more
}

// holds reports whether a text is what would be said now.
func (t *text) holds(p *blackboard.Proposal, observations int64, judged int) bool {
	if t.observations == observations {
		t.judged = judged
	}
	return t.observations >= p.Basis && t.judged == judged
}

// texts are the proposals of a board in the text of the model.
type texts struct {
	board *blackboard.Board
	data  *control.Prepared
	sayer Sayer
	rate  float64                     // processing rate of the model
	said  map[model.ElementID][]*text // by place on the blackboard; nil: not asked for yet
	store func(map[model.ElementID][]*text) error
}

func (t *texts) say(e *model.Element, i int, rate float64) (Rendering, error) {
	p := &t.board.Proposals(e.ID)[i]
	data := func() *dataset.Data { return t.data.Data(e) }
	if rate != t.rate {
		return t.sayer.Say(e, p, rate, data)
	}
	known := t.said[e.ID] // as many as were asked for
	for len(known) <= i {
		known = append(known, nil)
	}
	t.said[e.ID] = known
	observations, judged := t.board.Observations(e.ID), len(t.board.Judgement(e.ID).History)
	if known[i] == nil || !known[i].holds(p, observations, judged) {
		said, err := t.sayer.Say(e, p, rate, data)
		known[i] = &text{Rendering: said, observations: observations, judged: judged}
		if err != nil {
			known[i].Unsayable = err.Error()
		}
	}
	if said := known[i]; said.Unsayable != "" {
		return Rendering{}, errors.New(said.Unsayable)
	}
	return known[i].Rendering, nil
}

// inUnits is a demand with units, e.g. "0.53 µs + 1.1 ns a byte of file"; empty: it is none, or says no seconds.
func (t *texts) inUnits(e *model.Element, said string) string {
	if t.rate != 1 {
		return ""
	}
	return t.sayer.inUnits(e, said)
}

func (t *texts) keep() error {
	all := map[model.ElementID][]*text{}
	for id, known := range t.said {
		if len(known) > 0 {
			all[id] = known
		}
	}
	return t.store(all)
}

func (t *texts) remember(all map[model.ElementID][]*text) {
	t.said = map[model.ElementID][]*text{}
	for id, known := range all {
		if len(known) > len(t.board.Proposals(id)) {
			continue
		}
		for _, said := range known {
			if said != nil {
				said.observations, said.judged = t.board.Observations(id), len(t.board.Judgement(id).History)
			}
		}
		t.said[id] = known
	}
}
