package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"beagle/internal/need"
	"beagle/model"
	"beagle/pcm"
)

// The example without its model, in one command: what is exact must be learnt as
// the program has it, although nobody has written a model or links, and demands must
// have the forms that the program's costs have.
func TestAPlainProjectBecomesACalibratedModel(t *testing.T) {
	need.Java(t)
	long(t)
	undisturbed(t, func(times testing.TB) { becomesCalibrated(t, times) })
}

// becomesCalibrated extracts and calibrates the example; times is for its demands.
func becomesCalibrated(t *testing.T, times testing.TB) {
	t.Helper()
	dir := fileshare(t)
	for _, name := range []string{"model", "beagle.yaml", "pom.xml"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	// Services that take little of the time are left to their callers unless somebody names them.
	named := "extract: {services: [HashCatalogue.contains, HashCatalogue.index, ChunkStorage.reserve, ChunkStorage.store, ChunkStorage.storeChunked]}\n"
	if err := os.WriteFile(filepath.Join(dir, "beagle.yaml"), []byte(named), 0o600); err != nil {
		t.Fatal(err)
	}
	out := call(t, dir, "model", "--yes", "--set", "drive.mode=off", "--set", "measure.launches=1", "--set", "judge.write=all")
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
	costs(t, times, filepath.Join(dir, "model", "fileshare.repository"))
	if predicted := call(t, dir, "predict", "model", "--output", "json"); predicted.code != 0 {
		t.Errorf("the calibrated model cannot be predicted:\n%s", predicted.stderr)
	}
}

// costs asserts that the demands of the extracted example have the forms of its true costs. Its
// actions are larger than those of the model that was written by hand: storeChunked's loop is part
// of one, and so is the decision whether words are counted, which text decides.
func costs(t, times testing.TB, path string) {
	t.Helper()
	repository, err := pcm.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	truth := map[string][][]string{
		"upload":       {{"content.BYTESIZE"}, {"content.BYTESIZE"}},
		"contains":     {nil},
		"index":        {forms["a + b * names.NUMBER_OF_ELEMENTS * Log(2, names.NUMBER_OF_ELEMENTS)"]},
		"store":        {{"content.BYTESIZE"}},
		"storeChunked": {{"chunks.VALUE"}},
		"reserve":      {nil},
	}
	all, seen := fileshareInputs(), map[string]int{}
	all["upload"] = slices.DeleteFunc(all["upload"], func(in inputs) bool { return in["type.VALUE"] != "TEXT" })
	for _, e := range repository.Elements() {
		terms := truth[e.Service]
		if e.Kind != model.InternalAction || terms == nil {
			continue
		}
		if seen[e.Service] < len(terms) {
			hasForm(times, e, all[e.Service], formTolerance, terms[seen[e.Service]]...)
		}
		seen[e.Service]++
	}
	for service, terms := range truth {
		if seen[service] != len(terms) {
			t.Errorf("%s has %d actions, not %d", service, seen[service], len(terms))
		}
	}
}
