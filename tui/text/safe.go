// Package text is string surgery for a terminal: it makes foreign text safe to
// print, fits text into columns, and writes quantities the way people read
// them. Widths are cells, never bytes.
package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden stands for a character that may not reach the terminal.
const hidden = '·'

// Safe makes text from models, programs and tools printable on one line.
// Control characters would let a model's name move the cursor or write to the
// clipboard; bidirectional and invisible format characters would let it show
// something other than it says.
func Safe(s string) string {
	if clean(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			b.WriteByte(' ')
		case r == utf8.RuneError || dangerous(r):
			b.WriteRune(hidden)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Lines is Safe for text of several lines; tabs become spaces up to the next
// multiple of four.
func Lines(s string) []string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = Safe(untab(line))
	}
	return lines
}

func untab(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	column := 0
	for _, r := range s {
		if r != '\t' {
			b.WriteRune(r)
			column++
			continue
		}
		for once := true; once || column%4 != 0; once = false {
			b.WriteByte(' ')
			column++
		}
	}
	return b.String()
}

func clean(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if r == '\t' || r == utf8.RuneError || dangerous(r) {
			return false
		}
	}
	return true
}

// dangerous characters are controls (C0, DEL, C1), format characters (which
// include the bidirectional controls and the zero-width ones), line and
// paragraph separators, and private use.
func dangerous(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}
