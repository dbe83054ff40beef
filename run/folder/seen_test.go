package folder

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"beagle/run"
)

// aRun is the folder of the only run, of which nothing is known.
func aRun(t *testing.T) Folder {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	f := Folder(filepath.Join(Root(), "2026-11-21-1430-shop"))
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.Path("run.json"), nil, 0o600); err != nil { // it is a run
		t.Fatal(err)
	}
	return f
}

func TestHowFarARunWasSeenIsKeptWithIt(t *testing.T) {
	f := aRun(t)
	if got := SeenOf(f.ID()); !got.At.IsZero() {
		t.Errorf("seen before anybody looked: %+v", got)
	}
	s := run.Snapshot{State: run.Finished, LaunchesDone: 3, Elements: []run.ElementState{{Best: &run.Proposed{}}, {}}}
	want := SeenIn(&s, time.Date(2026, 11, 21, 14, 40, 0, 0, time.UTC))
	Saw(f.ID(), want)
	if got := SeenOf(f.ID()); got != want || got.Learnt != 1 || !got.Ended {
		t.Errorf("kept %+v of %+v", got, want)
	}
	if err := os.WriteFile(f.Path(seenFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := SeenOf(f.ID()); got != (Seen{}) {
		t.Errorf("a damaged file says %+v", got)
	}
	Saw("no-such-run", want) // leaves nothing and fails nobody
}
