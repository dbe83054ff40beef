package prepare

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/cli/app"
	"beagle/extract"
	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/extract/rules"
	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/observed"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
)

// divided is a program of two packages and three classes with work to do, with one that a person leaves out and
// a service that a person has named.
func divided(t *testing.T) (*extract.Result, string) {
	t.Helper()
	need.Java(t)
	dir := need.Folder(t, map[string]string{
		"shop/web/Front.java":    "package shop.web;\npublic class Front {\n  shop.store.Store store = new shop.store.Store();\n  public int one(int n) { return store.put(Math.abs(n)); }\n}",
		"shop/store/Store.java":  "package shop.store;\npublic class Store {\n  Shelf shelf = new Shelf();\n  public int put(int n) { return shelf.put(Math.abs(n)); }\n  public int other(int n) { return Math.abs(n) + 1; }\n}",
		"shop/store/Shelf.java":  "package shop.store;\npublic class Shelf {\n  Legacy legacy = new Legacy();\n  public int put(int n) { return legacy.put(Math.abs(n)); }\n}",
		"shop/store/Legacy.java": "package shop.store;\npublic class Legacy {\n  public int put(int n) { return Math.abs(n); }\n}",
		"shop/Main.java":         "package shop;\npublic class Main {\n  public static void main(String[] args) { new shop.web.Front().one(1); }\n}",
	})
	r, err := extract.Extract(t.Context(), extract.Options{Dir: dir, Cache: t.TempDir(), Choices: rules.Choices{Ignore: []string{"Legacy"}, Services: []string{"Store.other"}}})
	if err != nil || r.Rule != rules.ByPackages {
		t.Fatalf("%+v, %v", r, err)
	}
	return r, dir
}

func TestSmallerComponentsKeepWhatAPersonHasDecided(t *testing.T) {
	r, _ := divided(t)
	tests := trial{judging: r, divides: true, tried: newRound(&ways{})}
	smaller := tests.smaller(t.Context(), []project.Tried{{}})
	if smaller == nil {
		t.Fatal("there are none")
	}
	if c := smaller.Choices(); c.By == rules.ByPackages || !slices.Equal(c.Ignore, []string{"Legacy"}) || !slices.Equal(c.Services, []string{"Store.other"}) {
		t.Errorf("they are made with %+v", c)
	}
	if slices.ContainsFunc(smaller.Divided, func(c *rules.Component) bool { return c.Name == "Legacy" }) {
		t.Error("what a person leaves out is a component")
	}
}

// Launches of few classes belong to the trial of their whole tests, whatever is tried after that.
func TestFewClassesStandForTheirTestsAfterSmallerComponentsWereTried(t *testing.T) {
	r, dir := divided(t)
	w, err := r.Write(filepath.Join(dir, "model"))
	if err != nil {
		t.Fatal(err)
	}
	said := &strings.Builder{}
	tests := suite(t, 40)
	tests.App, tests.judging, tests.divides, tests.ways.project = &app.App{Out: said, Err: said}, r, true, &extracted.Project{Dir: dir}
	tests.cfg = &run.Config{Project: dir, Model: w.Repository, Links: w.Links, Launch: []measure.Launch{{Name: "tests"}, {Name: "A"}, {Name: "B"}, {Name: "C"}, {Name: "D"}}}
	tests.ways.found = append(tests.ways.found, launches.Found{Launch: measure.Launch{Name: "A"}})
	tries := 0
	tests.tries = func(_ context.Context, _ run.Config, _ []measure.Launch, how project.Trials) ([]project.Tried, error) {
		tries++
		how.As(measure.Launch{Name: "tests"})
		whole := long(t, tests, 40)
		whole.Did = &observed.Launch{}
		if tries > 1 {
			whole.Took = time.Second
		}
		all := []project.Tried{whole}
		for _, few := range how.After(whole) {
			all = append(all, project.Tried{Launch: few, Reached: 3, Of: 9, Took: 10 * time.Second, When: whole.When, Did: &observed.Launch{}})
		}
		for _, name := range []string{"A", "B", "C", "D"} {
			all = append(all, project.Tried{Launch: measure.Launch{Name: name}, Did: &observed.Launch{}, When: map[model.ElementID][]observed.Span{}})
		}
		return all, nil
	}
	if err := tests.try(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(tests.cfg.Launch) != 1 || !strings.Contains(tests.cfg.Launch[0].Name, "of 40 classes") || tries != 2 {
		t.Errorf("after %d tries measured are %v; said\n%s", tries, tests.cfg.Launch, said)
	}
	if _, err := os.Stat(w.Repository); err != nil {
		t.Error(err)
	}
}

func TestBindingsAreToldInTheOrderOfTheirNames(t *testing.T) {
	bind := map[string]string{"D": "d", "A": "a", "C": "c", "B": "b"}
	for range 10 {
		if said := told(bind); said != "A to a, B to b, C to c, D to d" {
			t.Fatal(said)
		}
	}
}
