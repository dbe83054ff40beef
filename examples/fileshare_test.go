package examples

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

// The example must build and run as its README and beagle.yaml say, from what
// is embedded alone, at the level of Java 8.
func TestTheEmbeddedExampleBuildsAndRuns(t *testing.T) {
	need.Java(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, FS); err != nil {
		t.Fatal(err)
	}
	call := func(name string, arguments ...string) string {
		t.Helper()
		cmd := exec.Command(name, arguments...)
		cmd.Dir = filepath.Join(dir, "fileshare")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, arguments, err, out)
		}
		return string(out)
	}
	if out := call("javac", "-Xlint:all,-options", "-Werror", "--release", "8", "-encoding", "UTF-8", "-d", "target/classes",
		"-sourcepath", "src/main/java", "src/main/java/fileshare/Main.java"); out != "" {
		t.Errorf("javac says\n%s", out)
	}
	result := func(out string) string { return out[strings.LastIndex(out, "("):] }
	first := call("java", "-cp", "target/classes", "fileshare.Main", "--rounds", "1", "--seed", "7")
	again := call("java", "-cp", "target/classes", "fileshare.Main", "--rounds", "1", "--seed", "7")
	if result(first) != result(again) {
		t.Errorf("two runs with the same seed differ: %s%s", first, again)
	}
}

func TestTheTruthNamesElementsOfTheModel(t *testing.T) {
	var truth struct {
		Exact, Demands map[string]string
		Branches       map[string][]string
	}
	data, err := fs.ReadFile(FS, "fileshare/truth.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	repository, err := fs.ReadFile(FS, "fileshare/model/fileshare.repository")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, group := range []map[string]string{truth.Exact, truth.Demands} {
		for id := range group {
			ids = append(ids, id)
		}
	}
	for id := range truth.Branches {
		ids = append(ids, id)
	}
	if len(ids) != 19 {
		t.Errorf("the truth of %d elements, want 19", len(ids))
	}
	for _, id := range ids {
		id, _, _ := strings.Cut(id, "#")
		if !strings.Contains(string(repository), ` id="`+id+`"`) {
			t.Errorf("the model has no element %s", id)
		}
	}
}
