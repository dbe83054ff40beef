package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// What is launched enters a class inside a component, past its services, so that
// components by annotations show nothing of it.
func TestComponentsBecomeSmallerUntilALaunchEntersThem(t *testing.T) {
	need.Java(t)
	long(t)
	dir := filepath.Join(t.TempDir(), "inner")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(need.Root(t), "e2e", "testdata", "inner"))); err != nil {
		t.Fatal(err)
	}
	out := call(t, dir, "model", "--yes", "--set", "measure.launches=1", "--set", "judge.write=all")
	if out.code != 4 { // what no launch enters has no expression
		t.Fatalf("exit code %d\n%s\n%s", out.code, out.stdout, out.stderr)
	}
	settings, err := os.ReadFile(filepath.Join(dir, "beagle.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(settings), "by: packages") || strings.Contains(string(settings), dir) {
		t.Errorf("saved as\n%s", settings)
	}
	turns := ""
	for _, e := range elements(t, filepath.Join(dir, "model", "inner.repository")) {
		if e.Kind == model.Loop {
			turns = e.Old
		}
	}
	if turns != "2 * n.VALUE" {
		t.Errorf("the loop turns %q times", turns)
	}
}
