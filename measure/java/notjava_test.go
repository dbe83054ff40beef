package java

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFolderOfAnotherLanguageIsNamed(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("print(1)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	_, err := InstrumentEverything(t.Context(), dir, out, Compile{Skip: true})
	if err == nil || !strings.Contains(err.Error(), "no Java sources in this folder, but 1 file of Python") {
		t.Errorf("says %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a folder was left behind")
	}
}
