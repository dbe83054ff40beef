package safe

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheFirstErrorOfAnOutputIsFound(t *testing.T) {
	for want, line := range map[string]string{
		"javac":    "src/A.java:3: error: cannot find symbol",
		"maven":    "[ERROR] Failed to execute goal x",
		"gradle":   "FAILURE: Build failed with an exception.",
		"java":     "Exception in thread \"main\" java.lang.IllegalStateException: no",
		"log":      "java.io.IOException: gone",
		"no class": "Error: Could not find or load main class demo.Main",
	} {
		name := filepath.Join(t.TempDir(), "out")
		if err := os.WriteFile(name, []byte("0 errors so far\nnothing: is wrong\n"+line+"\nCaused by: x\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := CauseIn(name); got != line {
			t.Errorf("%s: %q, want %q", want, got, line)
		}
	}
	if got := CauseIn(filepath.Join(t.TempDir(), "none")); got != "" {
		t.Errorf("of no file: %q", got)
	}
}

func TestAHeadingOfMavenIsNoCause(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	const output = "[ERROR] COMPILATION ERROR : \n[INFO] -----\n[ERROR] Source option 5 is no longer supported. Use 7 or later.\n"
	if err := os.WriteFile(name, []byte(output), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := CauseIn(name); got != "[ERROR] Source option 5 is no longer supported. Use 7 or later." {
		t.Errorf("%q", got)
	}
}

func TestTheEndOfAnOutputIsSaidInOneLine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	for output, want := range map[string]string{
		"a\nWrong flags!\n\n  Use -h\n": "Wrong flags! / Use -h",
		"alone":                         "alone",
		"\n \n":                         "",
		strings.Repeat("x", 200):        strings.Repeat("x", mostSaid) + "…",
	} {
		if err := os.WriteFile(name, []byte(output), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := EndOf(name); got != want {
			t.Errorf("of %q: %q", output, got)
		}
	}
}
