// Package safe makes text that came from files or programs fit to be printed on a terminal: no escape sequences, no
// control characters, nothing that turns the direction of writing.
package safe

import (
	"fmt"
	"io"
	"os"
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

// hidden are control characters (C0, DEL, C1) and the bidirectional format controls.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// FirstError is the first line that looks like an error of a compiler, a build tool or a Java program; -1: none.
func FirstError(lines []string) int {
	for i, line := range lines {
		low := strings.ToLower(line)
		switch {
		case strings.Contains(low, "error:"), strings.HasPrefix(low, "error "), strings.Contains(line, "[ERROR]"),
			strings.Contains(line, "BUILD FAILED"), strings.Contains(line, "FAILURE:"),
			strings.HasPrefix(line, "Exception in thread"), strings.HasPrefix(line, "Caused by:"),
			strings.Contains(line, "Error: Could not find or load main class"), strings.Contains(low, "command not found"):
			return i
		}
		if head, _, ok := strings.Cut(line, ":"); ok && !strings.ContainsAny(head, " \t") && (strings.HasSuffix(head, "Exception") || strings.HasSuffix(head, "Error")) && strings.Contains(head, ".") {
			return i // java.lang.IllegalStateException: …
		}
	}
	return -1
}

// CauseIn is the first line of an output that looks like an error, short enough for a message; empty: none does.
func CauseIn(file string) string {
	data, err := readStart(file, mostRead)
	if err != nil {
		return ""
	}
	lines := strings.Split(string(data), "\n")
	at := FirstError(lines)
	if at < 0 {
		return ""
	}
	if strings.Contains(lines[at], "COMPILATION ERROR") { // a heading of Maven's, which says nothing
		if next := FirstError(lines[at+1:]); next >= 0 {
			at += 1 + next
		}
	}
	return short(lines[at])
}

// EndOf are the last lines of what a program said, at most two, short enough for a message: what a program that ends
// ill says of it where it is no error that others know.
func EndOf(file string) string {
	data, err := readStart(file, mostRead)
	if err != nil {
		return ""
	}
	var last []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" {
			last = append(last[max(0, len(last)-1):], line)
		}
	}
	return short(strings.Join(last, " / "))
}

// mostRead is how much of an output is looked at, and mostSaid how many letters of it are said.
const (
	mostRead = 1 << 20
	mostSaid = 160
)

func short(said string) string {
	line := []rune(strings.TrimSpace(Line(said)))
	if len(line) > mostSaid {
		line = append(line[:mostSaid], '…')
	}
	return string(line)
}

func readStart(name string, most int) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data := make([]byte, most)
	n, err := file.Read(data)
	if n > 0 {
		err = nil
	}
	return data[:n], err
}

// Terminal is the last step before a terminal or a log: whatever a name, a path or a program's output may hold, what
// a terminal would obey is written as \uXXXX, where people see it and JSON still means the same.
func Terminal(to io.Writer) io.Writer { return &terminal{to: to} }

type terminal struct {
	to   io.Writer
	rest []byte // the first bytes of a character that is not whole yet
}

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
