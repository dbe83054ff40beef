// Package table is a screen with rows and columns of text: it sorts, filters and exports what it was given.
package table

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"beagle/internal/quantity"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// Table is what is shown.
type Table struct {
	Name  string                        // what it is called in the names of exported files
	Title string                        // the header says it
	Read  func() ([][]string, error)    // the header and the rows; called beside the screen
	Mark  func(row []string) string     // one character before a row; nil: none
	Below func(row, width int) []string // what is said of a row of Rows; nil: nothing
	Empty string                        // what is said where there is no row
	Leave func() tea.Cmd                // leaves Beagle; nil: at once
}

// Screen is the table on the screen.
type Screen struct {
	screen.List
	Rows   [][]string // all, as they were read
	env    *screen.Env
	of     Table
	header []string
	wide   []int  // width of each column
	number []bool // of each column: it holds numbers, and stands at the right
	shown  []int  // of Rows: those that the filter lets through, sorted
	order  int    // column that it is sorted by, from 1; 0: as it was read
	err    error
}

// New is the screen of a table.
func New(env *screen.Env, of Table) *Screen {
	s := &Screen{env: env, of: of}
	s.Keys, s.Narrow = keys.Table, s.arrange
	return s
}

type readMsg struct {
	of   *Screen
	rows [][]string
	err  error
}

// Init reads the table.
func (s *Screen) Init() tea.Cmd {
	return func() tea.Msg {
		rows, err := s.of.Read()
		return readMsg{s, rows, err}
	}
}

// Update takes in what was read and what is typed into the filter.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if m, ok := msg.(readMsg); ok && m.of == s {
		if s.err = m.err; m.err == nil && len(m.rows) > 0 {
			s.Set(m.rows[0], m.rows[1:])
		}
		return nil
	}
	return s.List.Update(msg)
}

// Set shows other rows.
func (s *Screen) Set(header []string, rows [][]string) {
	s.header, s.Rows = header, rows
	s.wide, s.number = make([]int, len(header)), make([]bool, len(header))
	for c, name := range header {
		s.wide[c], s.number[c] = text.Width(name), true
		for _, row := range rows {
			_, err := strconv.ParseFloat(row[c], 64)
			s.number[c] = s.number[c] && (err == nil || row[c] == "")
			s.wide[c] = max(s.wide[c], text.Width(shown(row[c])))
		}
	}
	s.arrange()
}

// arrange chooses the rows that the filter lets through, and their order.
func (s *Screen) arrange() {
	s.shown = s.shown[:0]
	for i, row := range s.Rows {
		if s.Filter.Text == "" || text.Contains(s.Filter.Text, row...) {
			s.shown = append(s.shown, i)
		}
	}
	if c := s.order - 1; c >= 0 {
		slices.SortStableFunc(s.shown, func(i, j int) int {
			a, b := s.Rows[i][c], s.Rows[j][c]
			if s.number[c] {
				x, _ := strconv.ParseFloat(a, 64)
				y, _ := strconv.ParseFloat(b, 64)
				return cmp.Compare(y, x)
			}
			return strings.Compare(a, b)
		})
	}
	s.Filter.Shown, s.Filter.All = len(s.shown), len(s.Rows)
	s.Cursor.Clamp(len(s.shown))
}

// Chosen is the index into Rows of the chosen row; -1: there is none.
func (s *Screen) Chosen() int {
	if len(s.shown) == 0 {
		return -1
	}
	return s.shown[s.Cursor.At]
}

// Footer names what matters.
func (s *Screen) Footer() []keys.Action {
	return s.Filter.Footer(keys.Down, keys.Sort, keys.Filter, keys.Export, keys.Back, keys.Help, keys.Leave)
}

// Off says why nothing can be sorted or exported.
func (s *Screen) Off(action keys.Action) string {
	if (action == keys.Sort || action == keys.Export) && len(s.Rows) == 0 {
		return "there is no row"
	}
	return ""
}

// Act moves, sorts, filters, exports, or leaves.
func (s *Screen) Act(action keys.Action) tea.Cmd {
	if s.Take(action, len(s.shown)) {
		return nil
	}
	switch action {
	case keys.Sort:
		s.order = (s.order + 1) % (len(s.header) + 1)
		s.arrange()
		if s.order == 0 {
			return screen.Say("In the order of the table.")
		}
		return screen.Say("Sorted by " + s.header[s.order-1] + "; s goes on.")
	case keys.Export:
		rows := make([][]string, len(s.shown))
		for i, at := range s.shown {
			rows[i] = s.Rows[at]
		}
		return s.env.Export(s.of.Name, s.header, rows)
	case keys.Leave, keys.Stop:
		if s.of.Leave != nil {
			return s.of.Leave()
		}
	default:
	}
	return s.env.Away(action)
}

// Title is the header.
func (s *Screen) Title() (left, right string) {
	return s.of.Title, quantity.Plural(len(s.Rows), "row", "rows")
}

// gap is between two columns.
const gap = "  "

// line puts cells into their columns.
func (s *Screen) line(row []string, wide []int) string {
	cells := make([]string, len(row))
	for c, cell := range row {
		if cells[c] = text.Fit(shown(cell), wide[c]); s.number[c] {
			cells[c] = text.Right(shown(cell), wide[c])
		}
	}
	return strings.Join(cells, gap)
}

// shown is a cell on the screen: of long numbers the digits that tell rows apart.
func shown(cell string) string {
	const digits = 5
	if x, err := strconv.ParseFloat(cell, 64); err == nil && len(cell) > digits+3 {
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	return text.Safe(cell)
}

// fitted are widths of columns with which a row fits: the widest columns give way.
func (s *Screen) fitted(width int) []int {
	wide := slices.Clone(s.wide)
	for sum := len(gap) * (len(wide) - 1); ; {
		total, widest := sum, 0
		for c, w := range wide {
			if total += w; w > wide[widest] {
				widest = c
			}
		}
		if total <= width || wide[widest] <= 4 {
			return wide
		}
		wide[widest] = max(4, wide[widest]-(total-width+1)/2)
	}
}

// Body draws the rows, and below them what is said of the chosen one.
func (s *Screen) Body(width, height int) []string {
	th := s.env.Theme
	if s.err != nil {
		return text.Pad(text.Wrap(th.Bad.Render("✗ "+text.Safe(s.err.Error())), width), height)
	}
	if s.header == nil {
		return text.Pad([]string{"", th.Muted.Render("  reading…")}, height)
	}
	var below []string
	if at := s.Chosen(); at >= 0 && s.of.Below != nil {
		below = append([]string{th.Rule.Render(strings.Repeat("─", width))}, s.of.Below(at, width)...)
		below = below[:min(len(below), height*2/3)]
	}
	wide := s.fitted(width - 3)
	head := s.Head(th, "   "+s.line(s.header, wide), width)
	lines := s.Draw(th, head, len(s.shown), cmp.Or(s.of.Empty, "there is no row"), width, height-len(below), func(i int) (string, lipgloss.Style) {
		row, mark := s.Rows[s.shown[i]], " "
		if s.of.Mark != nil {
			mark = s.of.Mark(row)
		}
		return mark + " " + s.line(row, wide), th.Plain
	})
	return append(lines, below...)
}

// Rows are the raw measurements of an element as a table.
func Rows(env *screen.Env, name string, read func() ([][]string, error), leave func() tea.Cmd) *Screen {
	return New(env, Table{Name: "rows", Title: fmt.Sprintf("Measurements  %s", env.Theme.Muted.Render(name)), Read: read, Leave: leave})
}
