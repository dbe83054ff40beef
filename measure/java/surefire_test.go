package java

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
)

const serveTest = `package demo;

import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void serves() throws Exception {
        Main.main(new String[0]);
    }
}
`

// A launch may be the project's tests: surefire runs them in a JVM of its own,
// two below the command.
func TestMavenTestsAsALaunch(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("Maven twice; BEAGLE_LONG=1 runs it")
	}
	for _, overlay := range []bool{false, true} {
		t.Run(fmt.Sprintf("overlay %v", overlay), func(t *testing.T) {
			project := t.TempDir()
			file := filepath.Join(project, "src", "main", "java", "demo", "Main.java")
			for path, text := range map[string]string{
				file: program,
				filepath.Join(project, "src", "test", "java", "demo", "MainTest.java"): serveTest,
				filepath.Join(project, "pom.xml"):                                      codecPOM,
			} {
				need.File(t, path, text)
			}
			build := []string{"mvn", "-q", "-B", "test-compile"}
			if overlay {
				cmd := exec.Command(build[0], build[1:]...)
				cmd.Dir = project
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				build = nil
			}
			p, err := NewTool(Options{Project: project, WorkDir: t.TempDir(), Build: build}).Prepare(context.Background(), order(t, file))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			sink := &collected{}
			report, err := p.Launch(context.Background(), measure.Launch{Name: "tests", Command: []string{"mvn", "-q", "-B", "test"}}, 1, sink)
			if err != nil || report.ExitCode != 0 || !report.Complete {
				output, _ := os.ReadFile(report.Output)
				t.Fatalf("%+v %v\n%s", report, err, strings.TrimSpace(string(output)))
			}
			check(t, sink.events)
		})
	}
}
