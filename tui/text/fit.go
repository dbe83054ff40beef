package text

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Width is the number of cells that s takes, styles not counted. Most text is
// printable ASCII, which needs no search for graphemes.
func Width(s string) int {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return ansi.StringWidth(s)
		}
	}
	return len(s)
}

// Cut shortens s to at most width cells and marks the cut.
func Cut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	return ansi.Truncate(s, width, "…")
}

// CutLeft keeps the end of s, which is what tells paths apart.
func CutLeft(s string, width int) string {
	over := Width(s) - width
	if over <= 0 {
		return s
	}
	if width <= 1 {
		return Cut(s, width)
	}
	cut := ansi.TruncateLeft(s, over+1, "…")
	if Width(cut) > width { // the cut fell into a wide character
		cut = ansi.TruncateLeft(s, over+2, "…")
	}
	return cut
}

// CutMiddle keeps the beginning and, the longer part, the end of s, which tell the names of a
// series apart: "tests of shop-orders", "tests of shop-customers".
func CutMiddle(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	first := width / 3
	if first < 1 {
		return Cut(s, width)
	}
	head := ansi.Truncate(s, first, "")
	return head + CutLeft(s, width-Width(head))
}

// FitMiddle is Fit with the cut in the middle.
func FitMiddle(s string, width int) string { return Fit(CutMiddle(s, width), width) }

// Fit makes s exactly width cells wide.
func Fit(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if have := Width(s); have <= width {
		return s + strings.Repeat(" ", width-have)
	}
	s = Cut(s, width)
	return s + strings.Repeat(" ", max(0, width-Width(s)))
}

// Right is Fit with the text at the right edge.
func Right(s string, width int) string {
	if have := Width(s); have < width {
		return strings.Repeat(" ", width-have) + s
	}
	return Cut(s, width)
}

// Between puts left and right at the two edges of a line; left gives way.
func Between(left, right string, width int) string {
	room := width - Width(right)
	if right == "" || room < 4 {
		return Fit(left, width)
	}
	return Fit(left, room-1) + " " + right
}

// Wrap breaks s into lines of at most width cells; it breaks at blanks where
// it can; styles go on in the next line. It gives at least one line.
func Wrap(s string, width int) []string {
	whole := strings.Contains(s, "-")
	if whole {
		s = wholeHyphens(s)
	}
	s = lipgloss.Wrap(s, max(1, width), "")
	if whole {
		s = strings.ReplaceAll(s, unbroken, "-")
	}
	return strings.Split(s, "\n")
}

// unbroken is a hyphen at which no line is broken; it never reaches a screen.
var unbroken = string(rune(0x2011))

// wholeHyphens keeps paths, options of commands, numbers and names of runs whole: a line is not
// broken at their hyphens, so that they can be read and copied.
func wholeHyphens(s string) string {
	words := strings.Split(s, " ")
	for i, word := range words {
		if strings.Contains(word, "/") || strings.HasPrefix(word, "-") || besideDigit(word) {
			words[i] = strings.ReplaceAll(word, "-", unbroken)
		}
	}
	return strings.Join(words, " ")
}

// besideDigit reports whether a hyphen stands beside a digit, as in 1.5e-06 and 2026-11-23.
func besideDigit(word string) bool {
	digit := func(at int) bool { return at >= 0 && at < len(word) && '0' <= word[at] && word[at] <= '9' }
	for i := range len(word) {
		if word[i] == '-' && (digit(i-1) || digit(i+1)) {
			return true
		}
	}
	return false
}

// Beside puts two blocks side by side with a separator, each line exactly
// leftWidth and rightWidth cells wide, height lines high.
func Beside(left, right []string, leftWidth, rightWidth, height int, separator string) []string {
	lines := make([]string, height)
	for i := range lines {
		lines[i] = Fit(at(left, i), leftWidth) + separator + Fit(at(right, i), rightWidth)
	}
	return lines
}

// Pad makes a block exactly height lines high.
func Pad(lines []string, height int) []string {
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:max(0, height)]
}

// at is a line; empty beyond the last.
func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// Splice lays part over a line of width cells, from the given cell on.
func Splice(line, part string, from, width int) string {
	line = Fit(line, width)
	end := from + Width(part)
	return ansi.Cut(line, 0, from) + part + ansi.Cut(line, end, width)
}

// Contains reports whether all words of a filter are found in what is said, in whatever case.
func Contains(filter string, said ...string) bool {
	all := strings.ToLower(strings.Join(said, " "))
	for word := range strings.FieldsSeq(strings.ToLower(filter)) {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}
