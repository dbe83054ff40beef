package prepare

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/cli/app"
	"beagle/extract/launches"
	"beagle/internal/need"
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
	more := tests.more(whole)
	if len(more) != 1 {
		t.Fatalf("tried instead: %v", more)
	}
	chosen := tests.parts[more[0].Name].classes
	if !slices.Contains(chosen, "demo.T3") || len(chosen) > 8 {
		t.Errorf("%v run", chosen)
	}
	if how, good := tests.worth(whole); !good || !strings.Contains(how, "few") {
		t.Errorf("said: %s", how)
	}
	tests.clock.began = time.Now().Add(-2 * trialsWithin)
	if limit := tests.within(more[0]); limit <= 0 {
		t.Error("the few are not tried where trying the whole took all the time")
	}
	few := project.Tried{Launch: more[0], Reached: 3, Of: 9, Took: 10 * time.Second, When: whole.When}
	if again := tests.more(few); len(again) != 0 {
		t.Errorf("the few are tried again: %v", again)
	}
	if kept := names(tests.tried.less([]project.Tried{whole, few}, tests.good)); !slices.Equal(kept, []string{more[0].Name}) {
		t.Errorf("kept are %v", kept)
	}
	if did := tests.evidence([]project.Tried{whole, few}); len(did) != 1 || did[0].Name != "tests" {
		t.Errorf("what was seen is that of %v", did)
	}
	few.When = map[model.ElementID][]observed.Span{"all": nil} // by themselves they do less
	few.Reached = 1
	if kept := names(tests.tried.less([]project.Tried{whole, few}, tests.good)); !slices.Equal(kept, []string{"tests"}) {
		t.Errorf("kept are %v", kept)
	}
}

func TestOfTestsThatDoNotEndThoseThatRanAreNotTriedAgain(t *testing.T) {
	tests := suite(t, 40)
	one := long(t, tests, 30)
	one.TooLong = true
	var again []string
	for i, l := range tests.more(one) {
		if i > 0 {
			again = append(again, tests.parts[l.Name].classes...)
		} else if !tests.parts[l.Name].few {
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
	if did := tests.evidence([]project.Tried{one, few}); len(did) != 1 || did[0].Name != "tests" {
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
	more := tests.more(one)
	if len(more) != 1 {
		t.Fatalf("tried instead: %v", more)
	}
	chosen := tests.parts[more[0].Name].classes
	if !slices.Contains(chosen, "demo.T3") || slices.ContainsFunc(chosen, func(class string) bool { return len(class) > len("demo.T9") }) {
		t.Errorf("%v run", chosen)
	}
	if how, good := tests.worth(one); good || !strings.Contains(how, "whose tests passed") {
		t.Errorf("said: %s", how)
	}
	if kept := names(tests.tried.less([]project.Tried{one, {Launch: more[0], Reached: 3, Of: 9, When: one.When}}, tests.good)); !slices.Contains(kept, more[0].Name) {
		t.Errorf("kept are %v", kept)
	}
	tests = suite(t, 40)
	one = failing(t, tests, 40, func(class int) int { return 6 * min(class, 1) })
	one.Failed = "exit code 4"
	if more := tests.more(one); len(more) != 0 { // there is no build here that would run them
		t.Errorf("where the class that passes reaches little, tried instead are %v", more)
	}
}

func TestQuickTestsRunWhole(t *testing.T) {
	tests := suite(t, 40)
	one := long(t, tests, 40)
	one.Took = longSuite - time.Second
	if more := tests.more(one); len(more) != 0 {
		t.Errorf("tried instead: %v", more)
	}
}

func TestTestsThatReachNothingNewAreNotMeasuredWhereAllTakeLong(t *testing.T) {
	tests, said := suite(t, 2), &strings.Builder{}
	tests.App = &app.App{Out: said, Err: said}
	tests.found = append(tests.found, launches.Found{Launch: measure.Launch{Name: "other tests"}, Tests: "other"})
	tried := func(name string, took time.Duration, reached ...model.ElementID) project.Tried {
		one := project.Tried{Launch: measure.Launch{Name: name}, Took: took, When: map[model.ElementID][]observed.Span{}}
		for _, id := range reached {
			one.When[id] = nil
		}
		return one
	}
	all := []project.Tried{tried("Main", 20*time.Second, "a"), tried("tests", 20*time.Second, "a", "b"), tried("other tests", 20*time.Second, "b")}
	if kept := names(tests.needed(all)); !slices.Equal(kept, []string{"Main", "tests"}) || !strings.Contains(said.String(), "other tests") {
		t.Errorf("measured are %v, said: %s", kept, said)
	}
	for i := range all {
		all[i].Took = time.Second
	}
	if kept := tests.needed(all); len(kept) != 3 {
		t.Errorf("of quick ones measured are %v", names(kept))
	}
}

func TestModulesThatDoNotBuildAreLeftOut(t *testing.T) {
	dir := need.Folder(t, map[string]string{"pom.xml": "<project/>", "bin/mvn": `#!/bin/sh
for one in "$@"; do
  if [ "$one" = --fail-never ]; then
    for goal in "$@"; do
      [ -e "makes-$goal" ] || continue
      case "$goal $*" in *:compile*dependency-plugin*|compile*dependency-plugin*) exit 0;; esac # it asks for what tests lack
      mkdir -p good/target/classes && : > good/target/classes/A.class
    done
    exit 0
  fi
done
echo '[ERROR] module bad: nothing there'
echo '[ERROR] '
echo '[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.'
exit 1
`})
	if err := os.Chmod(filepath.Join(dir, "bin", "mvn"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	said := &strings.Builder{}
	a := &app.App{Out: said, Err: said}
	if _, err := built(t.Context(), a, dir, []string{"mvn", "-q", "test-compile"}, true); err == nil || !strings.Contains(err.Error(), "module bad") || strings.Contains(err.Error(), "stack trace") {
		t.Errorf("where no module builds: %v", err)
	}
	for _, goal := range []string{"compiler:compile", "compile", "test-compile"} { // libraries of tests alone may be nowhere
		said.Reset()
		if err := os.RemoveAll(filepath.Join(dir, "good")); err != nil {
			t.Fatal(err)
		}
		need.File(t, filepath.Join(dir, "makes-"+goal), "") // the next ones are tried before
		command, err := built(t.Context(), a, dir, []string{"mvn", "-q", "test-compile"}, true)
		if err != nil || !launches.Passes(command) || command[len(command)-1] != goal || !strings.Contains(said.String(), "a part of the project does not build") {
			t.Errorf("built by %v, %v, said\n%s", command, err, said)
		}
	}
}

func TestAProjectThatAsksForANewerMavenSaysSo(t *testing.T) {
	for said, want := range map[string]string{
		"[ERROR] The plugin g:a:1:check requires Maven version 3.9":         "install the Maven that it asks for",
		"Detected Maven Version: 3.8.7 is not in the allowed range [3.9,).": "install the Maven that it asks for",
		"[ERROR] module bad: nothing there":                                 "make it build",
	} {
		if hint := toBuild(said); !strings.HasPrefix(hint, want) {
			t.Errorf("of %q the hint is %q", said, hint)
		}
	}
}
