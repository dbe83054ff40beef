package validation

import (
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/run/findings"
)

// An exception ends a call before its action is timed: such calls teach nothing, and judge nothing.
func TestCallsThatAnExceptionEndedAreNotJudged(t *testing.T) {
	timed := func() *execution { return &execution{weight: 1, parts: []measuredPart{{id: "work"}}} }
	ended := func() *execution { return &execution{weight: 2} }
	board := blackboard.New([]model.Element{
		{ID: "work", Kind: model.InternalAction, SEFF: "outer"}, {ID: "either", Kind: model.Branch, SEFF: "branches"}, {ID: "more", Kind: model.InternalAction, SEFF: "branches"},
	}, 1, nil)
	v := &validator{Subject: Subject{Findings: &findings.Findings{Board: board}}}
	list := []*collected{
		{seff: "outer", list: []*execution{timed(), ended(), timed()}},
		{seff: "branches", list: []*execution{timed(), ended()}}, // the other transition has no action
		{seff: "never timed", list: []*execution{ended()}},
	}
	p := v.leaveThrown(list)
	if p == nil || p.Message != "2 executions ended with an exception and are not judged: no action was timed in them" {
		t.Errorf("said %+v", p)
	}
	for i, want := range []int{2, 2, 1} {
		if len(list[i].list) != want {
			t.Errorf("of %s %d executions are judged, not %d", list[i].seff, len(list[i].list), want)
		}
	}
}
