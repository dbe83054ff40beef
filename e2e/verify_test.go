package e2e

import (
	"encoding/json"
	"path/filepath"
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
	out := call(t, dir, "verify", "--trust", "--for", "3s", "--format", "json")
	var all struct {
		Contracts []struct{ Method, Outcome, Why string }
	}
	if err := json.Unmarshal([]byte(out.stdout), &all); err != nil || out.code != 7 || len(all.Contracts) != 3 {
		t.Fatalf("exit code %d, %v\n%s%s", out.code, err, out.stdout, out.stderr)
	}
	for i, want := range []string{"held", "broken", "undecided"} {
		if got := all.Contracts[i]; got.Outcome != want {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}
