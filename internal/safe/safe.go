// Package safe makes text that came from files or programs fit to be printed on a terminal: no escape sequences, no
// control characters, nothing that turns the direction of writing.
package safe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Line is the text on one line: line breaks and tabs become blanks, other control characters vanish.
func Line(text string) string { return clean(text, false) }

// Text keeps line breaks and tabs.
func Text(text string) string { return clean(text, true) }

// FirstLine is a text up to its first line break.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

const mostClipped = 80

// Clip is the text on one line, short enough for a message.
func Clip(text string) string {
	text = Line(text)
	if runes := []rune(text); len(runes) > mostClipped {
		return string(runes[:mostClipped-3]) + "..."
	}
	return text
}

// clean takes away what terminals would obey.
func clean(text string, lines bool) string {
	if plain(text) {
		return text
	}
	text = ansi.Strip(strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			if lines {
				return r
			}
			return ' '
		case hidden(r):
			return -1
		}
		return r
	}, text)
}

func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= utf8.RuneSelf || c == 0x7f {
			return false
		}
	}
	return true
}

// hidden are control characters (C0, DEL, C1) and the bidirectional format controls, which can make a text read
// differently from what it says.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}
