package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"beagle/run"
)

func TestWhatAPersonChangedStandsBesideWhatTheFileSaysNow(t *testing.T) {
	dir := project(t, small)
	was := read(t, dir)
	mine, now := was, was
	mine.Timeout = run.Timeout{Kind: "constant", Limit: run.Duration(time.Minute)}
	mine.Seed = 7
	now.Seed, now.Build = 9, []string{"make"}
	merged, stale := Rebase(was, mine, now)
	if merged.Seed != 7 || merged.Timeout != mine.Timeout || !reflect.DeepEqual(merged.Build, now.Build) {
		t.Errorf("merged to %+v", merged)
	}
	if !reflect.DeepEqual(stale, []string{"build", "seed"}) {
		t.Errorf("stale is %q", stale)
	}
}

func TestSavingKeepsWhatSomebodyElseChangedMeanwhile(t *testing.T) {
	dir := project(t, small)
	file := filepath.Join(dir, FileName)
	began := read(t, dir)
	saver := NewSaver(file, began)
	c := began
	c.Seed = 7
	if err := os.WriteFile(file, []byte(small+"# by hand\nbuild: [make]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if names := saver.Replaces(c); !reflect.DeepEqual(names, []string{"seed"}) {
		t.Errorf("it would change %q", names)
	}
	backup, err := saver.Save(c)
	if err != nil || filepath.Base(backup) != FileName+".bak" {
		t.Fatal(backup, err)
	}
	text, _ := os.ReadFile(file)
	if got := read(t, dir); got.Seed != 7 || len(got.Build) != 1 || !strings.Contains(string(text), "# by hand") {
		t.Errorf("%+v\n%s", got, text)
	}
	if old, _ := os.ReadFile(backup); string(old) != small+"# by hand\nbuild: [make]\n" {
		t.Errorf("the backup is %s", old)
	}
}

func TestWhatTheSaverWroteItselfIsReplacedWithoutABackup(t *testing.T) {
	dir := project(t, small)
	began := read(t, dir)
	fresh := t.TempDir()
	began = inFolder(began, strings.ReplaceAll, fresh)
	saver := NewSaver(filepath.Join(fresh, FileName), began)
	for seed := range uint64(3) {
		began.Seed = seed + 5
		if names := saver.Replaces(began); names != nil {
			t.Errorf("it asks about %q", names)
		}
		if backup, err := saver.Save(began); err != nil || backup != "" {
			t.Errorf("backup %q, %v", backup, err)
		}
	}
	if got := read(t, fresh); !reflect.DeepEqual(got, began) {
		t.Errorf("got  %+v\nwant %+v", got, began)
	}
}
