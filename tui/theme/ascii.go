package theme

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Screens are drawn with a small set of glyphs, all one cell wide. Where the
// terminal cannot show them, ASCII exchanges each for one character, so that
// no screen has to be drawn twice.
var plain = map[rune]rune{
	'─': '-', '━': '=', '│': '|', '┼': '+', '┤': '|', '├': '|', '┬': '+', '┴': '+', '└': '+', '┌': '+', '┐': '+', '┘': '+',
	'╭': '+', '╮': '+', '╰': '+', '╯': '+', '╴': '-', '╶': '-', '╵': '|', '╷': '|', '╌': '-', '┄': '-',
	'…': '~', '·': '.', '•': 'o', '–': '-', '×': 'x', '∞': 'I', 'µ': 'u', '≈': '~', '−': '-',
	'✓': '+', '✗': 'x', '✎': 'e', '●': '*', '○': '-', '◐': '~', '◆': '!', '◇': '=',
	'▸': '>', '▾': 'v', '◂': '<', '▏': '|', '❯': '>', '┃': '>',
	'↑': '^', '↓': 'v', '←': '<', '→': '>', '⏸': '=', '■': '#', '□': '.',
	'▁': '.', '▂': ':', '▃': '-', '▄': '=', '▅': '+', '▆': '*', '▇': '%', '█': '#', '░': '.', '▒': ':', '▓': '%',
	'▘': '.', '▝': '.', '▖': '.', '▗': '.', '▀': '"', '▐': '|', '▌': '|', '▚': '.', '▞': '.', '▙': ':', '▟': ':', '▛': ':', '▜': ':',
	'’': '\'', '€': 'E', '“': '"', '”': '"',
}

// ASCII exchanges every glyph of ours for an ASCII character of one cell.
// Letters of names in other scripts stay.
func ASCII(frame string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r
		}
		if to, ok := plain[r]; ok {
			return to
		}
		if r >= 0x2400 && r <= 0x2421 { // control characters of foreign text, see package safe
			return '?'
		}
		if r >= 0x2800 && r <= 0x28ff { // Braille
			if r == 0x2800 {
				return ' '
			}
			return '.'
		}
		return r
	}, signed(frame))
}

// signed writes ± as +-; the blank that this takes comes from the next gap of its line, so that
// columns and frames stay where they are. Where there is none, the end of the line is cut, and marked.
func signed(frame string) string {
	if !strings.Contains(frame, "±") {
		return frame
	}
	lines := strings.Split(frame, "\n")
	width := 0 // of the screen: that of its widest line
	for _, line := range lines {
		width = max(width, ansi.StringWidth(line))
	}
	for i, line := range lines {
		for {
			before, after, found := strings.Cut(line, "±")
			if !found {
				break
			}
			if gap := strings.Index(after, "  "); gap >= 0 {
				after = after[:gap] + after[gap+1:]
			}
			line = before + "+-" + after
		}
		lines[i] = ansi.Truncate(line, width, "~")
	}
	return strings.Join(lines, "\n")
}

// WantsASCII reports whether the environment asks for plain characters: by
// BEAGLE_ASCII, a locale that is not UTF-8, or a terminal known not to show
// more.
func WantsASCII(getenv func(string) string) bool {
	if v := getenv("BEAGLE_ASCII"); v != "" {
		return v != "0"
	}
	switch getenv("TERM") {
	case "dumb", "vt100", "vt220", "linux":
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(getenv(name)); v != "" {
			return !strings.Contains(v, "utf-8") && !strings.Contains(v, "utf8")
		}
	}
	return false
}
