package app

import (
	"strings"
	"unicode/utf8"
)

// Sheet is text for a person: fields with a label each, broken at spaces where a
// terminal would break them anywhere.
type Sheet struct {
	strings.Builder
	Width int // of the terminal; 0: none, nothing is broken
}

const labelled = 10 // columns of a label

// Field writes a label and what belongs to it; without a label it goes on with
// the field before.
func (s *Sheet) Field(label, text string) {
	s.Fold(label+strings.Repeat(" ", max(labelled-utf8.RuneCountInString(label), 0))+text, labelled)
}

// Fold writes a line, and what does not fit below it, moved to the right.
func (s *Sheet) Fold(line string, indent int) {
	defer s.WriteByte('\n')
	if s.Width == 0 {
		s.WriteString(strings.TrimRight(line, " "))
		return
	}
	at := 0
	// Long distributions may also break between two of their parts.
	for j, word := range strings.Split(strings.ReplaceAll(line, ")(", ") \x00("), " ") {
		space := " "
		if rest, joined := strings.CutPrefix(word, "\x00"); joined {
			space, word = "", rest
		}
		switch wide := utf8.RuneCountInString(word); {
		case j == 0:
			at = wide
		case at+len(space)+wide > s.Width && at > indent:
			s.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent + wide
		default:
			s.WriteString(space)
			at += len(space) + wide
		}
		s.WriteString(word)
	}
}

// Cut writes lines of a table, shortened to the terminal's width.
func (s *Sheet) Cut(table string) {
	for line := range strings.Lines(table) {
		if runes := []rune(strings.TrimSuffix(line, "\n")); s.Width > 0 && len(runes) > s.Width {
			line = string(runes[:s.Width-1]) + "…\n"
		}
		s.WriteString(line)
	}
}

// Table writes rows in columns: the first to the left, the others to the right.
func (s *Sheet) Table(rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString(cell + pad)
			} else {
				b.WriteString("  " + pad + cell)
			}
		}
		s.Cut(strings.TrimRight(b.String(), " ") + "\n")
	}
}
