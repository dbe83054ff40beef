// Package extensions tests the extensions that Beagle brings, which are no part of
// the program.
package extensions

import (
	"os/exec"
	"testing"

	"beagle/extension"
	"beagle/extension/check"
	"beagle/internal/need"
)

func TestPythonsOwnTestsPass(t *testing.T) {
	need.Python(t)
	test := exec.CommandContext(t.Context(), "python3", "-m", "unittest", "-q")
	test.Dir = "python"
	if output, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

func TestPythonPassesEveryCase(t *testing.T) {
	need.Python(t)
	found, err := extension.Named("./python", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range check.Run(t.Context(), found, t.TempDir()) {
		if !o.OK {
			t.Errorf("%s: %s", o.Case, o.Detail)
		}
	}
}
