package java

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/model"
)

func TestALaunchGetsMoreStack(t *testing.T) {
	for _, c := range []struct {
		name, command, env  string
		wantCommand, wantIn string
	}{
		{"java", "java -cp classes demo.Main -x", "", "java -Xss4m -cp classes demo.Main -x", ""},
		{"with a size of its own", "/usr/bin/java -Xss512k -jar a.jar", "", "/usr/bin/java -Xss1024k -jar a.jar", ""},
		{"with a size that is none", "java -Xssmuch A", "", "java -Xss4m -Xssmuch A", ""},
		{"a script", "mvn test", "-ea", "mvn test", "-Xss4m -ea"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := map[string]string{"JDK_JAVA_OPTIONS": c.env}
			command := strings.Join(moreStack(strings.Fields(c.command), env), " ")
			if command != c.wantCommand || env["JDK_JAVA_OPTIONS"] != c.wantIn {
				t.Errorf("got %s with %q, want %s with %q", command, env["JDK_JAVA_OPTIONS"], c.wantCommand, c.wantIn)
			}
		})
	}
}

// A program that uses nearly all of its stack without probes recurses as deep with
// them.
func TestDeepRecursionKeepsItsDepth(t *testing.T) {
	j := jdks(t)[0]
	for _, c := range []struct {
		name, delivery string
		options        []string
	}{
		{"the JVM's stack", Overlay, nil},
		{"a stack of its own", Copy, []string{"-Xss1m"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			project := t.TempDir()
			if err := os.CopyFS(project, os.DirFS(filepath.Join("testdata", "deep"))); err != nil {
				t.Fatal(err)
			}
			command := slices.Concat([]string{j.tool("java"), "-Xint"}, c.options, []string{"-cp", "classes", "Deep"})
			run := func(command ...string) string {
				cmd := exec.Command(command[0], command[1:]...)
				cmd.Dir = project
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				return strings.TrimSpace(string(out))
			}
			run(j.tool("javac"), "-d", "classes", "Deep.java")
			deepest, err := strconv.Atoi(run(append(command, "1000000")...))
			if err != nil {
				t.Fatal(err)
			}
			launch := measure.Launch{Name: "deep", Command: append(command, strconv.Itoa(deepest*9/10))}
			p, err := NewTool(Options{Project: project, WorkDir: t.TempDir(), Build: []string{j.tool("javac"), "-d", "classes", "Deep.java"}, Delivery: c.delivery, Launches: []measure.Launch{launch}}).Prepare(t.Context(), deepOrder(t, project))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			sink := &collected{}
			report, err := p.Launch(t.Context(), launch, 0, sink)
			ends := 0
			for _, e := range sink.events {
				if e.Kind == measure.ServiceLeft {
					ends++
				}
			}
			if err != nil || report.ExitCode != 0 || ends != 1 { // the executions inside it are part of the outermost one
				t.Errorf("%d events, %+v %v", len(sink.events), report, err)
			}
		})
	}
}

// deepOrder asks for the service, the loop and a demand of the recursive method of
// testdata/deep.
func deepOrder(t *testing.T, project string) measure.Order {
	t.Helper()
	file := filepath.Join(project, "Deep.java")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) model.Section {
		i := strings.Index(string(data), text)
		return model.Section{Unit: "Deep", File: file, First: i, Last: i}
	}
	return measure.Order{
		Sections: []measure.Section{
			{Kind: measure.LoopBody, PCMID: "loop", Element: "loop", Code: at("if (a[i]")},
			{Kind: measure.Demand, PCMID: "swap", Element: "swap", Code: at("int t =")},
		},
		Services: []measure.Service{{SEFF: "sort", Name: "sort", Inputs: []model.Input{{Name: "a"}, {Name: "from", Index: 1}}, Code: at("int t =")}},
	}
}
