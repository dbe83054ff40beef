package elements

import (
	"cmp"
	"slices"

	"beagle/model"
	"beagle/run"
	"beagle/tui/text"
	"beagle/tui/words"
)

// Shape is how rows stand together.
type Shape int

// The shapes.
const (
	Kinds Shape = iota // below a heading for each kind, where they are sorted by kind
	Flat               // one below the other
	Tree               // below their component and service
	Alike              // equal rows together: those of one kind with the same expression
	shapes
)

// String names the shape in the notice that is shown when it changes.
func (s Shape) String() string {
	return [...]string{"by kind", "as a flat list", "as a tree of components and services", "with equal expressions together"}[s]
}

// indent is how far names stand to the right below their headings, at most.
func (s Shape) indent() int {
	switch s {
	case Tree:
		return 4
	case Alike:
		return 2
	case Kinds, Flat, shapes:
	}
	return 0
}

// row is a row of the list: an element, or a heading of some.
type row struct {
	of      []int  // indices into Snapshot.Elements; of an element one
	title   string // of a heading; empty: an element
	path    string // tells headings apart
	summary string
	depth   int
}

func (r *row) heading() bool { return r.title != "" }

// arrangement is elements in rows: in an order, in a shape, below headings that are opened and closed.
type arrangement struct {
	// The widths of the longest name, with its place where others have the same, place and best expression.
	Longest, Place, Expression int

	snapshot *run.Snapshot // whose elements they are
	rows     []row
	order    words.Order
	shape    Shape
	folded   map[string]bool // headings whose rows are hidden, by path
	called   names           // the elements that are shown
}

// make makes the rows of the elements that a filter shows, and counts these elements.
func (a *arrangement) make(filter string) (shown int) {
	elements := a.snapshot.Elements
	a.rows = a.rows[:0]
	var places []int
	for i := range elements {
		if words.Shows(&elements[i], filter) {
			places = append(places, i)
		}
	}
	a.called, a.Longest = namesOf(elements, places, a.shape), 0
	a.Place, a.Expression = 0, 0
	for _, i := range places {
		a.Longest = max(a.Longest, text.Width(a.called[i]))
		a.Place = max(a.Place, text.Width(words.Place(&elements[i].Element)))
		a.Expression = max(a.Expression, text.Width(words.Expression(elements[i].Best)))
	}
	a.Longest += a.shape.indent()
	a.order.Sort(elements, places)
	switch {
	case a.shape == Kinds && a.order == words.ByKind:
		some := len(places) > 0 && words.Measured(&elements[places[0]])
		a.group(places, 0, "", func(i int) string {
			if e := &elements[i]; !some || words.Measured(e) {
				return words.Kind(e.Kind)
			}
			return "Not measured"
		}, a.leaves)
	case a.shape == Tree:
		a.group(places, 0, "", func(i int) string { return words.Component(&elements[i].Element) }, func(places []int, depth int, path string) {
			a.group(places, depth, path, func(i int) string { return words.Service(&elements[i].Element) }, a.leaves)
		})
	case a.shape == Alike:
		a.group(places, 0, "", func(i int) string {
			return words.Short(elements[i].Kind) + "  " + words.Expression(elements[i].Best)
		}, a.leaves)
	default:
		a.leaves(places, 0, "")
	}
	return len(places)
}

func (a *arrangement) heading(at int) bool {
	return at >= 0 && at < len(a.rows) && a.rows[at].heading()
}

// element is that of a row; nil: there is none.
func (a *arrangement) element(at int) *run.ElementState {
	if at < 0 || at >= len(a.rows) || a.rows[at].heading() {
		return nil
	}
	return &a.snapshot.Elements[a.rows[at].of[0]]
}

func (a *arrangement) find(id model.ElementID) (at int, found bool) {
	for at := range a.rows {
		if e := a.element(at); e != nil && e.ID == id {
			return at, true
		}
	}
	return 0, false
}

// doubtful is the next row after one, from the beginning on after the end, with an element that a
// person should look at.
func (a *arrangement) doubtful(after int) (at int, found bool) {
	for by := 1; by <= len(a.rows); by++ {
		at := (after + by) % len(a.rows)
		if e := a.element(at); e != nil && words.Doubtful(e) {
			return at, true
		}
	}
	return 0, false
}

// nearest is the first row that can be chosen, from i in a direction, else in the
// other. Headings of kinds only divide; others are opened and closed.
func (a *arrangement) nearest(i, step int) int {
	for _, by := range []int{step, -step} {
		for j := max(0, i); j >= 0 && j < len(a.rows); j += by {
			if !a.rows[j].heading() || a.shape != Kinds {
				return j
			}
		}
	}
	return 0
}

// fold hides what is below a heading, or shows it, from the next time on that rows are made.
func (a *arrangement) fold(at int) {
	path := a.rows[at].path
	a.folded[path] = !a.folded[path]
}

// foldAll closes all headings, or opens them where one is closed, likewise.
func (a *arrangement) foldAll() {
	closed := false
	for _, r := range a.rows {
		closed = closed || r.heading() && a.folded[r.path]
	}
	clear(a.folded)
	if !closed {
		for _, r := range a.rows {
			a.folded[r.path] = r.heading()
		}
	}
}

func (a *arrangement) leaves(places []int, depth int, _ string) {
	for _, i := range places {
		a.rows = append(a.rows, row{of: []int{i}, depth: depth})
	}
}

// group makes a heading for elements of one name, in the order in which the names
// come first; what stands below it is made by below.
func (a *arrangement) group(places []int, depth int, path string, name func(int) string, below func([]int, int, string)) {
	of := map[string][]int{}
	var order []string
	for _, i := range places {
		n := name(i)
		if of[n] == nil {
			order = append(order, n)
		}
		of[n] = append(of[n], i)
	}
	if a.shape == Alike { // the largest groups first: what is decided together
		slices.SortStableFunc(order, func(x, y string) int { return cmp.Compare(len(of[y]), len(of[x])) })
	}
	for _, n := range order {
		key := path + "\x00" + n
		if a.shape == Alike && len(of[n]) == 1 {
			a.leaves(of[n], depth, key)
			continue
		}
		if _, known := a.folded[key]; !known && a.shape == Alike {
			a.folded[key] = true
		}
		a.rows = append(a.rows, row{of: of[n], title: n, path: key, summary: summary(a.snapshot.Elements, of[n]), depth: depth})
		if a.shape == Kinds || !a.folded[key] {
			below(of[n], depth+1, key)
		}
	}
}

// summary counts the verdicts of elements, in the words that their rows have.
func summary(elements []run.ElementState, places []int) string {
	count := run.Verdicts{}
	for _, i := range places {
		count[elements[i].Trust()]++
	}
	return count.String()
}
