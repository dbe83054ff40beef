package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

// gridUndecided is the project of a program whose launches call a service with a
// width and a height that are always equal, unless another factor is launched.
func gridUndecided(t *testing.T) string {
	t.Helper()
	need.Java(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/undecided")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestWhatIsUndecidedIsLaunchedAgainWithAValueOfTheRange(t *testing.T) {
	t.Parallel() // counts do not mind who else uses the processors
	dir := gridUndecided(t)
	result := analyse(t, dir)
	if rows := elements(t, result.Written)["_eachRow"]; rows.Old != "height.VALUE" || result.Reason != "no expression can be improved" {
		t.Errorf("%q, %s", rows.Old, result.Reason)
	}
	// Nobody listed the factor 4.
	table := call(t, dir, "export", "--element", "_eachRow", "--output", "csv").stdout
	if !strings.Contains(table, "\n40,160,160,") {
		t.Errorf("the launch with width 40 and height 160 is missing:\n%s", table)
	}
}

func TestWhatNobodyMayMeasureStaysUndecided(t *testing.T) {
	t.Parallel() // counts do not mind who else uses the processors
	dir := gridUndecided(t)
	settings := filepath.Join(dir, "beagle.yaml")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	need.File(t, settings, strings.NewReplacer(", 1..8]", "]", "more: 2", "more: 0").Replace(string(text)))
	out := call(t, dir, "run", "--output", "json")
	for _, words := range []string{
		"undecided between width.VALUE and height.VALUE: measure at width.VALUE = 40, height.VALUE = 160, where they differ by 75 %",
		"no further improvement found",
	} {
		if !strings.Contains(out.stdout, words) {
			t.Errorf("%q is not said:\n%s", words, out.stdout)
		}
	}
}
