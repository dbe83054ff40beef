package java

import (
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

// modular is a program of two modules, each with a section.
var modular = map[string]string{
	"lib/src/main/java/module-info.java": "module lib { exports lib; }\n",
	"lib/src/main/java/lib/Sum.java": `package lib;

public class Sum {
    public static int to(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }
}
`,
	"app/src/main/java/module-info.java": "module app { requires lib; }\n",
	"app/src/main/java/app/Main.java": `package app;

public class Main {
    public static void main(String[] args) {
        for (int k = 0; k < 5; k++) {
            System.out.println(lib.Sum.to(k));
        }
    }
}
`,
}

// Two modules cannot hold one package, so each has a runtime of its own, and
// each of those its own way to Kieker.
func TestEachModuleRecords(t *testing.T) {
	need.Maven(t)
	for _, probe := range []string{"builtin", "kieker"} {
		t.Run(probe, func(t *testing.T) {
			if !need.Long() {
				t.Skip("builds and runs modules with Kieker; BEAGLE_LONG=1 runs it")
			}
			project := t.TempDir()
			for name, text := range modular {
				if err := jdk.WriteFile(filepath.Join(project, filepath.FromSlash(name)), []byte(text)); err != nil {
					t.Fatal(err)
				}
			}
			loop := func(file, unit, body string) measure.Section {
				at := strings.Index(modular[file], body)
				return measure.Section{Kind: measure.LoopBody, PCMID: unit, Code: model.Section{Unit: unit, File: filepath.Join(project, filepath.FromSlash(file)), First: at, Last: at}}
			}
			p, err := NewTool(Options{
				Project: project, WorkDir: t.TempDir(), Probe: probe,
				Build: []string{"javac", "-d", "mods", "--module-source-path", "./*/src/main/java", "-m", "app"},
			}).Prepare(t.Context(), measure.Order{Sections: []measure.Section{
				loop("lib/src/main/java/lib/Sum.java", "lib.Sum", "sum += i;"), loop("app/src/main/java/app/Main.java", "app.Main", "System.out"),
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			sink := &collected{}
			report, err := p.Launch(t.Context(), command("java", "-p", "mods", "-m", "app/app.Main"), 1, sink)
			if err != nil || report.ExitCode != 0 || !report.Complete {
				t.Errorf("%+v %v", report, err)
			}
			if said, err := os.ReadFile(report.Output); err != nil || string(said) != "0\n0\n1\n3\n6\n" {
				t.Errorf("the program says %q %v", said, err)
			}
			counts := map[int32][]int64{}
			for _, e := range sink.events {
				counts[e.Section] = append(counts[e.Section], e.Count)
			}
			if len(counts[0]) != 5 || counts[0][4] != 4 || len(counts[1]) != 1 || counts[1][0] != 5 {
				t.Errorf("iterations: %v", counts)
			}
		})
	}
}

// Tests of several modules run on a class path, with probes from an agent, whose runtime lies outside of all
// modules: of all but the first nothing was measured.
func TestModulesThatAnAgentGivesProbesShareOneRuntime(t *testing.T) {
	need.Java(t)
	project := t.TempDir()
	for name, text := range modular {
		if err := jdk.WriteFile(filepath.Join(project, filepath.FromSlash(name)), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("javac", "-d", "mods", "--module-source-path", "./*/src/main/java", "-m", "app")
	build.Dir = project
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	loop := func(file, unit, body string) measure.Section {
		at := strings.Index(modular[file], body)
		return measure.Section{Kind: measure.LoopBody, PCMID: unit, Code: model.Section{Unit: unit, File: filepath.Join(project, filepath.FromSlash(file)), First: at, Last: at}}
	}
	launch := command("java", "-cp", "mods/lib:mods/app", "app.Main")
	p, err := NewTool(Options{Project: project, WorkDir: t.TempDir(), Delivery: Overlay, Launches: []measure.Launch{launch}}).Prepare(t.Context(), measure.Order{Sections: []measure.Section{
		loop("lib/src/main/java/lib/Sum.java", "lib.Sum", "sum += i;"), loop("app/src/main/java/app/Main.java", "app.Main", "System.out"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	sink := &collected{}
	if report, err := p.Launch(t.Context(), launch, 1, sink); err != nil || report.ExitCode != 0 || !report.Complete {
		t.Errorf("%+v %v", report, err)
	}
	counts := map[int32][]int64{}
	for _, e := range sink.events {
		counts[e.Section] = append(counts[e.Section], e.Count)
	}
	if len(counts[0]) != 5 || counts[0][4] != 4 || len(counts[1]) != 1 || counts[1][0] != 5 {
		t.Errorf("iterations: %v", counts)
	}
}

// An image of jlink has the program's modules and few of the JDK's: no agent can
// be loaded there, and what a copy records needs nothing but java.base.
func TestAnImageOfModules(t *testing.T) {
	need.Java(t)
	if !need.Long() {
		t.Skip("makes images of Java; BEAGLE_LONG=1 runs it")
	}
	build := []string{"sh", "-c", "rm -rf mods image && javac -d mods/demo src/main/java/module-info.java $(find src -name '*.java' ! -name module-info.java) && jlink --module-path mods --add-modules demo --output image --launcher run=demo/demo.Main"}
	s := subject{
		files: map[string]string{"src/main/java/module-info.java": "module demo { }\n"},
		build: [][]string{build}, options: Options{Build: build}, launch: command("image/bin/run"),
	}
	s.deliver(t)
	project := s.make(t)
	p, err := NewTool(Options{Project: project, WorkDir: t.TempDir()}).Prepare(t.Context(), order(t, project+"/src/main/java/demo/Main.java"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err = p.Launch(t.Context(), s.launch, 1, &collected{}); err == nil || !strings.Contains(model.AsProblem(err, "").Hint, "an image without java.instrument") {
		t.Errorf("said: %v", err)
	}
}
