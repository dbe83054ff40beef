package java

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEverythingOf instruments the tree in BEAGLE_JAVA_TREE into BEAGLE_JAVA_OUT:
// for people who change the inserter.
func TestEverythingOf(t *testing.T) {
	tree, out := os.Getenv("BEAGLE_JAVA_TREE"), os.Getenv("BEAGLE_JAVA_OUT")
	if tree == "" || out == "" {
		t.Skip("BEAGLE_JAVA_TREE and BEAGLE_JAVA_OUT name no folders")
	}
	result, err := InstrumentEverything(context.Background(), tree, out, Compile{Skip: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range result.Notes[:min(len(result.Notes), 40)] {
		t.Log(note)
	}
	t.Logf("%d files, %d sites, %d notes", result.Files, result.Sites, len(result.Notes))
}

func TestOnlyAFolderIsInstrumented(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "Main.java"), filepath.Join(dir, "out")
	if err := os.WriteFile(file, []byte("class Main { }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for tree, want := range map[string]string{file: "this is a file, no folder", filepath.Join(dir, "nowhere"): "there is no such folder"} {
		_, err := InstrumentEverything(t.Context(), tree, out, Compile{Skip: true})
		if err == nil || !strings.Contains(err.Error(), tree+": "+want) {
			t.Errorf("%s: %v", tree, err)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s leaves a folder behind", tree)
		}
	}
}
