package prepare

import (
	"fmt"
	"testing"
	"time"

	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/measure"
	"beagle/run/project"
)

// suite is a trial of a module with so many classes of tests, of which some do not
// end.
func suite(t *testing.T, n int) *trial {
	t.Helper()
	dir := t.TempDir()
	tests := trial{ways: ways{project: &extracted.Project{Dir: dir}}, clock: clock{began: time.Now()}}
	tests.tried = newRound(&tests.ways)
	tests.ways.found = []launches.Found{{Launch: measure.Launch{Name: "tests"}, Tests: dir}}
	for i := range n {
		tests.ways.found = append(tests.ways.found, launches.Found{Launch: measure.Launch{Name: fmt.Sprint("T", i)}, Class: fmt.Sprint("demo.T", i), Tests: dir, Single: true})
	}
	tests.ways.whole()
	return &tests
}

func TestTestsThatTakeTooLongAreTriedInPartsUntilOneClassIsLeft(t *testing.T) {
	tests := suite(t, 40)
	const endless = "demo.T17"
	ended := map[string]bool{}
	queue, tries := []measure.Launch{{Name: "tests"}}, 0
	for ; len(queue) > 0; queue = queue[1:] {
		tries++
		one := queue[0]
		long := false
		for _, class := range tests.ways.parts[one.Name].classes {
			long = long || class == endless
		}
		if !long {
			for _, class := range tests.ways.parts[one.Name].classes {
				ended[class] = true
			}
		}
		if whole := one.Name == "tests"; whole != (tests.within(one) == trialWithin) {
			t.Errorf("%s is tried for %s", one.Name, tests.within(one))
		}
		queue = append(queue, tests.tried.more(project.Tried{Launch: one, TooLong: long}, 1)...)
	}
	if len(ended) != 39 || ended[endless] || tries > 15 {
		t.Errorf("of 40 classes %d ended in %d tries", len(ended), tries)
	}
}

func TestLaunchesOfAPersonAreNotParted(t *testing.T) {
	tests := suite(t, 40)
	tests.ways.own = true
	if more := tests.tried.more(project.Tried{Launch: measure.Launch{Name: "tests"}, TooLong: true}, 1); len(more) > 0 {
		t.Errorf("tried instead: %v", more)
	}
}
