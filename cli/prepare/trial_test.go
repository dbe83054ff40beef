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

func suite(t *testing.T, n int) *trial {
	t.Helper()
	dir := t.TempDir()
	tests := trial{ways: ways{project: &extracted.Project{Dir: dir}}, began: time.Now()}
	tests.tried = newRound(&tests.ways)
	tests.ways.found = []launches.Found{{Launch: measure.Launch{Name: "tests"}, Tests: dir}}
	for i := range n {
		tests.ways.found = append(tests.ways.found, launches.Found{Launch: measure.Launch{Name: fmt.Sprint("T", i)}, Class: fmt.Sprint("demo.T", i), Tests: dir, Single: true})
	}
	return &tests
}

func names(all []project.Tried) (names []string) {
	for _, one := range all {
		names = append(names, one.Launch.Name)
	}
	return names
}

func TestLaunchesAreNotTriedForEver(t *testing.T) {
	tests := suite(t, 40)
	tests.began = time.Now().Add(-2 * trialsWithin)
	if limit := tests.within(measure.Launch{Name: "T1"}); limit != 0 || len(tests.tried.left) != 1 || tests.tried.left[0] != "T1" {
		t.Errorf("tried for %s more, left are %v", limit, tests.tried.left)
	}
	tests.began = time.Now().Add(time.Minute - trialsWithin)
	if limit := tests.within(measure.Launch{Name: "tests"}); limit <= 0 || limit > time.Minute {
		t.Errorf("the last one is tried for %s", limit)
	}
	tests.ways.own, tests.began = true, time.Now().Add(-2*trialsWithin)
	if limit := tests.within(measure.Launch{Name: "tests"}); limit != trialWithin {
		t.Errorf("that of a person is tried for %s", limit)
	}
}

func TestLimitsAreLongerWhereTheMachineIsBusy(t *testing.T) {
	tests := suite(t, 3)
	tests.busy = func() float64 { return 8 }
	if got := tests.within(measure.Launch{Name: "tests"}); got != mostCrowded*trialWithin {
		t.Errorf("tests are tried for %s", got)
	}
}
