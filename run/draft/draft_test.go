package draft

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"beagle/measure"
	"beagle/run"
)

func alone(t *testing.T) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
}

func full() Draft {
	config := run.Config{
		Project: "/p", Model: "/p/a.repository", Sources: []string{"/p/src"}, Machine: "local",
		Launch: []measure.Launch{{Name: "small <files>", Command: []string{"java", "Main"}, Env: map[string]string{"TOKEN": "secret"}, For: time.Minute, Vary: map[string][]string{"n": {"1", "2"}}}},
	}
	return Draft{
		Version: version, Project: "/p", Saved: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Step: 4,
		Began: run.Config{Project: "/p"}, Config: config, Entered: []string{"constant", "1"}, Launch: -1,
	}
}

func TestADraftIsFoundAsItWasKept(t *testing.T) {
	alone(t)
	want := full()
	if err := Keep(want); err != nil {
		t.Fatal(err)
	}
	got, err := Of("/p", "")
	if err != nil || !reflect.DeepEqual(*got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
	if other, err := Of("/p", "/p/b.repository"); other != nil || err != nil {
		t.Errorf("the draft of the folder is that of a model that was named: %v, %v", other, err)
	}
}

func TestADraftIsTheUsersAlone(t *testing.T) {
	alone(t)
	if err := Keep(full()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{Folder(): 0o700, filepath.Dir(Folder()): 0o700, file("/p", ""): 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if entries, _ := os.ReadDir(Folder()); len(entries) != 1 {
		t.Errorf("there is more than the draft: %v", entries)
	}
}

func TestADroppedDraftIsGone(t *testing.T) {
	alone(t)
	if err := Drop("/p", ""); err != nil {
		t.Errorf("where there is none: %v", err)
	}
	_ = Keep(full())
	if err := Drop("/p", ""); err != nil {
		t.Fatal(err)
	}
	if d, err := Of("/p", ""); d != nil || err != nil {
		t.Errorf("%v, %v", d, err)
	}
}

func TestTheNewestDraftComesFirst(t *testing.T) {
	alone(t)
	old, young := full(), full()
	young.Project, young.Saved = "/q", old.Saved.Add(time.Hour)
	_, _ = Keep(young), Keep(old)
	all, err := List()
	if err != nil || len(all) != 2 || all[0].Project != "/q" {
		t.Errorf("%v, %v", all, err)
	}
}

func TestADraftThatIsNoneIsSaidAndNotUsed(t *testing.T) {
	alone(t)
	_ = Keep(full())
	for _, text := range []string{"", "{", "[]", `{"version": 99, "project": "/p", "step": 1}`, `{"version": 1}`} {
		if err := os.WriteFile(file("/p", ""), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if d, err := Of("/p", ""); d != nil || err == nil || !strings.Contains(err.Error(), "cannot be read") {
			t.Errorf("%q: %v, %v", text, d, err)
		}
		if all, err := List(); len(all) != 0 || err != nil {
			t.Errorf("%q: %v, %v", text, all, err)
		}
	}
}
