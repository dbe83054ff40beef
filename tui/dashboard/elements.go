package dashboard

import (
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/plot"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// listRow is a row of the list: the heading of a kind, or an element.
type listRow struct {
	kind    model.Kind
	element int // index into Snapshot.Elements; -1: heading
	summary string
}

// elements are the elements that the filter shows, one of which is chosen.
type elements struct {
	env  *screen.Env
	feed *live.Feed

	rows    []listRow
	cursor  screen.Cursor
	filter  screen.Filter
	order   words.Order
	id      model.ElementID // of the chosen one
	longest int             // width of the longest name
	shown   uint64          // snapshot that rows were made of
}

func newElements(env *screen.Env, feed *live.Feed) *elements {
	l := &elements{env: env, feed: feed}
	l.arrange()
	l.cursor.At = l.nextElement(0, 1)
	l.remember()
	return l
}

// want fetches what is known of the chosen one.
func (l *elements) want() tea.Cmd { return l.feed.Want(l.id) }

// arrange makes the rows from the snapshot and keeps the chosen element.
func (l *elements) arrange() {
	s := &l.feed.Snapshot
	l.shown = s.Seq
	l.rows, l.longest = l.rows[:0], 0
	var places []int
	for i := range s.Elements {
		if e := &s.Elements[i]; words.Shows(e, l.filter.Text) {
			places = append(places, i)
			l.longest = max(l.longest, text.Width(words.Name(&e.Element)))
		}
	}
	l.order.Sort(s.Elements, places)
	if l.order == words.ByKind {
		l.group(places)
	} else {
		for _, i := range places {
			l.rows = append(l.rows, listRow{kind: s.Elements[i].Kind, element: i})
		}
	}
	for i, row := range l.rows {
		if row.element >= 0 && s.Elements[row.element].ID == l.id {
			l.cursor.At = i
			return
		}
	}
	l.cursor.At = l.nextElement(min(l.cursor.At, len(l.rows)-1), 1)
	l.remember()
}

// group makes rows of elements that are sorted by kind, with a heading for each.
func (l *elements) group(places []int) {
	s := &l.feed.Snapshot
	for len(places) > 0 {
		kind, heading := s.Elements[places[0]].Kind, len(l.rows)
		found, optimal, undecided, all := 0, 0, 0, 0
		l.rows = append(l.rows, listRow{kind: kind, element: -1})
		for ; all < len(places) && s.Elements[places[all]].Kind == kind; all++ {
			e := &s.Elements[places[all]]
			if e.Best != nil {
				found++
			}
			if e.Optimal {
				optimal++
			}
			if e.Undecided != "" {
				undecided++
			}
			l.rows = append(l.rows, listRow{kind: kind, element: places[all]})
		}
		l.rows[heading].summary = fmt.Sprintf("%d of %d with an expression, %d optimal", found, all, optimal)
		if undecided > 0 {
			l.rows[heading].summary += fmt.Sprintf(", %d undecided", undecided)
		}
		places = places[all:]
	}
}

// nextDoubt chooses the next element that a person should look at; false: there is
// no other one.
func (l *elements) nextDoubt() (tea.Cmd, bool) {
	for by := 1; by <= len(l.rows); by++ {
		at := (l.cursor.At + by) % len(l.rows)
		if row := l.rows[at]; row.element >= 0 && words.Doubtful(&l.feed.Snapshot.Elements[row.element]) {
			l.cursor.At = at
			l.remember()
			return l.want(), true
		}
	}
	return nil, false
}

// nextElement is the first row that is an element, from i in a direction, else
// in the other.
func (l *elements) nextElement(i, step int) int {
	for _, by := range []int{step, -step} {
		for j := max(0, i); j >= 0 && j < len(l.rows); j += by {
			if l.rows[j].element >= 0 {
				return j
			}
		}
	}
	return 0
}

func (l *elements) remember() {
	l.id = ""
	if e := l.chosen(); e != nil {
		l.id = e.ID
	}
}

// element is the chosen element; nil: none.
func (l *elements) chosen() *run.ElementState {
	if l.cursor.At < 0 || l.cursor.At >= len(l.rows) || l.rows[l.cursor.At].element < 0 {
		return nil
	}
	return &l.feed.Snapshot.Elements[l.rows[l.cursor.At].element]
}

// move chooses another element.
func (l *elements) move(action keys.Action) tea.Cmd {
	before := l.cursor.At
	if !l.cursor.Move(action, len(l.rows)) {
		return nil
	}
	step := 1
	if l.cursor.At < before || action == keys.Top {
		step = -1
	}
	l.cursor.At = l.nextElement(l.cursor.At, step)
	l.remember()
	return l.want()
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
func (l *elements) draw(width, height int) []string {
	th, s := l.env.Theme, &l.feed.Snapshot
	c := fitColumns(width, l.longest)
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
	if len(l.rows) == 0 {
		return text.Pad(append(lines, "", th.Muted.Render("  "+l.empty())), height)
	}
	from, to := l.cursor.Window(len(l.rows), height-1)
	// The heading of the first kind is seen with its first element.
	if from == 1 && l.rows[0].element < 0 {
		from, l.cursor.Top = 0, 0
		to = min(len(l.rows), height-1)
	}
	for i := from; i < to; i++ {
		row := &l.rows[i]
		if row.element < 0 {
			lines = append(lines, th.Title.Render(words.Kind(row.kind))+th.Muted.Render(text.Cut("   "+row.summary, width-20)))
			continue
		}
		lines = append(lines, th.Row(l.line(&s.Elements[row.element], c), width, i == l.cursor.At, th.Plain))
	}
	return text.Pad(lines, height)
}

func (l *elements) empty() string {
	if l.filter.Text != "" {
		return "no element matches the filter; esc shows all"
	}
	if l.feed.Snapshot.State == run.Preparing {
		return "the elements appear when the analysis is prepared"
	}
	return "there are no elements"
}

func (l *elements) line(e *run.ElementState, c columns) string {
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
