package java

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/jdk"
	"beagle/model"
)

// What a section hands to other threads is in its CPU time, and waiting for it is
// none; or it is said that it is not there.
func TestWorkInOtherThreadsIsInTheDemandOrSaid(t *testing.T) {
	need.Java(t)
	file, err := filepath.Abs(filepath.Join("testdata", "threads", "Handing.java"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	source := string(data)
	var order measure.Order
	for _, at := range regexp.MustCompile(`(?m)^            \{ // (.+)$`).FindAllStringSubmatchIndex(source, -1) {
		// From the first statement of the block to the last one.
		first := at[1] + strings.IndexFunc(source[at[1]:], func(r rune) bool { return r > ' ' })
		end := at[1] + strings.Index(source[at[1]:], "\n            }\n")
		lines := strings.Split(source[at[1]:end], "\n")
		last, from := first, at[1]
		for _, line := range lines {
			if indent := len(line) - len(strings.TrimLeft(line, " ")); indent == 16 && line[16] != '}' {
				last = from + 16
			}
			from += len(line) + 1
		}
		name := source[at[2]:at[3]]
		order.Sections = append(order.Sections, measure.Section{
			Kind: measure.Demand, PCMID: name, Element: model.ElementID(name), Code: model.Section{Unit: "Handing", File: file, First: first, Last: last},
		})
	}
	if len(order.Sections) != 17 {
		t.Fatalf("%d sections", len(order.Sections))
	}
	p, err := NewTool(Options{Project: filepath.Dir(file), WorkDir: t.TempDir(), Build: []string{"javac", jdk.Quick, "-Xlint:all", "-Werror", "-d", "classes", "Handing.java"}}).Prepare(t.Context(), order)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, note := range p.Notes() {
		if note.Rule != "delivery" {
			t.Errorf("note: %v", note)
		}
	}
	sink := &collected{}
	report, err := p.Launch(t.Context(), measure.Launch{Name: "main", Command: []string{"java", "-cp", "classes", "Handing"}}, 1, sink)
	if err != nil || report.ExitCode != 0 || !report.Complete {
		t.Fatalf("%+v %v", report, err)
	}
	millis, said := ofThreads(&order, sink.events, report.Problems)
	for _, s := range order.Sections {
		name, low, high, want := s.PCMID, 39.0, 60.0, ""
		switch name {
		case "waiting":
			low, high = -1, 15
		case "late":
			low, high, want = -1, 15, "ended after it"
		case "unseen: a task of another class", "unseen: behind a method":
			low, high, want = -1, 15, "they took"
		}
		got := millis[name]
		slices.Sort(got)
		if len(got) != 6 || got[2] < low || got[2] > high {
			t.Errorf("%s: CPU times of %v ms, not from %v to %v", name, got, low, high)
		}
		if (said[name] == "") != (want == "") || !strings.Contains(said[name], want) {
			t.Errorf("%s: said %q, want %q", name, said[name], want)
		}
	}
}

// ofThreads are the CPU times of the sections' executions, in ms, and what was said
// of work in other threads, by the names of the sections.
func ofThreads(order *measure.Order, events []measure.Event, problems []model.Problem) (millis map[string][]float64, said map[string]string) {
	millis, said = map[string][]float64{}, map[string]string{}
	for _, e := range events {
		if e.Kind == measure.DemandCaptured {
			name := order.Sections[e.Section].PCMID
			millis[name] = append(millis[name], float64(e.CPU)/1e6)
		}
	}
	for _, problem := range problems {
		if problem.Rule == "threads" {
			said[string(problem.Element)] += problem.Message
		}
	}
	return millis, said
}
