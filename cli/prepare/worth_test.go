package prepare

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/extract/launches"
	"beagle/measure"
	"beagle/model"
	"beagle/run/project"
)

func TestAProgramThatWantsArgumentsIsQuoted(t *testing.T) {
	tried := newRound(&ways{found: []launches.Found{{Launch: measure.Launch{Name: "Main"}, Reads: true}}})
	one := project.Tried{Launch: measure.Launch{Name: "Main"}, Of: 3, Last: "it takes five arguments"}
	if how, good := tried.worth(one); good || !strings.Contains(how, `said "it takes five arguments"`) {
		t.Errorf("%t: %s", good, how)
	}
}

func TestAProgramThatSaysHowItIsUsedIsLeftOut(t *testing.T) {
	tried := newRound(&ways{found: []launches.Found{{Launch: measure.Launch{Name: "Convert"}, Reads: true}, {Launch: measure.Launch{Name: "Tour"}}}})
	for name, left := range map[string]bool{"Convert": true, "Tour": false} {
		how, good := tried.worth(project.Tried{Launch: measure.Launch{Name: name}, Elements: map[model.ElementID]bool{"a": true}, Of: 9, Output: "demo 1.0\nUsage: java demo IN OUT\n"})
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
