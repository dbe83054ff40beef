package folder

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/adrg/xdg"
)

func TestWhatIsTypedIsKeptWithTheRunUntilItIsDone(t *testing.T) {
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
	id := f.ID()
	if TypedOf(id) != nil || TypedOf("nowhere") != nil {
		t.Error("something was typed")
	}
	KeepTyped(id, &Typed{Element: "_a#CPU", Lines: []string{"2 * n.VALUE"}})
	if got := TypedOf(id); got == nil || got.Element != "_a#CPU" || !slices.Equal(got.Lines, []string{"2 * n.VALUE"}) {
		t.Errorf("kept is %+v", got)
	}
	if KeepTyped(id, nil); TypedOf(id) != nil {
		t.Error("it is not forgotten")
	}
}
