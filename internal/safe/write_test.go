package safe

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "m.repository")
	write := func(data string, opts WriteOptions) (string, error) { return WriteFile(path, []byte(data), opts) }
	read := func(path string) string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	if _, err := write("one", WriteOptions{}); err != nil || read(path) != "one" {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	backup, err := write("two", WriteOptions{Expect: []byte("one"), Backup: true})
	if err != nil || read(path) != "two" || backup != path+".bak" || read(backup) != "one" {
		t.Errorf("backup %q: %v", backup, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := write("three", WriteOptions{Expect: []byte("one")}); err == nil || !strings.Contains(err.Error(), "has changed") || read(path) != "two" {
		t.Errorf("a changed file was overwritten: %v", err)
	}
	second, err := write("three", WriteOptions{Backup: true})
	if err != nil || second == backup || read(backup) != "one" || read(second) != "two" {
		t.Errorf("an older backup was overwritten: %q, %v", second, err)
	}
	for _, place := range []string{dir, os.DevNull} { // a device may have no end, and must not be replaced
		if _, err := WriteFile(place, []byte("x"), WriteOptions{Backup: true}); err == nil || !strings.Contains(err.Error(), "folder or a device") {
			t.Errorf("writing to %s: %v", place, err)
		}
	}
	if _, err := WriteFile(filepath.Join(dir, "absent", "m"), nil, WriteOptions{}); err == nil {
		t.Error("a missing folder was not said")
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteFile(link, []byte("four"), WriteOptions{}); err != nil || read(path) != "four" {
		t.Errorf("a link was not followed: %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 4 {
		t.Errorf("something is left over: %v, %v", entries, err)
	}
}
