package traces

import (
	"cmp"
	"slices"
	"strings"

	"beagle/measure/traces"
)

// list is the chosen row of a list and the first that is shown.
type list struct{ at, top, count int }

func (l *list) move(by int) { l.at = max(0, min(l.count-1, l.at+by)) }

// window is the rows to draw when height lines are free.
func (l *list) window(count, height int) (from, to int) {
	l.count = count
	l.move(0)
	l.top = max(min(l.top, l.at), l.at-height+1)
	l.top = max(0, min(l.top, count-height))
	return l.top, min(count, l.top+max(0, height))
}

// scroll is window for rows of which none is chosen: what moves is the first.
func (l *list) scroll(count, height int) (from, to int) {
	l.count = max(1, count-height+1)
	l.move(0)
	return l.at, min(count, l.at+max(0, height))
}

// current is the list that keys act on.
func (m *model) current() *list {
	if m.help {
		return &m.helped
	}
	if m.opened != nil {
		return &m.opened.list
	}
	return &m.lists[m.page]
}

// order is how classes are sorted.
type order int

const (
	byCount order = iota
	byTime
	byRecency
	orders
)

func (o order) String() string { return [...]string{"count", "total time", "recency"}[o] }

// matches reports whether the filter lets a text through.
func (m *model) matches(text string) bool {
	return m.filter == "" || strings.Contains(strings.ToLower(text), strings.ToLower(m.filter))
}

// begins says how many first calls are the same in all classes with one
// outermost operation.
type begins struct {
	first  *traces.Row
	common int
}

// arrange filters and sorts the classes. The chosen class stays chosen when it
// moves.
func (m *model) arrange() {
	chosen := uint64(0)
	if l := m.lists[classesPage]; l.at < len(m.rows) {
		chosen = m.rows[l.at].Key
	}
	m.rows = m.rows[:0]
	known := map[int32]bool{} // operations that match
	such := func(op int32) bool {
		match, asked := known[op]
		if !asked {
			match = m.matches(m.live.Names().Operation(op).String())
			known[op] = match
		}
		return match
	}
	for i := range m.state.Rows {
		if row := &m.state.Rows[i]; m.filter == "" || m.matches(row.Host) || row.Has(such) {
			m.rows = append(m.rows, *row)
		}
	}
	slices.SortFunc(m.rows, func(a, b traces.Row) int {
		first := 0
		switch m.sort {
		case byTime:
			first = cmp.Compare(b.Total, a.Total)
		case byRecency:
			first = b.Last.Compare(a.Last)
		case byCount, orders:
		}
		return cmp.Or(first, cmp.Compare(b.Count, a.Count), cmp.Compare(a.Key, b.Key))
	})
	m.alike = map[traces.Operation]begins{}
	for i := range m.rows {
		r := &m.rows[i]
		if b, known := m.alike[r.Operation]; known {
			m.alike[r.Operation] = begins{b.first, min(b.common, r.Alike(b.first))}
		} else {
			m.alike[r.Operation] = begins{r, r.Executions}
		}
	}
	l := &m.lists[classesPage]
	l.count = len(m.rows)
	if l.at > 0 { // the first row is where people watch what leads
		if at := slices.IndexFunc(m.rows, func(r traces.Row) bool { return r.Key == chosen }); at >= 0 {
			l.at = at
		}
	}
	l.move(0)
}
