package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/run"
	"beagle/run/internal/fake"
)

// A project's settings name the file that is written: of what is outside of the project it may replace models only.
func TestOnlyModelsAreReplacedOutsideOfTheProject(t *testing.T) {
	p := fake.Project(t)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	if problems := run.AcceptAll(t.Context(), l); len(problems) > 0 {
		t.Fatal(problems)
	}
	elsewhere := t.TempDir()
	mine, link := filepath.Join(elsewhere, "notes.repository"), filepath.Join(p.Config.Project, "link.repository")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(mine, link); err != nil {
		t.Skip("no symbolic links here")
	}
	for _, file := range []string{mine, link} {
		if _, err := l.Apply(t.Context(), run.Output{File: file, Replace: true}); err == nil || !strings.Contains(err.Error(), "outside of the project") {
			t.Errorf("%s: %v", file, err)
		}
		if data, _ := os.ReadFile(mine); string(data) != "mine" {
			t.Fatalf("%s was replaced", file)
		}
	}
	model := filepath.Join(elsewhere, "model.repository")
	for range 2 { // a new file, and then a model
		if _, err := l.Apply(t.Context(), run.Output{File: model, Replace: true}); err != nil {
			t.Error(err)
		}
	}
}
