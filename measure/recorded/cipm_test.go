package recorded

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"beagle/model"
)

const (
	present = "cipm.consistency.bridge.monitoring.records."
	former  = "tools.vitruv.applications.pcmjava.modelrefinement.parameters.monitoring.records."
)

func branch(id string, transitions ...string) model.Element {
	e := model.Element{ID: model.ElementID(id), PCMID: id, Kind: model.Branch, SEFF: "_seff"}
	for _, t := range transitions {
		e.Branches = append(e.Branches, model.Option{ID: t, Behaviour: t + "_behaviour"})
	}
	return e
}

// A branch that was passed without a transition is a decision.
func TestABranchThatIsNotTakenIsADecision(t *testing.T) {
	dir := write(t, "$0="+former+"ServiceCallRecord\n$1="+former+"BranchRecord\n",
		`$1;-1;s;e1;_b;_then
$0;-1;s;e1;_seff;{"n_VALUE":7,};<not set>;<not set>;1;2
$1;-1;s;e2;_b;<not set>
$0;-1;s;e2;_seff;{"n_VALUE":2,};<not set>;<not set>;1;2
`)
	learnt, err := Read(t.Context(), Source{Paths: []string{dir}, Elements: []model.Element{branch("_b", "_then")}})
	if err != nil {
		t.Fatal(err)
	}
	got := learnt.Observations["_b"]
	if len(got) != 2 || got[0].Value.Num != 0 || got[1].Value.Num != 1 || got[1].Inputs[0].Value.Num != 2 {
		t.Errorf("%+v, want transition 0, then none", got)
	}
}

// The present records do not name the branch: one branch in the SEFF is enough to
// know it, and of several nothing may be learnt.
func TestABranchWithoutANameIsKnownByItsServiceOrNotLearnt(t *testing.T) {
	dir := write(t, "$0="+present+"ServiceCallRecord\n$1="+present+"BranchRecord\n",
		`$1;-1;s;e1;_then
$0;-1;s;e1;h;host;_seff;{"n_VALUE":7,};<not set>;<not set>;x;1;2
$1;-1;s;e2;<not set>
$0;-1;s;e2;h;host;_seff;{"n_VALUE":2,};<not set>;<not set>;x;1;2
`)
	one, two := []model.Element{branch("_b", "_then")}, []model.Element{branch("_b", "_then"), branch("_c", "_other")}
	learnt, err := Read(t.Context(), Source{Paths: []string{dir}, Elements: one})
	if err != nil {
		t.Fatal(err)
	}
	if got := learnt.Observations["_b"]; len(got) != 2 || got[0].Value.Num != 0 || got[1].Value.Num != 1 {
		t.Errorf("%+v", got)
	}
	learnt, err = Read(t.Context(), Source{Paths: []string{dir}, Elements: one, Model: two})
	if err != nil {
		t.Fatal(err)
	}
	if len(learnt.Observations["_b"]) != 0 || learnt.Used != 0 || !slices.Equal(rules(learnt), []string{"recorded-branch-unnamed"}) {
		t.Errorf("%+v", learnt)
	}
}

// A call that stays open is not given up for those that begin and end inside it.
func TestAnOuterCallOutlastsItsInnerCalls(t *testing.T) {
	var data strings.Builder
	data.WriteString("$1;-1;s;outer;_loop;5\n")
	for i := range maxOpenCalls + 10 {
		fmt.Fprintf(&data, "$1;-1;s;i%d;_loop;1\n$0;-1;s;i%d;h;host;_inner;{};outer;<not set>;x;1;2\n", i, i)
	}
	data.WriteString("$0;-1;s;outer;h;host;_seff;{};<not set>;<not set>;x;1;2\n")
	dir := write(t, "$0="+present+"ServiceCallRecord\n$1="+present+"LoopRecord\n", data.String())
	learnt, err := Read(t.Context(), Source{Paths: []string{dir}, Elements: []model.Element{{ID: "_loop", PCMID: "_loop", Kind: model.Loop}}})
	if err != nil {
		t.Fatal(err)
	}
	if learnt.Orphans != 0 || learnt.GivenUp != 0 || learnt.Seen["_loop"] != maxOpenCalls+11 {
		t.Errorf("%d orphans, %d given up, %d seen", learnt.Orphans, learnt.GivenUp, learnt.Seen["_loop"])
	}
}

// What waits for calls is bounded, and what has to go is said.
func TestWhatWaitsForCallsIsBounded(t *testing.T) {
	c := newCollector(Source{Elements: []model.Element{{ID: "_loop", PCMID: "_loop", Kind: model.Loop}}})
	c.calls.most = maxOfCall + 10
	for range maxOfCall + 1000 {
		c.wait("long", 0, model.NumberValue(1))
	}
	if open, _ := c.calls.of("long"); len(open.observations) != maxOfCall {
		t.Errorf("%d wait", len(open.observations))
	}
	for i := range 20 {
		c.wait(fmt.Sprint(i), 0, model.NumberValue(2))
	}
	if c.calls.kept > maxOfCall+10 || c.learnt.GivenUp != maxOfCall+1000 {
		t.Errorf("%d wait, %d given up", c.calls.kept, c.learnt.GivenUp)
	}
	c.end()
	if !slices.Contains(rules(c.learnt), "recorded-given-up") {
		t.Errorf("%v", c.learnt.Problems)
	}
}

// Records of one package have the fields of several times, and the id of an
// external call may be glued to that of an assembly.
func TestFormerLayoutsAreRead(t *testing.T) {
	dir := write(t, "$0="+former+"ServiceCallRecord\n$1="+former+"ResourceUtilizationRecord\n$2="+former+"LoopRecord\n",
		`$1;-1;h;host;_cpu;0.5;1
$1;-1;s;_cpu;0.5;1
$2;-1;s;e1;_loop;3
$0;-1;s;e2;_callee;{"size_BYTESIZE":70,};e1;_external_A1b2;_assembly;1;2
$0;-1;s;e3;_callee;{"size_BYTESIZE":80,};e1;_assembly_external;_assembly;1;2
$0;-1;s;e1;_seff;{"n_VALUE":7,};<not set>;<not set>;_assembly;1;2
`)
	elements := []model.Element{
		{ID: "_loop", PCMID: "_loop", Kind: model.Loop},
		{ID: "_external#size.BYTESIZE", PCMID: "_external", Kind: model.CallParameter, Argument: model.Variable{Name: "size", Char: model.ByteSize}},
	}
	learnt, err := Read(t.Context(), Source{Paths: []string{dir}, Elements: elements})
	if err != nil {
		t.Fatal(err)
	}
	if learnt.Sources[0].Broken != 0 || learnt.Sources[0].Records != 6 {
		t.Errorf("%+v", learnt.Sources[0])
	}
	if got := learnt.Observations[elements[1].ID]; len(got) != 2 || got[0].Value.Num != 70 || got[1].Value.Num != 80 || got[0].Inputs[0].Value.Num != 7 {
		t.Errorf("%+v", got)
	}
}

// One action with a demand for the CPU and a DELAY: its time is the former, and
// that it is the wall's is said.
func TestTheTimeOfAnActionWithTwoDemandsIsSaidToBeTheWalls(t *testing.T) {
	dir := write(t, "$0=kieker.common.record.controlflow.OperationExecutionRecord\n", "$0;-1;void p.A.s();h;1;100;1100;h;0;0\n")
	demand := func(resource string) model.Element {
		return model.Element{ID: model.ElementID("_a#" + resource), PCMID: "_a", Kind: model.InternalAction, SEFF: "_s", Service: "s", Resource: model.Resource{Name: resource}}
	}
	learnt, err := Read(t.Context(), Source{
		Paths: []string{dir}, Elements: []model.Element{demand("DELAY"), demand("CPU")}, Entries: model.Entries{"_s": {{Unit: "p.A"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(learnt.Observations["_a#CPU"]) != 1 || len(learnt.Observations["_a#DELAY"]) != 0 {
		t.Errorf("%+v", learnt.Observations)
	}
	if !slices.Equal(rules(learnt), []string{"recorded-wall", "recorded-delay", "recorded-constant"}) {
		t.Errorf("%v", learnt.Problems)
	}
}
