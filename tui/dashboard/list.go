package dashboard

import (
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/plot"
	"beagle/tui/text"
	"beagle/tui/words"
)

// listRow is a row of the list: the heading of a kind, or an element.
type listRow struct {
	kind    model.Kind
	element int // index into Snapshot.Elements; -1: heading
	summary string
}

// arrange makes the rows from the snapshot and keeps the chosen element.
func (d *Dashboard) arrange() {
	s := &d.feed.Snapshot
	d.shown = s.Seq
	d.rows, d.longest = d.rows[:0], 0
	for _, kind := range model.Kinds {
		heading := len(d.rows)
		found, optimal, undecided, all := 0, 0, 0, 0
		for i := range s.Elements {
			e := &s.Elements[i]
			if e.Kind != kind || !words.Matches(&e.Element, d.filter.Text) {
				continue
			}
			if all == 0 {
				d.rows = append(d.rows, listRow{kind: kind, element: -1})
			}
			all++
			d.longest = max(d.longest, text.Width(words.Name(&e.Element)))
			if e.Best != nil {
				found++
			}
			if e.Optimal {
				optimal++
			}
			if e.Undecided != "" {
				undecided++
			}
			d.rows = append(d.rows, listRow{kind: kind, element: i})
		}
		if all > 0 {
			d.rows[heading].summary = fmt.Sprintf("%d of %d with an expression, %d optimal", found, all, optimal)
			if undecided > 0 {
				d.rows[heading].summary += fmt.Sprintf(", %d undecided", undecided)
			}
		}
	}
	d.trouble.Clamp(len(s.Problems))
	for i, row := range d.rows {
		if row.element >= 0 && s.Elements[row.element].ID == d.chosen {
			d.cursor.At = i
			return
		}
	}
	d.cursor.At = d.nextElement(min(d.cursor.At, len(d.rows)-1), 1)
	d.remember()
}

// nextElement is the first row that is an element, from i in a direction, else
// in the other.
func (d *Dashboard) nextElement(i, step int) int {
	for _, by := range []int{step, -step} {
		for j := max(0, i); j >= 0 && j < len(d.rows); j += by {
			if d.rows[j].element >= 0 {
				return j
			}
		}
	}
	return 0
}

func (d *Dashboard) remember() {
	d.chosen = ""
	if e := d.element(); e != nil {
		d.chosen = e.ID
	}
}

// element is the chosen element; nil: none.
func (d *Dashboard) element() *run.ElementState {
	if d.cursor.At < 0 || d.cursor.At >= len(d.rows) || d.rows[d.cursor.At].element < 0 {
		return nil
	}
	return &d.feed.Snapshot.Elements[d.rows[d.cursor.At].element]
}

func (d *Dashboard) move(action keys.Action) tea.Cmd {
	if d.problems {
		d.trouble.Move(action, len(d.feed.Snapshot.Problems))
		return nil
	}
	before := d.cursor.At
	if !d.cursor.Move(action, len(d.rows)) {
		return nil
	}
	step := 1
	if d.cursor.At < before || action == keys.Top {
		step = -1
	}
	d.cursor.At = d.nextElement(d.cursor.At, step)
	d.remember()
	return d.feed.Want(d.chosen)
}

// columns are the widths of the list's columns; zero: not shown.
type columns struct{ verdict, name, expression, samples, fitness, spark int }

func fitColumns(width, longest int) columns {
	c := columns{verdict: 1, samples: 8, fitness: 8}
	if width >= leastWords {
		c.verdict = 14
	}
	if width >= 90 {
		c.spark = 10
	}
	if width < 66 {
		c.fitness = 0
	}
	rest := width - 3 - c.verdict
	for _, w := range []int{c.samples, c.fitness, c.spark} {
		if w > 0 {
			rest -= w + 2
		}
	}
	c.name = min(max(12, rest*9/20), max(12, longest))
	c.expression = max(0, rest-c.name-2)
	return c
}

// list draws the elements exactly height lines high.
func (d *Dashboard) list(width, height int) []string {
	th, s := d.env.Theme, &d.feed.Snapshot
	c := fitColumns(width, d.longest)
	verdict := "Verdict"
	if c.verdict < len(verdict) {
		verdict = ""
	}
	head := " " + text.Fit(verdict, c.verdict) + "  " + text.Fit("Element", c.name) + "  " + text.Fit("Best expression", c.expression)
	head += "  " + text.Right("samples", c.samples)
	if c.fitness > 0 {
		head += "  " + text.Right("fitness", c.fitness)
	}
	if c.spark > 0 {
		head += "  " + text.Fit("by round", c.spark)
	}
	lines := []string{th.Muted.Render(text.Cut(head, width))}
	if len(d.rows) == 0 {
		return text.Pad(append(lines, "", th.Muted.Render("  "+d.emptyList())), height)
	}
	from, to := d.cursor.Window(len(d.rows), height-1)
	// The heading of the first kind is seen with its first element.
	if from == 1 && d.rows[0].element < 0 {
		from, d.cursor.Top = 0, 0
		to = min(len(d.rows), height-1)
	}
	for i := from; i < to; i++ {
		row := &d.rows[i]
		if row.element < 0 {
			lines = append(lines, th.Title.Render(words.Kind(row.kind))+th.Muted.Render(text.Cut("   "+row.summary, width-20)))
			continue
		}
		lines = append(lines, th.Row(d.line(&s.Elements[row.element], c), width, i == d.cursor.At, th.Plain))
	}
	return text.Pad(lines, height)
}

func (d *Dashboard) emptyList() string {
	if d.filter.Text != "" {
		return "no element matches the filter; esc shows all"
	}
	if d.feed.Snapshot.State == run.Preparing {
		return "the elements appear when the analysis is prepared"
	}
	return "there are no elements"
}

func (d *Dashboard) line(e *run.ElementState, c columns) string {
	var b strings.Builder
	b.WriteString(text.Fit(mark(e)+c.word(e), c.verdict) + "  " + text.Fit(words.Name(&e.Element), c.name))
	b.WriteString("  " + text.Fit(words.Expression(e.Best), c.expression))
	b.WriteString("  " + text.Right(text.Count(e.Samples), c.samples))
	if c.fitness > 0 {
		b.WriteString("  " + text.Right(words.Fitness(e.Best), c.fitness))
	}
	if c.spark > 0 {
		b.WriteString("  " + plot.Spark(e.History, c.spark))
	}
	return b.String()
}

// leastWords is the width from which on the verdict is a word, not only a mark.
const leastWords = 66

// word is the verdict beside its mark, where there is room for one.
func (c *columns) word(e *run.ElementState) string {
	if c.verdict < 2 {
		return ""
	}
	return " " + string(e.Trust())
}

// mark is the verdict in one glyph.
func mark(e *run.ElementState) string {
	switch e.Trust() {
	case run.Trusted:
		return "✓"
	case run.Look:
		return "◆"
	case run.MeasureMore:
		return "?"
	case run.NotYet:
	}
	return "○"
}

func base(path string) string {
	if path == "" {
		return "analysis"
	}
	return filepath.Base(path)
}
