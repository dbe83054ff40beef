package elements

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"beagle/internal/quantity"
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

// longest is the width of the longest name of elements.
func (l *List) longest(elements []run.ElementState, places []int) (width int) {
	for _, i := range places {
		width = max(width, text.Width(l.named(&elements[i])))
	}
	return width
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

// arrange makes the rows from the snapshot, and keeps the chosen element.
func (l *List) arrange() {
	s := &l.feed.Snapshot
	l.seq = s.Seq
	a := arrangement{elements: s.Elements, shape: l.shape, folded: l.folded, rows: l.rows[:0]}
	var places []int
	for i := range s.Elements {
		if words.Shows(&s.Elements[i], l.Filter.Text) {
			places = append(places, i)
		}
	}
	l.shared = placesOf(s.Elements, places)
	l.Longest = l.longest(s.Elements, places) + l.shape.indent()
	l.order.Sort(s.Elements, places)
	switch {
	case l.shape == Kinds && l.order == words.ByKind:
		some := len(places) > 0 && words.Measured(&s.Elements[places[0]])
		a.group(places, 0, "", func(i int) string {
			if e := &s.Elements[i]; !some || words.Measured(e) {
				return words.Kind(e.Kind)
			}
			return "Not measured"
		}, a.leaves)
	case l.shape == Tree:
		a.group(places, 0, "", func(i int) string { return words.Component(&s.Elements[i].Element) }, func(places []int, depth int, path string) {
			a.group(places, depth, path, func(i int) string { return words.Service(&s.Elements[i].Element) }, a.leaves)
		})
	case l.shape == Alike:
		a.group(places, 0, "", func(i int) string {
			return words.Short(s.Elements[i].Kind) + "  " + words.Expression(s.Elements[i].Best)
		}, a.leaves)
	default:
		a.leaves(places, 0, "")
	}
	l.rows = a.rows
	if !l.picked {
		l.Cursor.At = l.nearest(0, 1)
		l.remember()
		return
	}
	for i := range l.rows {
		if r := &l.rows[i]; !r.heading() && s.Elements[r.of[0]].ID == l.id {
			l.Cursor.At = i
			return
		}
	}
	l.Cursor.At = l.nearest(min(l.Cursor.At, len(l.rows)-1), 1)
	l.remember()
}

// arrangement makes the rows of a list.
type arrangement struct {
	elements []run.ElementState
	shape    Shape
	folded   map[string]bool // headings, by path
	rows     []row
}

// leaves are rows of elements.
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
		a.rows = append(a.rows, row{of: of[n], title: n, path: key, summary: summary(a.elements, of[n]), depth: depth})
		if a.shape == Kinds || !a.folded[key] {
			below(of[n], depth+1, key)
		}
	}
}

// summary says how far elements are.
func summary(elements []run.ElementState, places []int) string {
	found, optimal, undecided := 0, 0, 0
	for _, i := range places {
		e := &elements[i]
		if e.Best != nil {
			found++
		}
		if e.Optimal {
			optimal++
		}
		if e.Undecided != "" {
			undecided++
		}
	}
	parts := []string{fmt.Sprintf("%d of %d with an expression, %d optimal", found, len(places), optimal)}
	if undecided > 0 {
		parts = append(parts, quantity.Count(int64(undecided))+" undecided")
	}
	return strings.Join(parts, ", ")
}
