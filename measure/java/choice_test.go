package java

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/model"
)

// The classes that are measured come from a library, and the program that calls
// them was never built: it would not start as it is.
func TestAProgramWithoutItsMainClassIsNotBuilt(t *testing.T) {
	need.Java(t)
	s := subject{build: intoClasses}
	project := s.make(t)
	for main, want := range map[string]string{"demo.Main": Overlay, "app.Main": Copy} {
		choice, _, err := Choose(t.Context(), Options{
			Project: project, Build: intoClasses[0], Launches: []measure.Launch{command("java", "-cp", "classes:target/classes", main)},
		}, order(t, filepath.Join(project, "src/main/java/demo/Main.java")))
		if err != nil || choice.Delivery != want || want == Copy && !strings.Contains(choice.Why, "no main class") {
			t.Errorf("%s: %+v, %v, want %s", main, choice, err, want)
		}
	}
}

// The driver that was edited has no probes, so its class is no one's whose source
// was read: it would run as it was before the edit.
func TestASourceWithoutProbesIsBuiltToo(t *testing.T) {
	need.Java(t)
	s := subject{
		build: [][]string{append(intoClasses[0][:3:3], "src/main/java/demo/Main.java", "src/main/java/demo/Helper.java")},
		files: map[string]string{"src/main/java/demo/Helper.java": "package demo; class Helper { }"}, launch: command("java", "-cp", "classes", "demo.Main"),
	}
	project := s.make(t)
	helper := filepath.Join(project, "src/main/java/demo/Helper.java")
	asked := order(t, filepath.Join(project, "src/main/java/demo/Main.java"))
	options := Options{Project: project, Build: intoClasses[0], Launches: []measure.Launch{s.launch}, WorkDir: t.TempDir()}
	for _, want := range []string{Overlay, Copy} {
		choice, _, err := Choose(t.Context(), options, asked)
		if err != nil || choice.Delivery != want || want == Copy && !strings.Contains(choice.Why, "Helper.java is newer than its class") {
			t.Errorf("%+v, %v, want %s", choice, err, want)
		}
		newer := time.Now().Add(time.Hour)
		if err := os.Chtimes(helper, newer, newer); err != nil {
			t.Fatal(err)
		}
	}
	options.Build = nil
	p, err := NewTool(options).Prepare(t.Context(), asked)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	report, err := p.Launch(t.Context(), s.launch, 1, &collected{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(append(p.Notes(), report.Problems...), func(p model.Problem) bool { return p.Rule == "stale" && p.File == helper }) {
		t.Errorf("an old class runs, and nothing says so: %+v", report.Problems)
	}
}
