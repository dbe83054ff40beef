//go:build unix

package extension

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAProgramThatOthersMayChangeIsRefused(t *testing.T) {
	for _, c := range []struct {
		path string
		mode os.FileMode
		ok   bool
	}{
		{"mine/beagle-mine", 0o755, true},
		{"mine/beagle-mine", 0o777, false},
		{"mine/beagle-mine.json", 0o666, false},
		{"mine", 0o777, false},
		{"mine", 0o777 | os.ModeSticky, true}, // as /tmp is
		{".", 0o777, false},
	} {
		root := filepath.Join(t.TempDir(), "above")
		put(t, filepath.Join(root, "mine"))
		if err := os.Chmod(filepath.Join(root, c.path), c.mode); err != nil {
			t.Fatal(err)
		}
		_, err := Named(filepath.Join(root, "mine", "beagle-mine"), nil)
		if (err == nil) != c.ok {
			t.Errorf("%s with mode %v: %v", c.path, c.mode, err)
		}
		if err != nil && !strings.Contains(err.Error(), "may write here") {
			t.Errorf("it says %v", err)
		}
	}
}

func TestAProgramOfAnotherUserIsRefused(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a file to somebody else")
	}
	folder := filepath.Join(t.TempDir(), "mine")
	put(t, folder)
	if err := os.Chown(filepath.Join(folder, "beagle-mine"), 12345, 12345); err != nil {
		t.Fatal(err)
	}
	if _, err := Named(folder, nil); err == nil || !strings.Contains(err.Error(), "belongs to another user (12345)") {
		t.Errorf("it says %v", err)
	}
}

// put writes the extension mine into a new folder.
func put(t *testing.T, folder string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "beagle-mine"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	manifest := `{"manifest": 1, "name": "mine", "version": "1", "doc": "is there", "points": ["analyser"]}`
	if err := os.WriteFile(filepath.Join(folder, "beagle-mine.json"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
}
