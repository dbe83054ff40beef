package run

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What is written is read line by line as it comes; a line that is not whole yet waits.
func TestOutputIsReadAsItIsWritten(t *testing.T) {
	o := Printed{File: filepath.Join(t.TempDir(), "launch-1.log")}
	write := func(text string) {
		t.Helper()
		file, err := os.OpenFile(o.File, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(text); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var at int64
	reads := func(ended bool, want ...string) {
		t.Helper()
		lines, to, err := o.After(at, ended)
		if err != nil || !slices.Equal(lines, want) {
			t.Errorf("from %d: %q, not %q (%v)", at, lines, want, err)
		}
		at = to
	}
	write("one\n\n\x1b[31mtwo\tand\nhalf")
	reads(false, "one", "", "two    and")
	reads(false)
	write(" a line\nthe end")
	reads(false, "half a line")
	reads(true, "the end")
	reads(true)
}
