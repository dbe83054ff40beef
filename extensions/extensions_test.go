// Package extensions tests the extensions that Beagle brings, which are no part of
// the program.
package extensions

import (
	"math"
	"os/exec"
	"strings"
	"testing"

	kit "beagle/cli/extension"
	"beagle/extension"
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

func TestServicesOfALayeredQueueingNetworkArePredicted(t *testing.T) {
	need.Python(t)
	found, err := extension.Named("./lqn", nil)
	if err != nil {
		t.Fatal(err)
	}
	x := &extension.Extension{Found: found}
	defer x.Close()
	said, err := x.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	models, err := x.Adapter(said)
	if err != nil {
		t.Fatal(err)
	}
	opened, problems, err := models.Open("example.lqnx", []byte(said.Adapter.Example), 1)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	for seff, want := range map[string]float64{
		"Store.write": 0.005,
		// Two in a row, one way of two, 2.5 calls in the rarer one, a loop of three, and the last.
		"Shop.order": 0.01 + 0.75*0.002 + 0.25*(0.03+2.5*0.005) + 3*0.001 + 0.004,
	} {
		s, err := opened.Service(seff)
		if err != nil {
			t.Fatal(err)
		}
		forecast, err := s.Call(nil)
		total := 0.0
		for _, part := range forecast.Parts {
			total += part.Seconds
		}
		if err != nil || math.Abs(forecast.Mean-want) > 1e-12 || math.Abs(total-want) > 1e-12 {
			t.Errorf("%s is predicted to take %g in parts of %g, %v; want %g", seff, forecast.Mean, total, err, want)
		}
	}
	if _, err := opened.Service("nobody"); err == nil {
		t.Error("a service that is not there is predicted")
	}
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
	for _, o := range kit.Run(t.Context(), found, t.TempDir()) {
		if !o.OK {
			t.Errorf("%s: %s", o.Case, o.Detail)
		}
	}
}
