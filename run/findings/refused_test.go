package findings

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
)

// JSON has no number for a fitness beyond all bounds: null, and the word why.
func TestARefusedProposalHasNoFitnessInJSON(t *testing.T) {
	element := model.Element{ID: "_l", PCMID: "_l", Kind: model.Loop}
	board := blackboard.New([]model.Element{element}, 1, nil)
	c := board.Contribute("test")
	c.Propose(blackboard.Proposal{Element: element.ID, Expression: expression.Constant(-3)})
	c.Judge(element.ID, []blackboard.Grade{{Fitness: math.Inf(1), RelativeError: math.NaN(), Refused: "it is negative"}}, blackboard.Verdict{Final: -1, Finding: blackboard.AllRefused})
	if err := c.Commit(); err != nil {
		t.Fatal(err)
	}
	state := New(run.Config{}, "", board).Elements(board.Observations)[0]
	text, err := json.Marshal(state.Proposals[0])
	if err != nil || !strings.Contains(string(text), `"fitness":null,"relative_error":null`) || state.Proposals[0].Refused != "it is negative" {
		t.Errorf("%s, %v", text, err)
	}
	var read run.Proposed // as a screen of another process reads it
	if err := json.Unmarshal(text, &read); err != nil || read.Fitness.Finite() || read.Refused == "" {
		t.Errorf("read as %+v, %v", read, err)
	}
}
