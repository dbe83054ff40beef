package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// Two components inherit one method with a loop, which turns otherwise for the
// objects of each.
func TestWhatComponentsInheritIsLearntForEach(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	need.Java(t)
	long(t)
	dir := filepath.Join(t.TempDir(), "inherited")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(need.Root(t), "e2e", "testdata", "inherited"))); err != nil {
		t.Fatal(err)
	}
	// What takes next to nothing on the machine of the test is left to its callers unless somebody names it.
	if err := os.WriteFile(filepath.Join(dir, "beagle.yaml"), []byte("extract: {services: [Store.put, Brief.write, Full.write]}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := call(t, dir, "model", "--yes", "--set", "drive.mode=off", "--set", "measure.launches=1", "--set", "measure.budget=1s", "--set", "judge.write=all")
	if out.code != 0 {
		t.Fatalf("exit code %d\n%s\n%s", out.code, out.stdout, out.stderr)
	}
	learnt := map[string]string{}
	for _, e := range elements(t, filepath.Join(dir, "model", "inherited.repository")) {
		if e.Kind == model.Loop {
			learnt[e.Component] = e.Old
		}
	}
	if want := map[string]string{"Brief": "1 + n.VALUE", "Full": "3 * n.VALUE"}; !maps.Equal(learnt, want) {
		t.Errorf("learnt %v, not %v", learnt, want)
	}
}
