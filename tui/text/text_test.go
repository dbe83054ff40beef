package text

import (
	"strings"
	"testing"
	"unicode"
)

func TestTextFitsItsColumnExactly(t *testing.T) {
	for _, s := range []string{"", "short", "exactly-10", "rather longer than ten", "größe", "文件文件文件文件", "\x1b[1mbold text that is cut\x1b[0m"} {
		if got := Width(Fit(s, 10)); got != 10 {
			t.Errorf("Fit(%q, 10) is %d cells wide", s, got)
		}
		if got := Width(Right(s, 10)); got > 10 {
			t.Errorf("Right(%q, 10) is %d cells wide", s, got)
		}
		if got := Width(CutLeft(s, 10)); got > 10 {
			t.Errorf("CutLeft(%q, 10) is %d cells wide", s, got)
		}
	}
}

func TestAPathKeepsItsEnd(t *testing.T) {
	if got := CutLeft("/very/long/path/Upload.java", 14); got != "…h/Upload.java" {
		t.Errorf("got %q", got)
	}
}

func TestTheRightEndOfALineStaysWhole(t *testing.T) {
	if got := Between("a long name that does not fit", "3 of 4", 20); got != "a long name … 3 of 4" {
		t.Errorf("got %q", got)
	}
}

func TestAPartIsLaidOverALine(t *testing.T) {
	if got := Splice("abcdefghij", "XY", 3, 10); got != "abcXYfghij" {
		t.Errorf("got %q", got)
	}
}

func FuzzSafe(f *testing.F) {
	f.Add("\x1b]52;c;ZXZpbA==\x07name\u202e\u009b31m")
	f.Fuzz(func(t *testing.T, s string) {
		for _, line := range append(Lines(s), Safe(s)) {
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
				t.Errorf("%q still drives the terminal: %q", s, line)
			}
		}
	})
}

func TestNumbersAndNamesOfRunsAreNotBrokenAtTheirHyphens(t *testing.T) {
	for _, whole := range []string{"1.5e-06);", "2026-11-23-1045-fileshare", "-4.01e-07"} {
		lines := Wrap("it lies in "+whole, 11+len(whole)-3)
		if len(lines) != 2 || lines[1] != whole {
			t.Errorf("%q, want %q in a line of its own", lines, whole)
		}
	}
	if lines := Wrap("a well-known word", 8); len(lines) != 3 || lines[0] != "a well-" {
		t.Errorf("%q: words are broken at their hyphens", lines)
	}
}

func TestPathsAreNotBrokenAtTheirHyphens(t *testing.T) {
	lines := Wrap("written to /home/ada/my-model/file-share.repository now", 44)
	if len(lines) != 2 || lines[1] != "/home/ada/my-model/file-share.repository now" {
		t.Errorf("%q", lines)
	}
}
