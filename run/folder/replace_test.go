package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
)

func TestAStoreIsThereWhereItsReplacementFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := replace(path, path+".new"); err == nil {
		t.Error("a store that is not there took the place")
	}
	if data, err := os.ReadFile(path); string(data) != "old" || err != nil {
		t.Errorf("left is %q, %v", data, err)
	}
	if err := os.WriteFile(path+".new", []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := replace(path, path+".new"); err != nil {
		t.Fatal(err)
	}
	now, _ := os.ReadFile(path)
	if old, err := os.ReadFile(path + ".old"); string(now) != "new" || string(old) != "old" || err != nil {
		t.Errorf("now %q, before %q, %v", now, old, err)
	}
}

func TestListingMakesNoStore(t *testing.T) {
	t.Cleanup(xdg.Reload)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	f := Folder(filepath.Join(Root(), "2026-01-01-1200-x"))
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.Path("run.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	infos, err := List()
	if err != nil || len(infos) != 1 || !strings.Contains(infos[0].Problem, "no such file") {
		t.Errorf("%+v, %v", infos, err)
	}
	if _, err := os.Stat(f.Store()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("listing the run made a store: %v", err)
	}
}
