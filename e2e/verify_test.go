package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

// Promises of costs that are kept, broken, and of a method that is gone: each is told, and the exit code is
// that of the worst. Nothing runs before somebody agreed, since the project says which methods.
func TestPromisesOfCostsAreChecked(t *testing.T) {
	t.Parallel() // a second and a nanosecond are far from what it takes
	need.Java(t)
	dir := t.TempDir()
	need.File(t, filepath.Join(dir, "demo", "Work.java"), `package demo;
public class Work {
    // beagle: {share: 100%, of: demo.Work.sum, at: {values.NUMBER_OF_ELEMENTS: 1000}, below: 2s}
    public static long sum(int[] values) { long s = 0; for (int v : values) s += v; return s; }
}
`)
	need.File(t, filepath.Join(dir, "beagle.yaml"), `expect:
  - {cost: Work.sum, at: {values.NUMBER_OF_ELEMENTS: 1000}, below: 1s}
  - {cost: Work.sum, at: {values.NUMBER_OF_ELEMENTS: 1000}, below: 1ns}
  - {cost: Work.gone, grows: n}
`)
	if out := call(t, dir, "verify", "--for", "3s"); out.code != 1 || out.stdout != "" {
		t.Fatalf("exit code %d without anybody's word\n%s%s", out.code, out.stdout, out.stderr)
	}
	sarif := filepath.Join(dir, "costs.sarif")
	out := call(t, dir, "verify", "--trust", "--for", "3s", "--format", "json", "--report", sarif)
	var all struct {
		Methods   []any
		Contracts []struct {
			Method, Outcome, Why, File string
			Line                       int
		}
	}
	if err := json.Unmarshal([]byte(out.stdout), &all); err != nil || out.code != 7 || len(all.Contracts) != 5 {
		t.Fatalf("exit code %d, %v\n%s%s", out.code, err, out.stdout, out.stderr)
	}
	for i, want := range []string{"held", "broken", "undecided", "held", "undecided"} { // a cost is a share of itself of about 100 %
		if got := all.Contracts[i]; got.Outcome != want {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	if last := all.Contracts[4]; last.File != "demo/Work.java" || last.Line != 3 || len(all.Methods) != 1 {
		t.Errorf("%d methods were measured, and the last promise is %+v", len(all.Methods), last)
	}
	if text, err := os.ReadFile(sarif); err != nil || !strings.Contains(string(text), "demo/Work.java") {
		t.Errorf("%v %s", err, text)
	}
}
