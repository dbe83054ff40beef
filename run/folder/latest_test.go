package folder

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/run"
)

// Two analyses at once are of two projects, mostly: "beagle enough" in one ended the other.
func TestWithoutANameTheLatestRunOfTheProjectIsMeant(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	ours, theirs := t.TempDir(), t.TempDir()
	began := func(project string, at time.Time) Folder {
		f, err := New(filepath.Join(project, filepath.Base(project)+".repository"), at)
		if err != nil {
			t.Fatal(err)
		}
		db, err := store.Open(f.Store())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := fill(db, Beginning{Version: 1, Run: f.ID(), Config: run.Config{Project: project}}, Status{}, blackboard.Change{}); err != nil {
			t.Fatal(err)
		}
		mark := f.Path("run.json")
		if err := errors.Join(os.WriteFile(mark, []byte("{}"), 0o600), os.Chtimes(mark, at, at)); err != nil {
			t.Fatal(err)
		}
		return f
	}
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	mine, last := began(ours, noon), began(theirs, noon.Add(time.Hour))
	for folder, want := range map[string]Folder{ours: mine, theirs: last, t.TempDir(): last} {
		t.Chdir(folder)
		if got, err := Find(""); got != want {
			t.Errorf("in %s it is %s, %v, not %s", folder, got.ID(), err, want.ID())
		}
	}
}
