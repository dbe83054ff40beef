//go:build unix

package remote

import (
	"os"
	"path/filepath"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/run"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// TestExampleRunsThroughTheEngine is the main job: the example project,
// measured with real probes, learnt, and written.
func TestExampleRunsThroughTheEngine(t *testing.T) {
	if !need.Long() {
		t.Skip("the end-to-end tests run the example; here it is for long tests: BEAGLE_LONG=1")
	}
	need.Java(t)
	made := project.NewTool
	project.NewTool = realTool
	defer func() { project.NewTool = made }()
	fake.StateFolder(t)
	dir := filepath.Join(t.TempDir(), "fileshare")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(need.Root(t), "examples", "fileshare"))); err != nil {
		t.Fatal(err)
	}
	cfg := run.Config{
		Project: dir, Model: filepath.Join(dir, "model/fileshare.repository"),
		Links:   filepath.Join(dir, "model/fileshare_source_statement_links.xml"),
		Sources: []string{filepath.Join(dir, "src/main/java")},
		Output:  run.Output{File: filepath.Join(dir, "out.repository")},
		Build:   []string{"javac", "-encoding", "UTF-8", "-d", "target/classes", "-sourcepath", "src/main/java", "src/main/java/fileshare/Main.java"},
		Launch: []measure.Launch{
			{Name: "uploads", Command: []string{"java", "-cp", "target/classes", "fileshare.Main", "upload"}},
			{Name: "sharing", Command: []string{"java", "-cp", "target/classes", "fileshare.Main", "share"}},
			{Name: "index", Command: []string{"java", "-cp", "target/classes", "fileshare.Main", "index"}},
		},
		Timeout: run.Timeout{Kind: "adaptive"}, Measure: run.Measure{Tool: "kieker", Probe: "builtin", Clock: "cpu"}, Seed: 1,
	}
	r, err := startHere(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s := fake.Wait(t, r)
	if s.State != run.Finished || s.Lost != 0 || s.LaunchesDone != 3 {
		t.Fatalf("%s: %s; %d launches, %d records lost; %v", s.State, s.Reason, s.LaunchesDone, s.Lost, s.Problems)
	}
	for _, e := range s.Elements {
		if e.Best == nil || e.Samples == 0 {
			t.Errorf("%s %q: %d samples, no expression; %s", e.Kind, e.Name, e.Samples, e.Note)
		}
	}
	if problems := run.AcceptAll(t.Context(), r); len(problems) > 0 {
		t.Error(problems)
	}
	w, err := r.Apply(t.Context(), cfg.Output)
	if err != nil || w.Changed != len(s.Elements) {
		t.Fatalf("%+v %v", w, err)
	}
}
