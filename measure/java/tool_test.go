package java

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/jdk"
	"beagle/model"
)

const program = `package demo;

import java.util.ArrayList;
import java.util.List;

public class Main {
    private static final List<String> log = new ArrayList<>();

    static int serve(int n, List<String> names, String mode) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i % 3 == 0)
                continue;
            sum += i;
        }
        if (n > 5) {
            sum += 2;
            if (n == 7) return sum;
        }
        store(sum * 2, names);
        return sum;
    }

    static void store(int size, List<String> names) {
        names.add("x" + size);
    }

    public static void main(String[] args) throws Exception {
        for (int n = 0; n < 10; n++) {
            List<String> names = new ArrayList<>();
            for (int k = 0; k < n; k++) names.add("n");
            serve(n, names, n % 2 == 0 ? "even" : "odd");
        }
        if (args.length == 0) return;
        if (args[0].equals("halt")) Runtime.getRuntime().halt(3);
        System.exit(4);
    }
}
`

func at(t *testing.T, text string) int {
	t.Helper()
	i := strings.Index(program, text)
	if i < 0 {
		t.Fatalf("%q is not in the program", text)
	}
	return i
}

type collected struct{ events []measure.Event }

func (c *collected) Events(batch []measure.Event) { c.events = append(c.events, batch...) }

func order(t *testing.T, file string) measure.Order {
	section := func(first, last string) model.Section {
		return model.Section{Unit: "demo.Main", File: file, First: at(t, first), Last: at(t, last)}
	}
	return measure.Order{
		Sections: []measure.Section{
			{Kind: measure.Demand, Code: section("int sum = 0;", "sum += 2;"), PCMID: "a"},
			{Kind: measure.LoopBody, Code: section("if (i % 3", "sum += i;"), PCMID: "l"},
			{Kind: measure.Transition, Code: section("sum += 2;", "if (n == 7)"), PCMID: "b"},
			{Kind: measure.Transition, Code: section("sum += 2;", "if (n == 7)"), PCMID: "b", Branch: 1, Else: true},
			{Kind: measure.Call, Code: section("store(sum", "store(sum"), PCMID: "c", Callee: "store", Args: []int{0, 1}},
			{Kind: measure.Demand, Code: model.Section{Unit: "demo.Nowhere"}, PCMID: "x"},
		},
		Services: []measure.Service{{
			SEFF: "s", Name: "serve", Code: section("int sum = 0;", "int sum = 0;"),
			Inputs: []model.Input{{Name: "n"}, {Name: "names", Index: 1}, {Name: "mode", Index: 2}},
		}},
	}
}

func TestBothProbesGiveTheSameEvents(t *testing.T) {
	need.Maven(t)
	for _, c := range []struct {
		name, probe, kieker string
		overlay             bool
		arguments           []string
		exit                int
		complete            bool
	}{
		{name: "builtin, ends", probe: "builtin", complete: true},
		{name: "builtin, halts", probe: "builtin", arguments: []string{"halt"}, exit: 3, complete: true},
		{name: "builtin, exits", probe: "builtin", arguments: []string{"exit"}, exit: 4, complete: true},
		{name: "builtin, overlay", probe: "builtin", overlay: true, complete: true},
		{name: "kieker, ends", probe: "kieker", complete: true},
		{name: "kieker, overlay", probe: "kieker", overlay: true, complete: true},
		{name: "kieker, exits", probe: "kieker", arguments: []string{"exit"}, exit: 4, complete: true},
		{name: "kieker 1.15.4, ends", probe: "kieker", kieker: "1.15.4", complete: true},
		{name: "kieker 1.15.4, exits", probe: "kieker", kieker: "1.15.4", arguments: []string{"exit"}, exit: 4, complete: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.probe == "kieker" && (c.exit != 0 || c.overlay) && !need.Long() {
				t.Skip("a variant; BEAGLE_LONG=1 runs it")
			}
			project, work := t.TempDir(), t.TempDir()
			file := filepath.Join(project, "src", "demo", "Main.java")
			need.File(t, file, program)
			build := []string{"javac", jdk.Quick, "-d", "classes", "-sourcepath", "src", "src/demo/Main.java"}
			if c.overlay {
				cmd := exec.Command(build[0], build[1:]...)
				cmd.Dir = project
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				build = nil
			}
			tool := NewTool(Options{
				Project: project, Sources: []string{filepath.Join(project, "src")}, WorkDir: work, Probe: c.probe, Kieker: c.kieker, Build: build,
			})
			p, err := tool.Prepare(context.Background(), order(t, file))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if len(p.Notes()) != 3 { // widened demand, missing file, how it is delivered
				t.Errorf("notes: %v", p.Notes())
			}
			sink := &collected{}
			report, err := p.Launch(context.Background(), measure.Launch{
				Name: "main", Command: append([]string{"java", "-cp", "classes", "demo.Main"}, c.arguments...),
			}, 1, sink)
			if err != nil {
				t.Fatal(err)
			}
			if report.ExitCode != c.exit || report.Complete != c.complete || report.Lost != 0 {
				t.Errorf("report: %+v", report)
			}
			output, err := os.ReadFile(report.Output)
			if t.Failed() {
				t.Logf("%s", output)
			}
			if err != nil || len(output) > 0 {
				t.Errorf("the probes wrote to the program's output: %s %v", output, err)
			}
			check(t, sink.events)
		})
	}
}

// check compares with what the program does, by its text.
func check(t *testing.T, events []measure.Event) {
	t.Helper()
	var counts []int64
	taken, not, demands, entered, calls, wall := 0, 0, 0, 0, 0, int64(0)
	var first []measure.Event
	for _, e := range events {
		switch e.Kind {
		case measure.LoopCounted:
			counts = append(counts, e.Count)
		case measure.SectionEntered:
			switch e.Section {
			case 2:
				taken++
			case 3:
				not++
			}
		case measure.DemandCaptured:
			demands++
			if e.Wall < 0 { // 0: of an empty loop, the probes inside may have cost all that was measured
				t.Errorf("a demand of %d ns: %+v", e.Wall, e)
			}
			wall += e.Wall
		case measure.ServiceEntered:
			entered++
		case measure.CallEntered:
			calls++
		default:
		}
		if calls == 0 || calls == 1 && e.Kind != measure.CallLeft && len(first) < 30 {
			first = append(first, e)
		}
	}
	if len(counts) != 10 || counts[0] != 0 || counts[9] != 9 {
		t.Errorf("iterations: %v", counts)
	}
	if taken != 4 || not != 6 || demands != 10 || entered != 10 || calls != 9 {
		t.Errorf("taken %d, not taken %d, demands %d, entered %d, calls %d", taken, not, demands, entered, calls)
	}
	if wall == 0 {
		t.Error("all demands together took no time")
	}
	kinds := ""
	for _, e := range first {
		kinds += string("?ELPClDs.n"[e.Kind])
	}
	// Entry with n, names, mode (3 characterisations); loop; branch; demand; call.
	if !strings.HasPrefix(kinds, "EPPPPPnD") && !strings.HasPrefix(kinds, "EPPPPPn") {
		t.Errorf("events in order: %s", kinds)
	}
}
