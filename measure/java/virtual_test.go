package java

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/model"
)

// CPU time of virtual threads is that of their carriers while they are mounted:
// of sections in them and of work handed to them. Where java.lang is not open, it is
// said that there is none, as of a thread while it is pinned to its carrier.
func TestVirtualThreadsHaveTheCPUTimeOfTheirMounts(t *testing.T) {
	for _, j := range jdks(t) {
		if j.version < 21 {
			continue
		}
		t.Run(j.name, func(t *testing.T) {
			project := t.TempDir()
			if err := os.CopyFS(project, os.DirFS(filepath.Join("testdata", "virtual"))); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(j.tool("javac"), "-d", filepath.Join(project, "classes"), filepath.Join(project, "Carried.java")).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			javac := []string{j.tool("javac"), "-Xlint:all", "-Werror", "-d", "classes", "Carried.java"}
			for name, how := range map[string]struct {
				build, options []string
				known          bool
			}{
				"overlay":           {nil, nil, true},
				"copy":              {javac, nil, false},
				"copy with opening": {javac, []string{"--add-opens", "java.base/java.lang=ALL-UNNAMED"}, true},
			} {
				t.Run(name, func(t *testing.T) {
					// -Xbatch: what was calibrated before it was compiled would be too little.
					command := slices.Concat([]string{j.tool("java"), "-Xbatch"}, how.options, []string{"-cp", "classes", "Carried"})
					carried(t, project, how.build, command, how.known)
				})
			}
		})
	}
}

// carried launches testdata/virtual and looks at the CPU times of its sections, each
// 20 ms by what it does.
func carried(t *testing.T, project string, build, command []string, known bool) {
	file := filepath.Join(project, "Carried.java")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var order measure.Order
	for _, s := range [][3]string{{"inside", "        compute();\n    }\n\n    static void hands"}, {"hands", "pool.submit(() -> {\n            compute();"}, {"start", "Thread thread =", "thread.join();"}, {"pinned", "spin(2 * rounds);", ""}} {
		first := strings.Index(string(data), s[1])
		first += len(s[1]) - len(strings.TrimLeft(s[1], " "))
		last := first
		if s[2] != "" {
			last = strings.Index(string(data), s[2])
		}
		order.Sections = append(order.Sections, measure.Section{
			Kind: measure.Demand, PCMID: s[0], Element: model.ElementID(s[0]), Code: model.Section{Unit: "Carried", File: file, First: first, Last: last},
		})
	}
	delivery := Overlay
	if build != nil {
		delivery = Copy
	}
	launch := measure.Launch{Name: "main", Command: command}
	p, err := NewTool(Options{Project: project, WorkDir: t.TempDir(), Build: build, Delivery: delivery, Launches: []measure.Launch{launch}}).Prepare(t.Context(), order)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	sink := &collected{}
	report, err := p.Launch(t.Context(), launch, 1, sink)
	if err != nil || report.ExitCode != 0 || !report.Complete {
		t.Fatalf("%+v %v", report, err)
	}
	millis, said := ofThreads(&order, sink.events, report.Problems)
	if !strings.Contains(said["pinned"], "virtual threads") {
		t.Errorf("pinned: said %q", said["pinned"])
	}
	for name, want := range map[string]int{"inside": 12, "hands": 6, "start": 6} {
		got := millis[name]
		slices.Sort(got)
		switch middle := got[len(got)/2]; {
		case len(got) != want:
			t.Errorf("%s: %d executions: %v", name, len(got), got)
		case known && (middle < 8 || middle > 40): // the machine's speed differs from when it was calibrated
			t.Errorf("%s: CPU times of %v ms, not of about 20", name, got)
		case known && strings.Contains(said[name], "virtual threads"): // what others do meanwhile on the same cores may be said
			t.Errorf("%s: said %q", name, said[name])
		case !known && !strings.Contains(said[name], "virtual threads"):
			t.Errorf("%s: said %q; CPU times of %v ms", name, said[name], got)
		}
	}
}
