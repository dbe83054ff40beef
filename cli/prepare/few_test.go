package prepare

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/measure"
	"beagle/measure/observed"
	"beagle/model"
	"beagle/run/project"
)

// long is a launch of all classes of tests, two seconds each, of which the first n ran to
// their end. Of three elements the first is reached in all, the others in the fourth class.
func long(t *testing.T, tests *trial, n int) project.Tried {
	t.Helper()
	return failing(t, tests, n, func(int) int { return 0 })
}

// failing is such a launch, of each class of which five tests passed and some failed.
func failing(t *testing.T, tests *trial, n int, fails func(class int) int) project.Tried {
	t.Helper()
	tests.tried.timed(t.TempDir())(measure.Launch{Name: "tests"})
	said := ""
	one := project.Tried{Launch: measure.Launch{Name: "tests"}, Reached: 3, Of: 9, Took: 80 * time.Second, When: map[model.ElementID][]observed.Span{}}
	for i := range n {
		began := int64(1000 + 2000*i)
		said += fmt.Sprintf("demo.T%d %d %d 5 %d\n", i, began, began+1900, fails(i))
		span := observed.Span{First: (began + 100) * 1e6, Last: (began + 200) * 1e6}
		one.When["all"] = append(one.When["all"], span)
		if i == 3 {
			one.When["rare"], one.When["rarer"] = []observed.Span{span}, []observed.Span{span}
		}
	}
	if err := os.WriteFile(tests.tried.times["tests"], []byte(said), 0o600); err != nil {
		t.Fatal(err)
	}
	return one
}

// names are those of launches.
func names(all []project.Tried) (names []string) {
	for _, one := range all {
		names = append(names, one.Launch.Name)
	}
	return names
}

func TestOfLongTestsTheFewClassesAreMeasuredThatReachAllElements(t *testing.T) {
	tests := suite(t, 40)
	whole := long(t, tests, 40)
	more := tests.tried.more(whole, 1)
	if len(more) != 1 {
		t.Fatalf("tried instead: %v", more)
	}
	chosen := tests.ways.parts[more[0].Name].classes
	if !slices.Contains(chosen, "demo.T3") || len(chosen) > 8 {
		t.Errorf("%v run", chosen)
	}
	if how, good := tests.tried.worth(whole); !good || !strings.Contains(how, "few") {
		t.Errorf("said: %s", how)
	}
	tests.clock.began = time.Now().Add(-2 * trialsWithin)
	if limit := tests.within(more[0]); limit <= 0 {
		t.Error("the few are not tried where trying the whole took all the time")
	}
	few := project.Tried{Launch: more[0], Reached: 3, Of: 9, Took: 10 * time.Second, When: whole.When}
	if again := tests.tried.more(few, 1); len(again) != 0 {
		t.Errorf("the few are tried again: %v", again)
	}
	if kept := names(tests.tried.less([]project.Tried{whole, few})); !slices.Equal(kept, []string{more[0].Name}) {
		t.Errorf("kept are %v", kept)
	}
	if did := tests.tried.evidence([]project.Tried{whole, few}); len(did) != 1 || did[0].Name != "tests" {
		t.Errorf("what was seen is that of %v", did)
	}
	few.When = map[model.ElementID][]observed.Span{"all": nil} // by themselves they do less
	few.Reached = 1
	if kept := names(tests.tried.less([]project.Tried{whole, few})); !slices.Equal(kept, []string{"tests"}) {
		t.Errorf("kept are %v", kept)
	}
}

func TestOfTestsThatDoNotEndThoseThatRanAreNotTriedAgain(t *testing.T) {
	tests := suite(t, 40)
	one := long(t, tests, 30)
	one.TooLong = true
	var again []string
	for i, l := range tests.tried.more(one, 1) {
		if i > 0 {
			again = append(again, tests.ways.parts[l.Name].classes...)
		} else if !tests.ways.parts[l.Name].few {
			t.Errorf("tried first is %+v", l)
		}
	}
	if len(again) != 10 || again[9] != "demo.T30" { // that was running when time was up
		t.Errorf("tried again are %v", again)
	}
	if again[0] != "demo.T31" || again[1] != "demo.T37" {
		t.Errorf("the first part is none of classes from everywhere: %v", again)
	}
	one.Reached = 5
	few := project.Tried{Launch: measure.Launch{Name: tests.tried.few["tests"]}, Reached: 5}
	if did := tests.tried.evidence([]project.Tried{one, few}); len(did) != 1 || did[0].Name != "tests" {
		t.Errorf("what they did until they were ended is no evidence: that of %v is", did)
	}
}

func TestOfTestsThatMostlyFailThoseClassesRunThatPass(t *testing.T) {
	tests := suite(t, 40)
	one := failing(t, tests, 40, func(class int) int {
		if class < 10 {
			return 4
		}
		return 6
	})
	one.Failed = "exit code 4"
	more := tests.tried.more(one, 1)
	if len(more) != 1 {
		t.Fatalf("tried instead: %v", more)
	}
	chosen := tests.ways.parts[more[0].Name].classes
	if !slices.Contains(chosen, "demo.T3") || slices.ContainsFunc(chosen, func(class string) bool { return len(class) > len("demo.T9") }) {
		t.Errorf("%v run", chosen)
	}
	if how, good := tests.tried.worth(one); good || !strings.Contains(how, "whose tests passed") {
		t.Errorf("said: %s", how)
	}
	if kept := names(tests.tried.less([]project.Tried{one, {Launch: more[0], Reached: 3, Of: 9, When: one.When}})); !slices.Contains(kept, more[0].Name) {
		t.Errorf("kept are %v", kept)
	}
	tests = suite(t, 40)
	one = failing(t, tests, 40, func(class int) int { return 6 * min(class, 1) })
	one.Failed = "exit code 4"
	if more := tests.tried.more(one, 1); len(more) != 0 { // there is no build here that would run them
		t.Errorf("where the class that passes reaches little, tried instead are %v", more)
	}
}

func TestQuickTestsRunWhole(t *testing.T) {
	tests := suite(t, 40)
	one := long(t, tests, 40)
	one.Took = longSuite - time.Second
	if more := tests.tried.more(one, 1); len(more) != 0 {
		t.Errorf("tried instead: %v", more)
	}
}
