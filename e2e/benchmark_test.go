package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

// A machine is measured, compared with one that ssh reaches, and a model is rated for that one.
func TestAModelIsRatedForAnotherMachine(t *testing.T) {
	need.Java(t)
	settings, _ := elsewhere(t)
	if settings[0] != "--machine" {
		t.Skip("no sshd")
	}
	dir := t.TempDir()
	here := call(t, dir, "benchmark", "--for", "400ms", "--name", "here")
	if here.code != 0 || !strings.Contains(here.stdout, "floating point") || !strings.Contains(here.stdout, "java") {
		t.Fatalf("%d\n%s\n%s", here.code, here.stdout, here.stderr)
	}
	there := call(t, dir, append([]string{"benchmark"}, append(settings, "--for", "400ms", "--against", "here", "--output", "json")...)...)
	var r struct {
		Machine, File string
		Rates         []struct{ Low, Value, High float64 }
		Comparison    struct {
			Java struct{ Low, Value, High float64 }
		}
	}
	if err := json.Unmarshal([]byte(there.stdout), &r); err != nil || r.Machine != "there" || len(r.Rates) != 4 {
		t.Fatalf("%v\n%s\n%s", err, there.stdout, there.stderr)
	}
	for _, x := range append(r.Rates, r.Comparison.Java) {
		if !(0 < x.Low && x.Low <= x.Value && x.Value <= x.High) {
			t.Errorf("%+v", x)
		}
	}
	if info, err := os.Stat(r.File); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	shop, err := filepath.Abs("../pcm/instance/testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	means := map[string]float64{}
	for _, name := range []string{"here", "there"} {
		out := call(t, dir, "predict", shop, "--service", "Front.order", "--input", "items.NUMBER_OF_ELEMENTS=2", "--input", "items.INNER.BYTESIZE=100",
			"--level", "exact", "--from", "here", "--on", name, "--output", "json")
		var answer struct {
			Scenarios []struct{ Mean float64 }
			Rated     struct {
				Machine, From     string
				Factor, Low, High float64
			}
		}
		if err := json.Unmarshal([]byte(out.stdout), &answer); err != nil || answer.Rated.Machine != name || answer.Rated.From != "here" {
			t.Fatalf("%v\n%s\n%s", err, out.stdout, out.stderr)
		}
		if name == "there" && answer.Rated.Factor != r.Comparison.Java.Value {
			t.Errorf("rated by %g, and the comparison says %g", answer.Rated.Factor, r.Comparison.Java.Value)
		}
		means[name] = answer.Scenarios[0].Mean
	}
	if means["here"] == means["there"] || !(means["there"] > 0) {
		t.Errorf("%v", means)
	}
	for _, wrong := range []struct{ words, says string }{
		{"predict " + shop + " --on nowhere", "there is no benchmark of the machine nowhere"},
		{"predict " + shop + " --from here", "--from goes with --on"},
		{"benchmark --against nowhere", "there is no benchmark of the machine nowhere"},
		{"benchmark --name a/b", "cannot name a folder"},
		{"benchmark --for 0s", "--for must be above 0"},
		{"benchmark --clock sun", "write cpu or wall"},
	} {
		if out := call(t, dir, strings.Fields(wrong.words)...); out.code == 0 || !strings.Contains(out.stderr, wrong.says) {
			t.Errorf("%s: %d\n%s", wrong.words, out.code, out.stderr)
		}
	}
}
