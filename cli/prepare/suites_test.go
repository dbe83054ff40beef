package prepare

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/cli/app"
	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/measure"
	"beagle/measure/observed"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
)

// suite is a trial of a module with so many classes of tests, of which some do not
// end.
func suite(t *testing.T, n int) *trial {
	t.Helper()
	dir := t.TempDir()
	tests := trial{project: &extracted.Project{Dir: dir}, clock: clock{began: time.Now()}, tried: newRound()}
	tests.found = []launches.Found{{Launch: measure.Launch{Name: "tests"}, Tests: dir}}
	for i := range n {
		tests.found = append(tests.found, launches.Found{Launch: measure.Launch{Name: fmt.Sprint("T", i)}, Class: fmt.Sprint("demo.T", i), Tests: dir, Single: true})
	}
	tests.parts = tests.suites()
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
		for _, class := range tests.parts[one.Name].classes {
			long = long || class == endless
		}
		if !long {
			for _, class := range tests.parts[one.Name].classes {
				ended[class] = true
			}
		}
		if whole := one.Name == "tests"; whole != (tests.within(one) == trialWithin) {
			t.Errorf("%s is tried for %s", one.Name, tests.within(one))
		}
		queue = append(queue, tests.more(project.Tried{Launch: one, TooLong: long})...)
	}
	if len(ended) != 39 || ended[endless] || tries > 15 {
		t.Errorf("of 40 classes %d ended in %d tries", len(ended), tries)
	}
}

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
	tests.clock.before, tests.own = 2*trialsWithin, true
	if limit := tests.within(measure.Launch{Name: "tests"}); limit != trialWithin {
		t.Errorf("that of a person is tried for %s", limit)
	}
}

func TestLaunchesOfAPersonAreNotParted(t *testing.T) {
	tests := suite(t, 40)
	tests.own = true
	if more := tests.more(project.Tried{Launch: measure.Launch{Name: "tests"}, TooLong: true}); len(more) > 0 {
		t.Errorf("tried instead: %v", more)
	}
}

func TestAProgramThatSaysHowItIsUsedIsLeftOut(t *testing.T) {
	tests := trial{found: []launches.Found{{Launch: measure.Launch{Name: "Convert"}, Reads: true}, {Launch: measure.Launch{Name: "Tour"}}}}
	for name, left := range map[string]bool{"Convert": true, "Tour": false} {
		how, good := tests.worth(project.Tried{Launch: measure.Launch{Name: name}, Reached: 3, Of: 9, Output: "demo 1.0\nUsage: java demo IN OUT\n"})
		if good == left || strings.Contains(how, "arguments") != left {
			t.Errorf("%s: %s", name, how)
		}
	}
}

func TestWhereNothingIsMeasuredItIsSaidWhyEachLaunchWasLeftOut(t *testing.T) {
	tests, said := suite(t, 3), &strings.Builder{}
	tests.App = &app.App{Out: io.Discard, Err: said}
	for i := range mostTold + 2 {
		tests.after(project.Tried{Launch: measure.Launch{Name: fmt.Sprint("suite", i)}, Of: 9, Cause: "[ERROR] Tests run: 6, Errors: 6"})
	}
	told := fmt.Sprint(noLaunch("beagle.yaml", nil, tests.tried.idle))
	for _, want := range []string{"suite0 reached 0 of 9", "Tests run: 6, Errors: 6", "and 2 more"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q does not say %q", told, want)
		}
	}
	if !strings.Contains(said.String(), "Errors: 6") {
		t.Errorf("said %q", said)
	}
}

func TestTimeToBuildIsNoTimeToTry(t *testing.T) {
	tests := suite(t, 40)
	tests.App, tests.clock.began = &app.App{Out: io.Discard, Err: io.Discard}, time.Time{}
	tests.trying("tests")
	tests.goesOn.rest()
	if more := tests.more(project.Tried{Launch: measure.Launch{Name: "tests"}, TooLong: true}); len(more) != partsOf {
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

func TestAStoppedTrialKeepsWhatItFound(t *testing.T) {
	tests, said := suite(t, 3), &strings.Builder{}
	tests.App, tests.cfg, tests.file = &app.App{Out: io.Discard, Err: said}, &run.Config{}, filepath.Join(t.TempDir(), "beagle.yaml")
	good := project.Tried{Launch: measure.Launch{Name: "A", Command: []string{"java", "A"}}, Reached: 2, Of: 3}
	if tests.after(good); !strings.Contains(said.String(), "A: reached 2 of 3 elements") { // at once
		t.Errorf("said %q", said)
	}
	if err := tests.stopped(t.Context(), []project.Tried{good, {Launch: measure.Launch{Name: "B"}, Of: 3}}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(tests.file)
	if err != nil || !strings.Contains(string(data), "name: A") || strings.Contains(string(data), "name: B") {
		t.Errorf("%v, kept:\n%s", err, data)
	}
}

func TestLaunchesThatRunLittleOfTheModelAreTold(t *testing.T) {
	when := func(ids ...model.ElementID) map[model.ElementID][]observed.Span {
		all := map[model.ElementID][]observed.Span{}
		for _, id := range ids {
			all[id] = nil
		}
		return all
	}
	for said, kept := range map[string][]project.Tried{
		"run 2 of the 100 elements": {{Of: 100, When: when("a", "b")}, {Of: 100, When: when("b")}},
		"":                          {{Of: 8, When: when("a", "b")}},
	} {
		tests, told := suite(t, 1), &strings.Builder{}
		tests.App = &app.App{Out: io.Discard, Err: told}
		if tests.uncovered(kept); said == "" && told.String() != "" || !strings.Contains(told.String(), said) {
			t.Errorf("said %q, not %q", told, said)
		}
	}
}

func TestMainsThatWantArgumentsStandAsCommentsInTheSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "beagle.yaml")
	drafts := undecided([]launches.Found{
		{Launch: measure.Launch{Name: "Convert", Command: []string{"java", "demo.Convert"}}, Class: "demo.Convert", Source: "Convert.java", Reads: true, Wants: 2},
		{Launch: measure.Launch{Name: "Tour", Command: []string{"java", "demo.Tour"}}, Class: "demo.Tour", Source: "Tour.java"},
		{Launch: measure.Launch{Name: "tests"}, Tests: "."},
	}, &run.Config{})
	if err := propose(file, filepath.Dir(file), drafts); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(data), "#     command: [java, demo.Convert, ARGUMENT1, ARGUMENT2]\n") || strings.Contains(string(data), "Tour") {
		t.Errorf("%v, the file is\n%s", err, data)
	}
	said := fmt.Sprint(noLaunch(file, drafts, nil))
	for _, want := range []string{"demo.Convert", "Convert.java", "wants arguments"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q does not name %s", said, want)
		}
	}
}

func TestMeasuringEndsAndFewLaunchesAreNeverOne(t *testing.T) {
	for took, want := range map[time.Duration]int{20 * time.Second: 5, 2 * time.Minute: 3, time.Hour: 2} {
		if n := repeats(took); n != want {
			t.Errorf("launches of %s are made %d times, not %d", took, n, want)
		}
	}
	for pass, want := range map[time.Duration]time.Duration{time.Minute: leastMeasured, 6 * time.Minute: 24 * time.Minute, time.Hour: mostMeasured} {
		if limit := measuringWithin(pass); limit != want {
			t.Errorf("of passes of %s measuring ends after %s, not %s", pass, limit, want)
		}
	}
}
