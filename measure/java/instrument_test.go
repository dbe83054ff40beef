package java

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/model"
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
	s.launch.Env = maps.Clone(result.Env)
	s.launch.Env[probe.EnvOut] = records // a folder of one's own choice
	s.launch.Command = slices.Insert(s.launch.Command, 1, result.Option)
	if got, code := s.run(t, project); got != want || code != s.exit {
		t.Errorf("with the overlay, exit code %d and\n%s\nwithout\n%s", code, got, want)
	}
	sink := &collected{}
	follower := probe.Follower{Dir: records, Decoder: &probe.Decoder{Table: result.Table, Sink: sink}}
	ending, err := follower.Finish(t.Context())
	if err != nil || !ending.Complete {
		t.Errorf("records: %+v %v", ending, err)
	}
	check(t, sink.events)
	if after := hashes(t, project, nil); !maps.Equal(before, after) {
		t.Errorf("the project was\n%v\nand is\n%v", before, after)
	}
}

// A command that failed can be given again: its folder is not in the way.
func TestAnOverlayThatFailsLeavesNothing(t *testing.T) {
	need.Java(t)
	s := subject{launch: command("java", "-version")} // nothing is built
	project := s.make(t)
	for _, exists := range []bool{false, true} {
		out := filepath.Join(t.TempDir(), "an overlay")
		if exists {
			if err := os.Mkdir(out, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		_, err := InstrumentOverlay(t.Context(), Options{Project: project, Launches: []measure.Launch{s.launch}}, order(t, filepath.Join(project, "src/main/java/demo/Main.java")), out)
		entries, left := os.ReadDir(out)
		if err == nil || len(entries) > 0 || os.IsNotExist(left) == exists {
			t.Errorf("the folder exists: %v; then %v, %v after %v", exists, entries, left, err)
		}
		var p model.Problem
		if !errors.As(err, &p) || strings.HasPrefix(p.File, out) {
			t.Errorf("the message names what is gone: %+v", err)
		}
	}
}
