package prepare

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/cli/app"
	"beagle/extract/launches"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
)

func TestTestsThatReachNothingNewAreNotMeasuredWhereAllTakeLong(t *testing.T) {
	tests, said := suite(t, 2), &strings.Builder{}
	tests.App = &app.App{Out: said, Err: said}
	tests.ways.found = append(tests.ways.found, launches.Found{Launch: measure.Launch{Name: "other tests"}, Tests: "other"})
	tried := func(name string, took time.Duration, reached ...model.ElementID) project.Tried {
		one := project.Tried{Launch: measure.Launch{Name: name}, Took: took, Elements: map[model.ElementID]bool{}}
		for _, id := range reached {
			one.Elements[id] = true
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

func TestMeasuringEndsAndFewLaunchesAreNeverOne(t *testing.T) {
	for took, want := range map[time.Duration]int{20 * time.Second: 5, 2 * time.Minute: 3, time.Hour: 2} {
		if n := repeats(took); n != want {
			t.Errorf("launches of %s are made %d times, not %d", took, n, want)
		}
	}
	for pass, want := range map[time.Duration]time.Duration{time.Minute: leastMeasured, 6 * time.Minute: 12 * time.Minute, time.Hour: mostMeasured} {
		if limit := measuringWithin(pass); limit != want {
			t.Errorf("of passes of %s measuring ends after %s, not %s", pass, limit, want)
		}
	}
}

func TestAStoppedTrialKeepsWhatItFound(t *testing.T) {
	tests, said := suite(t, 3), &strings.Builder{}
	tests.App, tests.cfg, tests.file = &app.App{Out: io.Discard, Err: said}, &run.Config{}, filepath.Join(t.TempDir(), "beagle.yaml")
	good := project.Tried{Launch: measure.Launch{Name: "A", Command: []string{"java", "A"}}, Elements: map[model.ElementID]bool{"a": true, "b": true}, Of: 3}
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

// What somebody has said for this time is said again, and is not what beagle.yaml says from now on.
func TestALimitThatIsSaidForThisTimeIsToldAndNotSaved(t *testing.T) {
	for limit, said := range map[time.Duration]string{
		0:               "ends after 300 s with what there is, unless --set timeout.limit=... is given",
		9 * time.Minute: "ends after 540 s with what there is, as --set timeout.limit says; without it after 300 s",
	} {
		told := &strings.Builder{}
		tr := trial{App: &app.App{Out: io.Discard, Err: told}, cfg: &run.Config{}, limit: limit}
		tr.limits(time.Minute)
		if !strings.Contains(told.String(), said) {
			t.Errorf("said %q, not %q", told, said)
		}
		if tr.cfg.Timeout.Limit != run.Duration(5*time.Minute) {
			t.Errorf("beagle.yaml says %v", tr.cfg.Timeout)
		}
	}
}

// A swarm of one particle has no neighbours: a size that a program cannot have is none to measure.
func TestFirstValuesWithWhichAProgramFailsAreLeftOut(t *testing.T) {
	one := project.Tried{
		Launch:   measure.Launch{Name: "Main", Vary: map[string][]string{"n1": {"1", "10", "100"}, "n2": {"1", "10"}}},
		Elements: map[model.ElementID]bool{"a": true}, Of: 9, Without: map[string]string{"n1": "1", "n2": "1"},
	}
	tr := trial{}
	tr.tried = newRound(&tr.ways)
	if how, good := tr.tried.worth(one); !good || !strings.Contains(how, "failed with n1 = 1, n2 = 1") {
		t.Errorf("%t: %s", good, how)
	}
	tr.without(&one)
	if !slices.Equal(one.Launch.Vary["n1"], []string{"10", "100"}) || !slices.Equal(one.Launch.Vary["n2"], []string{"1", "10"}) {
		t.Errorf("it varies %v", one.Launch.Vary)
	}
	tr.ways.own = true
	tr.without(&one)
	if len(one.Launch.Vary["n1"]) != 2 {
		t.Errorf("what a person wrote varies %v", one.Launch.Vary)
	}
}
