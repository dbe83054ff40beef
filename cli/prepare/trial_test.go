package prepare

import (
	"io"
	"testing"
	"time"

	"beagle/cli/app"
	"beagle/measure"
	"beagle/run/project"
)

func TestLaunchesAreNotTriedForEver(t *testing.T) {
	tests := suite(t, 40)
	tests.clock.began = time.Now().Add(-2 * trialsWithin)
	if limit := tests.within(measure.Launch{Name: "T1"}); limit != 0 || len(tests.tried.left) != 1 || tests.tried.left[0] != "T1" {
		t.Errorf("tried for %s more, left are %v", limit, tests.tried.left)
	}
	tests = suite(t, 40)
	tests.clock.before, tests.clock.began = trialsWithin-time.Minute, time.Time{} // with other components
	if limit := tests.within(measure.Launch{Name: "tests"}); limit != time.Minute/2 {
		t.Errorf("one of the last is tried for %s, half of what is left for all", limit)
	}
	tests.clock.before, tests.ways.own = 2*trialsWithin, true
	if limit := tests.within(measure.Launch{Name: "tests"}); limit != trialWithin {
		t.Errorf("that of a person is tried for %s", limit)
	}
}

func TestTimeToBuildIsNoTimeToTry(t *testing.T) {
	tests := suite(t, 40)
	tests.App, tests.clock.began = &app.App{Out: io.Discard, Err: io.Discard}, time.Time{}
	tests.trying("tests")
	tests.goesOn.rest()
	if more := tests.tried.more(project.Tried{Launch: measure.Launch{Name: "tests"}, TooLong: true}, 1); len(more) != partsOf {
		t.Errorf("%d parts are tried", len(more))
	}
}

func TestLimitsAreLongerWhereTheMachineIsBusy(t *testing.T) {
	tests := suite(t, 3)
	tests.clock.busy = func() float64 { return 4 }
	tests.clock.began = time.Time{}
	if got := tests.within(measure.Launch{Name: "tests"}); got != mostCrowded*trialsWithin/2 { // others are tried, too
		t.Errorf("tests are tried for %s", got)
	}
	tests.clock.busy, tests.clock.before = func() float64 { return 1 }, trialsWithin // taken while the machine was busy
	if got := tests.within(measure.Launch{Name: "tests"}); got <= 0 {
		t.Error("nothing else is tried once the machine is quiet again")
	}
	tests.clock.busy, tests.clock.before = func() float64 { return 8 }, 0
	if got := tests.within(measure.Launch{Name: "tests"}); got > mostCrowded*trialsWithin {
		t.Errorf("tests are tried for %s, which is longer than all may take", got)
	}
}
