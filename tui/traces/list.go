package traces

import (
	"cmp"
	"slices"
	"strings"

	"beagle/measure/traces"
	"beagle/measure/traces/classes"
	"beagle/tui/screen"
)

// list is a cursor that knows how many rows there are.
type list struct {
	screen.Cursor
	count int
}

// window is the rows to draw when height lines are free.
func (l *list) window(count, height int) (from, to int) {
	l.count = count
	return l.Window(count, height)
}

// current is the list that keys act on.
func (s *Screen) current() *list {
	if s.opened != nil {
		return &s.opened.list
	}
	return &s.lists[s.page]
}

// order is how classes are sorted.
type order int

const (
	byCount order = iota
	byTime
	byRecency
	orders
)

// String names what the classes are sorted by.
func (o order) String() string { return [...]string{"count", "total time", "recency"}[o] }

// matches reports whether the filter lets a text through.
func (s *Screen) matches(text string) bool {
	return s.filter.Text == "" || strings.Contains(strings.ToLower(text), strings.ToLower(s.filter.Text))
}

// begins says how many first calls are the same in all classes with one
// outermost operation.
type begins struct {
	first  *traces.Row
	common int
}

// arrange filters and sorts the classes. The chosen class stays chosen when it
// moves.
func (s *Screen) arrange() {
	chosen := uint64(0)
	if l := s.lists[classesPage]; l.At < len(s.rows) {
		chosen = s.rows[l.At].Key
	}
	s.rows = s.rows[:0]
	known := map[int32]bool{} // operations that match
	such := func(op int32) bool {
		match, asked := known[op]
		if !asked {
			match = s.matches(s.state.Names.Operation(op).String())
			known[op] = match
		}
		return match
	}
	for i := range s.state.Rows {
		if row := &s.state.Rows[i]; s.filter.Text == "" || s.matches(row.Host) || row.Has(such) {
			s.rows = append(s.rows, *row)
		}
	}
	slices.SortFunc(s.rows, func(a, b traces.Row) int {
		first := 0
		switch s.sort {
		case byTime:
			first = cmp.Compare(b.Total, a.Total)
		case byRecency:
			first = b.Last.Compare(a.Last)
		case byCount, orders:
		}
		return cmp.Or(first, cmp.Compare(b.Count, a.Count), cmp.Compare(a.Key, b.Key))
	})
	s.alike = map[classes.Operation]begins{}
	for i := range s.rows {
		r := &s.rows[i]
		if b, known := s.alike[r.Operation]; known {
			s.alike[r.Operation] = begins{b.first, min(b.common, r.Alike(b.first))}
		} else {
			s.alike[r.Operation] = begins{r, r.Executions}
		}
	}
	l := &s.lists[classesPage]
	l.count = len(s.rows)
	if l.At > 0 { // the first row is where people watch what leads
		if at := slices.IndexFunc(s.rows, func(r traces.Row) bool { return r.Key == chosen }); at >= 0 {
			l.At = at
		}
	}
	l.Clamp(l.count)
}
