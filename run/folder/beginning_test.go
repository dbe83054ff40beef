package folder

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"beagle/run"
	"beagle/run/project"
)

func TestAChangedExtensionIsNoticedByItsProgramAndByItsDescription(t *testing.T) {
	for changed, want := range map[string]int{"": 0, "beagle-mine": 1, "beagle-mine.json": 1} {
		dir := t.TempDir()
		write := func(name, text string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		write("beagle-mine", "#!/bin/sh\n")
		write("beagle-mine.json", "{}")
		b, err := newBeginning("r", &project.Project{Config: run.Config{Extensions: []string{filepath.Join(dir, "beagle-mine")}}}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if changed != "" {
			write(changed, "something else")
		}
		if got := b.ChangedExtensions(); len(got) != want || want > 0 && got[0].File != filepath.Join(dir, changed) {
			t.Errorf("with another %q it says %v", changed, got)
		}
	}
}
