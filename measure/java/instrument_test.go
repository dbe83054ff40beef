package java

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/probe"
)

// Whoever starts Java with a written overlay, as the result says, gets the
// program as it is, and records of it.
func TestAWrittenOverlayRunsByHand(t *testing.T) {
	need.Java(t)
	s := subject{build: intoClasses, launch: command("java", "-cp", "classes", "demo.Main", "exit"), exit: 4}
	project := s.make(t)
	want, _ := s.run(t, project)
	before := hashes(t, project, nil)
	result, err := InstrumentOverlay(t.Context(), Options{Project: project, Launches: []measure.Launch{s.launch}}, order(t, filepath.Join(project, "src/main/java/demo/Main.java")), filepath.Join(t.TempDir(), "an overlay"))
	if err != nil {
		t.Fatalf("%+v", err)
	}
	if result.Files != 1 || result.Sites == 0 {
		t.Errorf("%d files, %d probes", result.Files, result.Sites)
	}
	records := t.TempDir()
	s.launch.Env = map[string]string{probe.EnvOut: records}
	maps.Copy(s.launch.Env, result.Env)
	s.launch.Command = slices.Insert(s.launch.Command, 1, result.Option)
	if got, code := s.run(t, project); got != want || code != s.exit {
		t.Errorf("with the overlay, exit code %d and\n%s\nwithout\n%s", code, got, want)
	}
	sink := &collected{}
	follower := probe.Follower{Dir: records, Decoder: &probe.Decoder{Table: result.Table, Sink: sink}}
	ending, err := follower.Finish()
	if err != nil || !ending.Complete {
		t.Errorf("records: %+v %v", ending, err)
	}
	check(t, sink.events)
	if after := hashes(t, project, nil); !maps.Equal(before, after) {
		t.Errorf("the project was\n%v\nand is\n%v", before, after)
	}
}
