package prepare

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAModelDoesNotGoIntoAFolderOfTheProject(t *testing.T) {
	dir := t.TempDir()
	put := func(path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(path)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ put, want string }{
		{"src/Main.java", "model"},
		{"model/pom.xml", "model-2"},
		{"model-2/shop.repository", "model-2"}, // begun before
		{"model/shop.repository", "model"},
	} {
		put(c.put)
		if got := filepath.Base(folderFor(dir)); got != c.want {
			t.Errorf("with %s the model goes into %s, not %s", c.put, got, c.want)
		}
	}
}
