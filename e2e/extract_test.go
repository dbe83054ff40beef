package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// The example without its model, in one command: what is exact must be learnt as
// the program has it, although nobody has written a model or links.
func TestAPlainProjectBecomesACalibratedModel(t *testing.T) {
	need.Java(t)
	long(t)
	dir := fileshare(t)
	for _, name := range []string{"model", "beagle.yaml", "pom.xml"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	out := call(t, dir, "model", "--set", "measure.launches=1", "--set", "judge.write=all")
	if out.code != 0 {
		t.Fatalf("exit code %d\n%s\n%s", out.code, out.stdout, out.stderr)
	}
	learnt := map[string]string{}
	conditions := map[string]bool{}
	for _, e := range elements(t, filepath.Join(dir, "model", "fileshare.repository")) {
		if e.Kind == model.CallParameter {
			learnt[e.Callee+" "+e.Argument.String()] = e.Old
		}
		for _, o := range e.Branches {
			conditions[o.Condition] = true
		}
	}
	for call, want := range map[string]string{
		"contains digest.BYTESIZE":  "128",
		"storeChunked chunks.VALUE": "Ceil(content.BYTESIZE / 4096.0)",
		"store content.BYTESIZE":    "content.BYTESIZE",
	} {
		if learnt[call] != want {
			t.Errorf("%s is %q, not %q", call, learnt[call], want)
		}
	}
	for _, want := range []string{"content.BYTESIZE > 65536", "keep.VALUE"} {
		if !conditions[want] {
			t.Errorf("no transition is taken if %s: %v", want, conditions)
		}
	}
	if predicted := call(t, dir, "predict", "model", "--output", "json"); predicted.code != 0 {
		t.Errorf("the calibrated model cannot be predicted:\n%s", predicted.stderr)
	}
}
