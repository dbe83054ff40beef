package folder

import (
	"os"
	"strings"
	"testing"
)

func TestStoreThatCannotBeOpenedSaysWhatIsLeft(t *testing.T) {
	f := Folder(t.TempDir())
	for name, text := range map[string]string{"run.db": strings.Repeat("no database ", 100), "run.json": "{}"} {
		if err := os.WriteFile(f.Path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := f.Open()
	if err == nil || !strings.Contains(err.Error(), "run.json (the configuration") || strings.Contains(err.Error(), "raw (") {
		t.Errorf("%v", err)
	}
}
