package blackboard

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

// Each round after which something else stood is kept: the choice, and the launches
// that it was made from.
func TestWhatStoodAfterEachRoundIsKept(t *testing.T) {
	element := model.Element{ID: "_l", Kind: model.Loop}
	board := New([]model.Element{element}, 1, nil)
	round := func(launch int32, final int) {
		t.Helper()
		if launch > 0 {
			c := board.Contribute("measure")
			c.AddResults(element.ID, []Observation{{Value: model.NumberValue(float64(launch)), Launch: launch}})
			if err := c.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		c := board.Contribute("judge")
		c.Propose(Proposal{Element: element.ID, Expression: expression.Constant(final)})
		c.Judge(element.ID, []Grade{{Fitness: 10}, {Fitness: 5}}, Verdict{Final: final})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	round(1, 0)
	round(2, 0)
	round(0, 0) // judged again, and nothing new
	round(0, 1)
	got := board.Judgement(element.ID).Rounds
	want := []RoundResult{{1, 0, 10, 1}, {3, 0, 10, 2}, {4, 1, 5, 2}}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("round %d: %+v, not %+v", i+1, got[i], want[i])
		}
	}
}

// However long an analysis goes on, what stood earlier takes no more than so much room.
func TestWhatStoodEarlierIsBounded(t *testing.T) {
	element := model.Element{ID: "_l", Kind: model.Loop}
	board := New([]model.Element{element}, 1, nil)
	for i := range 1000 {
		c := board.Contribute("judge")
		c.Judge(element.ID, nil, Verdict{Final: -1 + i%2})
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	got := board.Judgement(element.ID).Rounds
	if len(got) != 256 || got[255].Round != 1000 {
		t.Errorf("%d rounds, the last %+v", len(got), got[len(got)-1])
	}
}
