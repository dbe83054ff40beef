package java

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/model"
)

// talking is the program, which also says something; what stands before main is
// where it was.
var talking = strings.Replace(program, `args) throws Exception {
`, `args) throws Exception {
        System.out.println("arguments: " + args.length);
        System.err.println("on Java " + System.getProperty("java.specification.version"));
`, 1)

// subject is a project whose program is built already, and its launch.
type subject struct {
	files   map[string]string
	build   [][]string     // run in the project before it is measured
	launch  measure.Launch // its command starts in the project
	options Options        // Build, Delivery, Probe
	exit    int
	writes  []string // folders that the launch itself writes to
	pumped  bool     // what starts the program hands on its two outputs by a thread each: their order is chance
}

// deliver builds the project, runs the launch as it is, measures it, and checks
// what holds for every delivery: the events are right, the program says what it
// said and ends as it did, and the project's folder has not changed.
func (s *subject) deliver(t *testing.T) (notes []model.Problem, report measure.LaunchReport) {
	t.Helper()
	project := s.make(t)
	want, code := s.run(t, project)
	if code != s.exit {
		t.Fatalf("without probes it ends with exit code %d:\n%s", code, want)
	}
	before := hashes(t, project, s.writes)
	options := s.options
	options.Project, options.WorkDir, options.Launches = project, t.TempDir(), []measure.Launch{s.launch}
	p, err := NewTool(options).Prepare(context.Background(), order(t, filepath.Join(project, "src/main/java/demo/Main.java")))
	if err != nil {
		t.Fatalf("%+v", err)
	}
	defer p.Close()
	sink := &collected{}
	report, err = p.Launch(context.Background(), s.launch, 1, sink)
	if err != nil {
		t.Fatalf("%+v", err)
	}
	output, err := os.ReadFile(report.Output)
	if err != nil {
		t.Fatal(err)
	}
	if report.ExitCode != s.exit || !report.Complete {
		t.Errorf("report: %+v", report)
	}
	if got, want := s.said(string(output)), s.said(want); got != want {
		t.Errorf("with probes the program says\n%s\nwithout\n%s", got, want)
	}
	check(t, sink.events)
	after := hashes(t, project, s.writes)
	for path, hash := range before {
		if after[path] != hash {
			t.Errorf("%s changed in the project", path)
		}
	}
	for path := range after {
		if before[path] == "" {
			t.Errorf("%s is new in the project", path)
		}
	}
	if t.Failed() {
		t.Logf("%+v\n%s", report, output)
	}
	return append(p.Notes(), report.Problems...), report
}

// make writes and builds the project.
func (s *subject) make(t *testing.T) string {
	t.Helper()
	project := filepath.Join(t.TempDir(), "a project")
	all := map[string]string{"src/main/java/demo/Main.java": talking}
	maps.Copy(all, s.files)
	for name, text := range all {
		file := filepath.Join(project, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "PROJECT", project)), mode); err != nil {
			t.Fatal(err)
		}
	}
	for i, argument := range s.launch.Command {
		s.launch.Command[i] = strings.ReplaceAll(argument, "PROJECT", project)
	}
	for name, value := range s.launch.Env {
		s.launch.Env[name] = strings.ReplaceAll(value, "PROJECT", project)
	}
	for _, command := range s.build {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = project
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	return project
}

// run runs the launch without Beagle.
func (s *subject) run(t *testing.T, project string) (output string, code int) {
	t.Helper()
	program := s.launch.Command[0]
	if strings.HasPrefix(program, "./") {
		program = filepath.Join(project, program)
	}
	cmd := exec.Command(program, s.launch.Command[1:]...)
	cmd.Dir = filepath.Join(project, s.launch.Dir)
	cmd.Env = os.Environ()
	for name, value := range s.launch.Env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

var pickedUp = regexp.MustCompile(`(NOTE: )?Picked up (JAVA_TOOL|JDK_JAVA)_OPTIONS: .*\n`)

// said is output without what the JVM says of the variables that it reads, and
// without what a build tool says of time and threads.
func (s *subject) said(output string) string {
	output = pickedUp.ReplaceAllString(output, "") // also behind what a build tool began a line with
	var kept []string
	output = strings.ReplaceAll(colour.ReplaceAllString(output, ""), "\x1b", "␛") // Beagle keeps it safe to print
	for line := range strings.SplitSeq(output, "\n") {
		if line = strings.TrimRight(line, " "); line != "" {
			kept = append(kept, line)
		}
	}
	if s.pumped {
		slices.Sort(kept)
	}
	return strings.Join(kept, "\n")
}

// hashes are the files of a folder, by name, but for some folders.
func hashes(t *testing.T, folder string, without []string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		for _, name := range without {
			if path == name && entry.IsDir() {
				return fs.SkipDir
			}
		}
		if entry.IsDir() {
			found[path] = "folder"
			return nil
		}
		data, err := os.ReadFile(filepath.Join(folder, path))
		info, statErr := entry.Info()
		if err != nil || statErr != nil {
			return fmt.Errorf("%w %w", err, statErr)
		}
		found[path] = fmt.Sprintf("%x %v %v", sha256.Sum256(data), info.Mode(), info.ModTime())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// says reports whether a problem of a rule has a text in it.
func says(problems []model.Problem, rule, text string) bool {
	for _, p := range problems {
		if p.Rule == rule && strings.Contains(p.Message, text) {
			return true
		}
	}
	return false
}
