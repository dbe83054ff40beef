package java

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The line that names a stack overflow stands before the frames, of which a JVM
// shows 1,024.
func TestAStackOverflowIsSeenInTheOutput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "launch.log")
	frames := strings.Repeat("\tat demo.Sort.sort(Sort.java:12)\n", 1024)
	for text, want := range map[string]bool{
		strings.Repeat("a line\n", 100_000) + "Exception in thread \"main\" java.lang.StackOverflowError\n" + frames: true,
		"Exception in thread \"main\" java.lang.IllegalStateException\n" + frames:                                    false,
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := overflowed(file); got != want {
			t.Errorf("%.40q: %v", text, got)
		}
	}
}
