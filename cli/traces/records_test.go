package traces

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"beagle/cli/app"
)

func TestWhatIsNoRecordOfOurOwnStaysAsItIs(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "own")
	logs, err := OwnLogs(t.Context(), &app.App{}, []string{"somewhere", t.TempDir()}, folder)
	if err != nil || len(logs) != 2 || logs[0] != "somewhere" {
		t.Errorf("%q, %v", logs, err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a folder was made for nothing")
	}
}

// Whoever is started again finds the same log of the same file, and a file that is none leaves
// nothing behind.
func TestALogIsMadeOnceAndOnlyWhole(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "1.beagle")
	if err := os.WriteFile(file, bytes.Repeat([]byte("no record "), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OwnLogs(t.Context(), &app.App{}, []string{dir}, folder); err == nil {
		t.Error("what is no record was taken")
	}
	if entries, _ := os.ReadDir(folder); len(entries) > 0 {
		t.Errorf("it left %v", entries)
	}
}
