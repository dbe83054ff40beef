package safe

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheEndOfAnOutputStartsWithAWholeLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.log")
	if err := os.WriteFile(path, []byte(strings.Repeat("a line of text\n", 1000)+"the last\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := Tail(path)
	if !strings.HasPrefix(got, "a line") || !strings.HasSuffix(got, "the last") || len(got) > 4<<10 {
		t.Errorf("got %.30q … of %d bytes", got, len(got))
	}
	if Tail(filepath.Join(t.TempDir(), "none")) != "" || Tail("") != "" {
		t.Error("a missing file has an end")
	}
}
