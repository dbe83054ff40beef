package java

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/model"
)

// nested is a program of three services, each inside the next.
const nested = `package demo;

public class Main {
    static int least(int n) {
        return n * n + 1;
    }

    static int outer(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += least(i);
        return sum;
    }

    static int calls(int n) {
        int more = n + 1;
        return outer(more);
    }

    public static void main(String[] args) {
        System.exit(calls(5) > 0 ? 0 : 1);
    }
}
`

// A launch that drives a service without calls of others has the probes of this service alone: those of others would
// take time in its calls. One that calls others has them all.
func TestADriversLaunchHasTheProbesOfItsService(t *testing.T) {
	need.Java(t)
	project := t.TempDir()
	file := filepath.Join(project, "src", "demo", "Main.java")
	need.File(t, file, nested)
	cmd := exec.Command("javac", "-d", "classes", "src/demo/Main.java")
	cmd.Dir = project
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	section := func(first, last string) model.Section {
		return model.Section{Unit: "demo.Main", File: file, First: strings.Index(nested, first), Last: strings.Index(nested, last)}
	}
	order := measure.Order{
		Sections: []measure.Section{
			{Kind: measure.Demand, Code: section("return n * n", "return n * n"), PCMID: "a", Service: 0},
			{Kind: measure.Demand, Code: section("int sum", "return sum"), PCMID: "b", Service: 1},
			{Kind: measure.Demand, Code: section("int more", "int more"), PCMID: "c", Service: 2},
			{Kind: measure.Call, Code: section("return outer", "return outer"), PCMID: "d", Callee: "outer", Args: []int{0}, Service: 2},
		},
	}
	for _, name := range []string{"least", "outer", "calls"} {
		order.Services = append(order.Services, measure.Service{SEFF: "../" + name, Name: name, Code: order.Sections[len(order.Services)].Code, Inputs: []model.Input{{Name: "n"}}})
	}
	p, err := NewTool(Options{Project: project, Sources: []string{filepath.Join(project, "src")}, WorkDir: t.TempDir()}).Prepare(t.Context(), order)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for number, c := range []struct {
		drives string
		times  []int // of demands, by section
	}{
		{"", []int{6, 1, 1}}, {"../outer", []int{0, 1, 0}}, {"../least", []int{6, 0, 0}}, {"../calls", []int{6, 1, 1}}, {"../outer", []int{0, 1, 0}},
	} {
		sink, times := &collected{}, make([]int, 3)
		report, err := p.Launch(t.Context(), measure.Launch{Name: "main", Command: []string{"java", "-cp", "classes", "demo.Main"}, Drives: c.drives}, int32(number), sink)
		if err != nil || report.ExitCode != 0 {
			t.Fatalf("%v %+v", err, report)
		}
		for _, e := range sink.events {
			if e.Kind == measure.DemandCaptured {
				times[e.Section]++
			}
		}
		if !slices.Equal(times, c.times) {
			t.Errorf("a launch that drives %q: demands are executed %v times, want %v", c.drives, times, c.times)
		}
	}
}
