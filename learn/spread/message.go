package spread

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"

	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/judge"
	"beagle/model"
	"beagle/statistics/dataset"
)

// task is what a worker is asked: to have analysers propose for an element, or to
// judge what was proposed.
type task struct {
	Program   string            `json:"program"`
	Element   model.Element     `json:"element"`
	Table     string            `json:"table"` // its key
	Pieces    int               `json:"pieces"`
	Options   []dataset.Option  `json:"options,omitempty"`
	Seed      uint64            `json:"seed"`
	Analysers []string          `json:"analysers,omitempty"` // none: the judge is asked
	Own       string            `json:"own,omitempty"`       // the user's own fitness, for the judge
	Proposals []json.RawMessage `json:"proposals,omitempty"`
	Related   []json.RawMessage `json:"related,omitempty"`
}

// mostPieces bounds the messages of one table.
const mostPieces = 1024

// answer is what a worker found.
type answer struct {
	Learnt  []learnt `json:"learnt,omitempty"` // in the order of the task's analysers
	Opinion *opinion `json:"opinion,omitempty"`
}

// learnt is what one analyser proposed.
type learnt struct {
	Analyser  string            `json:"analyser"`
	Proposals []json.RawMessage `json:"proposals,omitempty"`
	Failed    string            `json:"failed,omitempty"`
	Hint      string            `json:"hint,omitempty"`
}

// opinion is the judge's. JSON does not have all numbers, so they stand beside it.
type opinion struct {
	Verdict blackboard.Verdict `json:"verdict"`
	Figures []exact            `json:"figures"` // of the verdict, in the order of its fields
	Grades  []grade            `json:"grades"`
}

// grade is a blackboard.Grade whose numbers may be infinite or unknown, for which JSON
// has no words.
type grade struct {
	Fitness       exact  `json:"fitness"`
	RelativeError exact  `json:"relative_error"`
	Size          int    `json:"size"`
	Refused       string `json:"refused,omitempty"`
}

// exact is a number that JSON carries whatever it is.
type exact float64

// MarshalJSON writes numbers as numbers, and others as words.
func (x exact) MarshalJSON() ([]byte, error) {
	if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
		return json.Marshal(strconv.FormatFloat(f, 'g', -1, 64))
	}
	return json.Marshal(float64(x))
}

func (x *exact) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] != '"' {
		return json.Unmarshal(text, (*float64)(x))
	}
	var word string
	if err := json.Unmarshal(text, &word); err != nil {
		return err
	}
	f, err := strconv.ParseFloat(word, 64)
	*x = exact(f)
	return err
}

// encodeProposals are proposals as the store of an analysis writes them, one JSON text
// each.
func encodeProposals(all []blackboard.Proposal) ([]json.RawMessage, error) {
	var out []json.RawMessage
	for i := range all {
		one, err := store.EncodeProposal(all[i])
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// mostProposals bounds those of a message.
const mostProposals = 1 << 14

// decodeProposals reads what encodeProposals wrote; an error where there are too many, or
// one is no proposal.
func decodeProposals(all []json.RawMessage) ([]blackboard.Proposal, error) {
	if len(all) > mostProposals {
		return nil, errors.New("there are too many proposals")
	}
	var out []blackboard.Proposal
	for _, one := range all {
		p, err := store.DecodeProposal(one)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// encodeOpinion takes the figures out of a verdict in the order in which the type has
// them, since they may be infinite or unknown.
func encodeOpinion(o judge.Opinion) *opinion {
	out := &opinion{Verdict: o.Verdict}
	figures(reflect.ValueOf(&out.Verdict), func(f *model.Figure) { out.Figures = append(out.Figures, exact(*f)) })
	for _, g := range o.Grades {
		out.Grades = append(out.Grades, grade{exact(g.Fitness), exact(g.RelativeError), g.Size, g.Refused})
	}
	return out
}

// decodeOpinion reads what encodeOpinion wrote, about so many proposals. It comes from
// another process: an error where figures are missing or left over, or an index is beyond
// the proposals.
func decodeOpinion(o *opinion, proposals int) (judge.Opinion, error) {
	out := judge.Opinion{Verdict: o.Verdict}
	rest, missing := o.Figures, false
	figures(reflect.ValueOf(&out.Verdict), func(f *model.Figure) {
		if missing = missing || len(rest) == 0; !missing {
			*f, rest = model.Figure(rest[0]), rest[1:]
		}
	})
	within := func(place int) bool { return place >= -1 && place < proposals }
	if missing || len(rest) > 0 || len(o.Grades) != proposals || !within(out.Verdict.Final) || !within(out.Verdict.RunnerUp) {
		return out, errors.New("the opinion is damaged")
	}
	out.Grades = make([]blackboard.Grade, proposals)
	for i, g := range o.Grades {
		out.Grades[i] = blackboard.Grade{Fitness: float64(g.Fitness), RelativeError: float64(g.RelativeError), Size: g.Size, Refused: g.Refused}
	}
	return out, nil
}

// figures visits the figures of a verdict in a fixed order.
func figures(v reflect.Value, visit func(*model.Figure)) {
	if f, ok := v.Interface().(*model.Figure); ok {
		visit(f)
		return
	}
	switch v = v.Elem(); v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			figures(v, visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			figures(v.Field(i).Addr(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			figures(v.Index(i).Addr(), visit)
		}
	default: // texts, counts: JSON has them all
	}
}
