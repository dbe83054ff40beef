// Package text is string surgery for a terminal: it makes foreign text safe to
// print, fits text into columns, and writes quantities the way people read
// them. Widths are cells, never bytes.
package text

import (
	"strings"

	"beagle/internal/safe"
)

// Safe makes text from models, programs and tools printable on one line.
func Safe(s string) string { return safe.Line(s) }

// Lines is Safe for text of several lines; tabs become spaces up to the next
// multiple of four.
func Lines(s string) []string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = safe.Line(untab(line))
	}
	return lines
}

// untab puts spaces in the place of tabs, whose width terminals decide.
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
