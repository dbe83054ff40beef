package store

import (
	"encoding/json"

	"beagle/blackboard"
	"beagle/model"
)

// said is a whole proposal.
type said struct {
	Element  model.ElementID `json:"element"`
	Analyser string          `json:"analyser"`
	Why      string          `json:"why,omitempty"`
	tree
}

// EncodeProposal is a proposal as JSON that holds all of it, numbers to the last bit.
func EncodeProposal(p blackboard.Proposal) (json.RawMessage, error) {
	return json.Marshal(said{p.Element, p.Analyser, p.Why, encodeProposal(p)})
}

// DecodeProposal reads what EncodeProposal wrote. Expressions that are nested too
// deeply, or none, are errors.
func DecodeProposal(data json.RawMessage) (p blackboard.Proposal, err error) {
	var s said
	if err := json.Unmarshal(data, &s); err != nil {
		return p, err
	}
	p = blackboard.Proposal{Element: s.Element, Analyser: s.Analyser, Why: s.Why}
	return p, s.decode(&p)
}
