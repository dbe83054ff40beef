package safe

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Terminal is the last step before a terminal or a log: whatever a name, a path or a program's output may hold, what
// a terminal would obey is written as \uXXXX, where people see it and JSON still means the same.
func Terminal(to io.Writer) io.Writer { return &terminal{to: to} }

type terminal struct {
	to   io.Writer
	rest []byte // the first bytes of a character that is not whole yet
}

// Write escapes what terminals obey. All bytes count as written where there is no error.
func (t *terminal) Write(data []byte) (int, error) {
	text := data
	if len(t.rest) > 0 {
		text = append(t.rest, data...)
	}
	whole := len(text) - unfinished(text)
	t.rest = append([]byte(nil), text[whole:]...)
	_, err := io.WriteString(t.to, escaped(string(text[:whole]), false))
	return len(data), err
}

// unfinished is how many bytes at the end begin a character whose other bytes are missing.
func unfinished(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// Frame is a screen before a terminal gets it: colours stay, and nothing else that a terminal would obey.
func Frame(frame string) string { return escaped(frame, true) }

// escaped is a text in which nothing is left that a terminal obeys, but for colours where they may stay.
func escaped(text string, colours bool) string {
	first := strings.IndexFunc(text, obeyed)
	if first < 0 && utf8.ValidString(text) {
		return text
	}
	var out strings.Builder
	out.Grow(len(text) + len(text)/8)
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if n := colour(text[at:]); colours && n > 0 {
			out.WriteString(text[at : at+n])
			at += n
			continue
		}
		switch {
		case r == utf8.RuneError && size == 1:
			out.WriteRune(utf8.RuneError)
		case obeyed(r):
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteString(text[at : at+size])
		}
		at += size
	}
	return out.String()
}

func obeyed(r rune) bool { return r != '\n' && r != '\t' && hidden(r) }

// colour is the length of a sequence that sets how letters look (CSI, numbers, m); 0: the text does not begin with one.
func colour(text string) int {
	numbers, found := strings.CutPrefix(text, "\x1b[")
	if !found {
		return 0
	}
	end := strings.IndexFunc(numbers, func(r rune) bool { return r != ';' && r != ':' && (r < '0' || r > '9') })
	if end < 0 || numbers[end] != 'm' {
		return 0
	}
	return len("\x1b[") + end + len("m")
}
