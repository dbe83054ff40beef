package e2e

import (
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"beagle/examples"
	"beagle/internal/need"
	"beagle/measure/parser"
	"beagle/model"
)

// fileshare puts the example project into a new folder.
func fileshare(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.FS); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "fileshare")
}

// truth is what the example's costs depend on by construction.
type truth struct {
	Exact    map[model.ElementID]string
	Branches map[model.ElementID][]string
	Demands  map[model.ElementID]string
}

func readTruth(t testing.TB) (all truth) {
	t.Helper()
	data, err := fs.ReadFile(examples.FS, "fileshare/truth.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// spread are n numbers from low to high, evenly spread over their logarithms.
func spread(low, high, n int) (all []int) {
	for i := range n {
		x := int(math.Round(float64(low) * math.Pow(float64(high)/float64(low), float64(i)/float64(n-1))))
		if len(all) == 0 || x != all[len(all)-1] {
			all = append(all, x)
		}
	}
	return all
}

// The inputs that the services of the example may get. Values of parameters
// that are characterised twice belong together.
func fileshareInputs() map[string][]inputs {
	all := map[string][]inputs{}
	sizes := append(spread(2048, 512*1024, 60), 65535, 65536, 65537, 69632, 69633)
	for _, n := range sizes {
		for _, kind := range []string{"TEXT", "IMAGE", "ARCHIVE"} {
			all["upload"] = append(all["upload"], inputs{"content.BYTESIZE": n, "content.NUMBER_OF_ELEMENTS": n, "type.VALUE": kind})
		}
		all["store"] = append(all["store"], inputs{"content.BYTESIZE": n, "content.NUMBER_OF_ELEMENTS": n})
	}
	for _, n := range spread(1, 40, 30) {
		for _, keep := range []bool{true, false} {
			all["share"] = append(all["share"], inputs{"files.NUMBER_OF_ELEMENTS": n, "keep.VALUE": keep})
		}
		all["storeChunked"] = append(all["storeChunked"], inputs{"chunks.VALUE": 16 + 2*n})
		all["reserve"] = append(all["reserve"], inputs{"bytes.VALUE": 4096 * n})
	}
	for _, n := range spread(200, 6_000, 30) {
		all["index"] = append(all["index"], inputs{"names.NUMBER_OF_ELEMENTS": n})
	}
	all["contains"] = []inputs{{"digest.BYTESIZE": 128, "digest.NUMBER_OF_ELEMENTS": 64}}
	return all
}

// forms are the terms of the demands that the truth knows, see hasForm.
var forms = map[string][]string{
	"a":                        nil,
	"a + b * content.BYTESIZE": {"content.BYTESIZE"},
	"a + b * names.NUMBER_OF_ELEMENTS * Log(2, names.NUMBER_OF_ELEMENTS)": {"names.NUMBER_OF_ELEMENTS * Log(2.0, names.NUMBER_OF_ELEMENTS)"},
}

// formTolerance is how far a written demand may be off the true form.
const formTolerance = 0.25

// says asserts that the elements of the example say what is true of it; times is
// for its demands.
func says(t, times testing.TB, written map[model.ElementID]model.Element) {
	t.Helper()
	all, known := fileshareInputs(), readTruth(t)
	for id, text := range known.Exact {
		exact(t, written[id], text, all[written[id].Service])
	}
	for id, guards := range known.Branches {
		decides(t, written[id], guards, all[written[id].Service])
	}
	for id, form := range known.Demands {
		terms, ok := forms[form]
		if !ok {
			t.Fatalf("%s has the form %q, which this test does not know", id, form)
		}
		hasForm(times, written[id], all[written[id].Service], formTolerance, terms...)
	}
}

func TestTheExampleIsLearntAsItIs(t *testing.T) {
	long(t)
	need.Java(t)
	var others []parser.Result
	for _, probe := range []string{"builtin", "kieker"} {
		t.Run(probe, func(t *testing.T) {
			if probe == "kieker" {
				need.Maven(t)
			}
			learnsTheExample(t, probe, &others)
		})
	}
}

// learnsTheExample learns it with a probe; others are launches that nothing was learnt from, which
// are measured where there are none yet, and again for a second attempt.
func learnsTheExample(t *testing.T, probe string, others *[]parser.Result) {
	t.Helper()
	dir := fileshare(t)
	replace(t, filepath.Join(dir, "beagle.yaml"), "probe: builtin", "budget: 40s, probe: "+probe)
	attempts := 0
	undisturbed(t, func(times testing.TB) {
		result := analyse(t, dir)
		if t.Logf("problems:\n%s", problems(result.Problems)); len(result.Elements) != 19 {
			t.Errorf("%d elements, want 19", len(result.Elements))
		}
		written := elements(t, result.Written)
		says(t, times, written)
		if attempts++; *others == nil || attempts > 1 {
			*others = heldOut(t, dir)
		}
		predicts(times, written, *others)
	})
}
