// Package extensions tests the extensions that Beagle brings, which are no part of
// the program.
package extensions

import (
	"os/exec"
	"strings"
	"testing"

	"beagle/extension"
	"beagle/extension/check"
	"beagle/internal/need"
)

func TestPythonsOwnTestsPass(t *testing.T) {
	need.Python(t)
	unittest(t, "python")
}

func TestPythonPassesEveryCase(t *testing.T) {
	need.Python(t)
	passes(t, "./python")
}

func TestLQNPassesEveryCase(t *testing.T) {
	need.Python(t)
	passes(t, "./lqn")
}

func TestLQNsOwnTestsPass(t *testing.T) {
	need.Python(t)
	unittest(t, "lqn")
}

func TestOperonPassesEveryCase(t *testing.T) {
	need.PythonPackages(t, "python3 -m pip install --requirement extensions/operon/requirements.txt", "pyoperon", "sklearn")
	passes(t, "./operon")
}

func TestWithoutItsPackageOperonSaysHowToGetIt(t *testing.T) {
	need.Python(t)
	if exec.CommandContext(t.Context(), "python3", "-c", "import pyoperon").Run() == nil {
		t.Skip("pyoperon is installed; this is for where it is not")
	}
	found, err := extension.Named("./operon", nil)
	if err != nil {
		t.Fatal(err)
	}
	x := &extension.Extension{Found: found}
	defer x.Close()
	if _, err := x.Hello(t.Context()); err == nil || !strings.Contains(err.Error(), "pyoperon, ") || !strings.Contains(err.Error(), "pip install") {
		t.Errorf("it says %v", err)
	}
}

// unittest runs the tests in Python of a folder.
func unittest(t *testing.T, folder string) {
	t.Helper()
	test := exec.CommandContext(t.Context(), "python3", "-m", "unittest", "-q")
	test.Dir = folder
	if output, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

func passes(t *testing.T, path string) {
	t.Helper()
	found, err := extension.Named(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range check.Run(t.Context(), found, t.TempDir()) {
		if !o.OK {
			t.Errorf("%s: %s", o.Case, o.Detail)
		}
	}
}
