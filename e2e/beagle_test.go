package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "beagle/builtin" // these tests also use rooms of the program directly
	"beagle/internal/need"
	"beagle/model"
	"beagle/pcm"
)

// beagle is the program under test, built once; BEAGLE_BINARY names another
// one, e.g. of a release.
var beagle = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("BEAGLE_BINARY"); path != "" {
		return path, nil
	}
	path := filepath.Join(buildDir, "beagle")
	out, err := exec.Command("go", "build", "-o", path, "beagle").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

var buildDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "beagle-e2e-")
	if err != nil {
		panic(err)
	}
	buildDir = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// long skips a test that takes a minute, unless in CI or where BEAGLE_LONG is
// set.
func long(t testing.TB) {
	t.Helper()
	if !need.Long() && os.Getenv("CI") != "true" {
		t.Skip("takes a minute; set BEAGLE_LONG=1")
	}
}

// outcome is how a call of the program went.
type outcome struct {
	stdout, stderr string
	code           int
}

// call calls the program in a folder, with folders of its own for everything
// that it keeps.
func call(t testing.TB, dir string, arguments ...string) outcome {
	t.Helper()
	path, err := beagle()
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(dir, ".home")
	cmd := exec.CommandContext(t.Context(), path, arguments...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(),
		"XDG_CONFIG_HOME="+home+"/config", "XDG_STATE_HOME="+home+"/state", "XDG_DATA_HOME="+home+"/data",
		"XDG_CACHE_HOME="+filepath.Join(buildDir, "cache"), "XDG_RUNTIME_DIR="+home+"/run")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// analysis is the part of the result of "beagle run --output json" that the
// tests look at.
type analysis struct {
	State    string
	Reason   string
	Written  string
	Problems []model.Problem
	Elements []struct {
		Key     model.ElementID
		Samples int64
		Final   *struct {
			StoEx    string
			Analyser string
			Error    *float64 `json:"relative_error"`
		}
	}
}

// analyse runs the analysis of a project and fails the test unless it ends
// well and writes the model. Everything is written: what is learnt is compared
// with what is known, and what launches that were left out say of it on a busy
// machine is not this test's question.
func analyse(t testing.TB, dir string, arguments ...string) analysis {
	t.Helper()
	out := call(t, dir, append([]string{"run", "--output", "json", "--set", "judge.write=all"}, arguments...)...)
	var result analysis
	if err := json.Unmarshal([]byte(out.stdout), &result); err != nil {
		t.Fatalf("exit code %d, result %v\n%s\n%s", out.code, err, out.stdout, out.stderr)
	}
	if out.code != 0 || result.State != "finished" || result.Written == "" {
		t.Fatalf("exit code %d, state %s (%s), problems:\n%s", out.code, result.State, result.Reason, problems(result.Problems))
	}
	if !filepath.IsAbs(result.Written) {
		result.Written = filepath.Join(dir, result.Written)
	}
	return result
}

func problems(list []model.Problem) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "  %s: %s\n", p.Severity, p.Error())
	}
	return b.String()
}

// elements are those of a model file, by key.
func elements(t testing.TB, path string) map[model.ElementID]model.Element {
	t.Helper()
	repository, err := pcm.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	byID := map[model.ElementID]model.Element{}
	for _, e := range repository.Elements() {
		byID[e.ID] = e
	}
	return byID
}

// replace changes one text in a file.
func replace(t testing.TB, path, old, with string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s does not contain %q", path, old)
	}
	need.File(t, path, strings.Replace(string(data), old, with, 1))
}
