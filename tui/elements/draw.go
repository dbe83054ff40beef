package elements

import (
	"charm.land/lipgloss/v2"

	tea "charm.land/bubbletea/v2"

	"beagle/run"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
	"beagle/tui/words"
)

// Line draws an element by its name, in a style; of the chosen one the row has its own.
type Line func(e *run.ElementState, name string, chosen bool) (string, lipgloss.Style)

// Verdict is what to do with an element's expression, in so many columns, with its colour. In the chosen row, or where the row
// is muted, it has that of the row.
func Verdict(th *theme.Theme, e *run.ElementState, width int, plain bool) string {
	said := text.Fit(words.Verdict(e, width), width)
	if plain {
		return said
	}
	return map[run.Trust]lipgloss.Style{run.Trusted: th.Good, run.Check: th.Warn, run.MeasureMore: th.Info, run.NotYet: th.Muted}[e.Trust()].Render(said)
}

// Draw draws the rows exactly height lines high, below a line of headings. Empty says why there is nothing.
func (l *List) Draw(th *theme.Theme, head string, line Line, empty string, width, height int) []string {
	lines := []string{head}
	if len(l.rows) == 0 {
		return text.Pad(append(lines, "", th.Muted.Render("  "+empty)), height)
	}
	l.height = height - 1
	from, to := l.Cursor.Window(len(l.rows), height-1)
	if from == 1 && l.rows[0].heading() { // the first heading is seen with its first element
		from, l.Cursor.Top = 0, 0
		to = min(len(l.rows), height-1)
	}
	for i := from; i < to; i++ {
		r := &l.rows[i]
		if r.heading() {
			lines = append(lines, l.titled(th, r, width, i == l.Cursor.At))
			continue
		}
		e := l.element(i)
		name := l.called[r.of[0]]
		if l.shape == Tree || l.shape == Alike {
			name = text.Fit("", 2*r.depth) + name
		}
		said, style := line(e, name, i == l.Cursor.At)
		if l.marks[e.ID] {
			said = "+" + said[min(1, len(said)):]
		}
		lines = append(lines, th.Row(said, width, i == l.Cursor.At, style))
	}
	return text.Pad(lines, height)
}

// Where says which row is chosen, where not all of them are seen. Headings of kinds, which only divide, do not count.
func (l *List) Where() string {
	at, rows, page := l.Cursor.At, len(l.rows), l.height
	for i := range l.rows {
		if l.shape == Kinds && l.rows[i].heading() {
			rows, page = rows-1, page-1
			if i < l.Cursor.At {
				at--
			}
		}
	}
	return screen.Where(at, rows, page)
}

// titled draws a heading: of kinds it divides, others are opened and closed.
func (a *arrangement) titled(th *theme.Theme, r *row, width int, chosen bool) string {
	if a.shape == Kinds {
		return text.Cut(th.Title.Render(r.title)+th.Muted.Render("   "+r.summary), width)
	}
	sign := "▾ "
	if a.folded[r.path] {
		sign = "▸ "
	}
	line := text.Fit("", 2*r.depth) + sign + r.title + "   " + r.summary
	if chosen {
		return th.Row(line, width, true, th.Plain)
	}
	return " " + text.Cut(text.Fit("", 2*r.depth)+sign+th.Title.Render(r.title)+th.Muted.Render("   "+r.summary), width-1)
}

// Click chooses the row that was drawn in a line below the head; a heading that is
// clicked opens or closes.
func (l *List) Click(line int) tea.Cmd {
	at := l.Cursor.Top + line
	if line < 0 || line >= l.height || at >= len(l.rows) || l.rows[at].heading() && l.shape == Kinds {
		return nil
	}
	l.choose(at)
	if l.Heading() {
		l.Toggle()
	}
	return l.Want()
}
