package cost

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure/java/driver"
)

// turning costs twenty times as much per element above two million, which is beyond what a driver varies an array over (128 MB of
// inputs) and within four times of that.
const turning = `public class Turning {
    public static long sum(int[] values) {
        long s = 0;
        for (int v : values) s += v * 31 % 7;
        if (values.length > 2000000) for (int i = 0; i < 20; i++) for (int v : values) s += v * i % 11;
        return s;
    }
    public static long plain(int[] values) {
        long s = 0;
        for (int v : values) s += v * 31 % 7;
        return s;
    }
}
`

func TestTheCostliestInputsRefuteAFormulaThatEndsTooEarlyAndAreKept(t *testing.T) {
	need.Java(t)
	dir := t.TempDir()
	need.File(t, filepath.Join(dir, "Turning.java"), turning)
	if said, err := exec.CommandContext(t.Context(), "javac", "-g", "-d", dir, filepath.Join(dir, "Turning.java")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	x, err := driver.Read(t.Context(), driver.Program{Own: []string{dir}, Folder: filepath.Join(dir, "drivers")})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	learnt := func(name string, worst bool) Result {
		m, err := x.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Learn(t.Context(), x, Request{Method: m, For: 6 * time.Second, Seed: 1, Worst: worst})
		if err != nil || got.Learnt == nil {
			t.Fatalf("%v, %v", err, got.Problems)
		}
		return got
	}
	if got := learnt("Turning.plain", true); got.Worst == nil || len(got.Worst.Runs) == 0 || got.Worst.Kept != "" && !got.Worst.Refuted() {
		t.Errorf("%+v", got.Worst)
	}
	got := learnt("Turning.sum", true)
	if got.Worst == nil || !got.Worst.Refuted() {
		t.Fatalf("%+v, %v", got.Worst, got.Problems)
	}
	for _, c := range got.Worst.Runs {
		if c.Refuted && c.Measured < 2*c.Predicted.High {
			t.Errorf("refuted by %v where %+v was predicted", c.Measured, c.Predicted)
		}
	}
	if info, err := os.Stat(got.Worst.Kept); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	largest := func(r Result) (most float64) {
		for _, n := range r.Table.Columns[0].Num {
			most = max(most, n)
		}
		return most
	}
	if again := learnt("Turning.sum", false); largest(again) < 2_000_000 {
		t.Errorf("a later measurement went up to %v only", largest(again))
	}
	need.File(t, got.Worst.Kept, "no JSON")
	if damaged := learnt("Turning.sum", false); len(damaged.Problems) == 0 || damaged.Problems[0].Rule != "worst" || damaged.Problems[0].Hint == "" {
		t.Errorf("%v", damaged.Problems)
	}
}
