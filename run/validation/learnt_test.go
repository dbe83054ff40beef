package validation

import (
	"testing"

	"beagle/measure"
)

// What promises nothing of the first halves of launches is judged by the second, and so is what calls it.
func TestWhatIsLearntOfSecondHalvesIsJudgedByThem(t *testing.T) {
	calling := executed("outer", 1)
	calling.list[0].parts = []measuredPart{{id: "inner", call: true}}
	around := executed("outermost", 1)
	around.list[0].parts = []measuredPart{{id: "outer", call: true}}
	by := &taught{settled: map[string]bool{"inner": true}}
	by.settle([]*collected{around, calling, executed("inner", 1), executed("other", 1)})
	for _, seff := range []string{"inner", "outer", "outermost"} {
		if by.judges(seff, 1, 5) || !by.judges(seff, 2, 5) || !by.judges(seff, 0, 1) {
			t.Errorf("%s is judged by the first half", seff)
		}
	}
	if !by.judges("other", 0, 5) {
		t.Error("a service of which all of a launch teaches is not judged by all of it")
	}
}

// A part of the launches may decide for no form, and have what the program takes, where all of them decide: it judges
// the program's calls, and no driver's of a thousand times the size.
func TestAMeanOfTheProgramDoesNotJudgeItsDriver(t *testing.T) {
	by := &taught{means: map[string]bool{"print": true}}
	launches := map[int32]measure.Launch{1: {Drives: "print"}, 2: {}}
	for _, c := range []struct {
		seff   string
		launch int32
		want   bool
	}{{"print", 1, false}, {"print", 2, true}, {"read", 1, true}} {
		if got := by.comparable(&execution{seff: c.seff, launch: c.launch}, launches); got != c.want {
			t.Errorf("%s of launch %d: %v", c.seff, c.launch, got)
		}
	}
}
