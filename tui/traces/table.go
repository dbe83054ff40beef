package traces

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"beagle/internal/quantity"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// column is a fixed column of a table.
type column struct {
	head  string
	width int
	keep  int // in a narrow terminal the columns with the least fall away
}

// leastName is the width that the last, flexible column keeps.
const leastName = 30

// fit drops columns until the name has room.
func fit(all []column, width int) []column {
	all = slices.Clone(all)
	for len(all) > 0 && width-total(all) < leastName {
		least := 0
		for i := range all {
			if all[i].keep < all[least].keep {
				least = i
			}
		}
		all = slices.Delete(all, least, least+1)
	}
	return all
}

func total(columns []column) int {
	sum := 0
	for _, c := range columns {
		sum += c.width + 2
	}
	return sum
}

// table draws a list: a head, the rows in sight, and the chosen one marked.
// cell gives the text of a column by its head; the name stands last.
func table(th *theme.Theme, l *list, all []column, name string, count, height, width int, cell func(i int, head string) string) []string {
	shown := fit(all, width-2)
	row := func(of func(head string) string) string {
		var b strings.Builder
		for _, c := range shown {
			b.WriteString(text.Right(of(c.head), c.width))
			b.WriteString("  ")
		}
		return b.String() + text.Cut(of(name), width-2-total(shown))
	}
	l.count = count
	head := th.Muted.Render("  " + row(func(head string) string { return head }))
	return l.Draw(th, []string{head}, count, "", width, min(height, count+1), func(i int) (string, lipgloss.Style) {
		return " " + row(func(head string) string { return cell(i, head) }), th.Plain
	})
}

// flow puts facts beside each other as long as they fit, so that none is broken
// where another line would hold it.
func flow(width int, facts ...string) (lines []string) {
	line := facts[0]
	for _, fact := range facts[1:] {
		longer := line + " · " + fact
		if text.Width(longer) > width {
			lines = append(lines, text.Wrap(line, width)...)
			longer = fact
		}
		line = longer
	}
	return append(lines, text.Wrap(line, width)...)
}

// nanos is a time of nanoseconds in words.
func nanos(ns float64) string { return quantity.Seconds(ns / 1e9) }

// list is one of the lists, which share the filter of the screen.
type list struct {
	screen.List
	count int
}

func (l *list) cursor() *list { return l }

// view is a list with what is said of its chosen row.
type view interface {
	draw(s *seen, width, height int) []string
	cursor() *list
}
