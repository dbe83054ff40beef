// Package elements is the one table of elements, which the dashboard and the
// review share: filtered, sorted, as a flat list, by kinds, as a tree of components
// and services, or with equal rows together; with rows that are marked.
package elements

import (
	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/words"
)

// List is the elements that the filter shows, one of which is chosen.
type List struct {
	Filter screen.Filter // what narrows the list
	Cursor screen.Cursor // the chosen row

	feed *live.Feed
	arrangement
	marks                  // by a person
	id     model.ElementID // of the chosen one
	picked bool            // a person has chosen it; else it is the first, whatever comes first by then
	height int             // lines of rows that were drawn
	seq    uint64          // of the snapshot that rows were made of
}

// New is a list of a run's elements.
func New(feed *live.Feed, shape Shape, order words.Order) *List {
	l := &List{feed: feed, arrangement: arrangement{snapshot: &feed.Snapshot, shape: shape, order: order, folded: map[string]bool{}}, marks: marks{}}
	l.arrange()
	l.Cursor.At = l.nearest(0, 1)
	l.remember()
	return l
}

// Rows is how many rows there are, headings too.
func (l *List) Rows() int { return len(l.rows) }

// Follow arranges the rows anew where the snapshot has changed.
func (l *List) Follow() tea.Cmd {
	if l.feed.Snapshot.Seq != l.seq {
		l.arrange()
	}
	return l.Want()
}

// Edit takes in what is typed into the filter; false: it was not for it.
func (l *List) Edit(msg tea.Msg) (tea.Cmd, bool) {
	if !l.Filter.Edit(msg) {
		return nil, false
	}
	l.arrange()
	return l.Want(), true
}

// Want fetches what is known of the chosen element.
func (l *List) Want() tea.Cmd { return l.feed.Want(l.id) }

// Chosen is the chosen element; nil: none, or a heading.
func (l *List) Chosen() *run.ElementState { return l.element(l.Cursor.At) }

// Shown are the elements that the filter shows, also those below closed headings.
func (l *List) Shown() []*run.ElementState {
	var all []*run.ElementState
	for i := range l.feed.Snapshot.Elements {
		if e := &l.feed.Snapshot.Elements[i]; words.Shows(e, l.Filter.Text) {
			all = append(all, e)
		}
	}
	return all
}

// Marked are the marked elements.
func (l *List) Marked() []*run.ElementState { return l.marks.of(l.feed.Snapshot.Elements) }

// GoTo chooses an element, where it is seen.
func (l *List) GoTo(id model.ElementID) tea.Cmd {
	if at, found := l.find(id); found {
		l.choose(at)
	}
	return l.Want()
}

// Act does what a key asks of the list; false: it was not for it.
func (l *List) Act(action keys.Action) (tea.Cmd, bool) {
	switch action {
	case keys.Sort:
		l.order, l.picked = l.order.Next(), true
		l.arrange()
		return tea.Batch(l.Want(), screen.Say("Sorted by "+l.order.String()+"; s goes on.")), true
	case keys.Shape:
		l.shape, l.picked = (l.shape+1)%shapes, true
		l.arrange()
		return tea.Batch(l.Want(), screen.Say("Shown "+l.shape.String()+"; t goes on.")), true
	case keys.Fold:
		l.foldAll()
		l.arrange()
		return l.Want(), true
	case keys.NextMatch:
		return l.nextDoubt(), true
	case keys.Mark:
		l.toggle(l.snapshot.Elements, l.rows[l.Cursor.At].of)
		return l.move(keys.Down), true
	default:
	}
	if l.Filter.Act(action) {
		l.arrange()
		return l.Want(), true
	}
	if before := l.Cursor.At; l.Cursor.Move(action, len(l.rows)) {
		l.Cursor.At = before
		return l.move(action), true
	}
	return nil, false
}

// Heading reports whether a heading is chosen, whose rows Toggle shows or hides.
func (l *List) Heading() bool { return l.heading(l.Cursor.At) }

// Toggle shows or hides what is below the chosen heading.
func (l *List) Toggle() {
	l.fold(l.Cursor.At)
	l.arrange()
}

// Off says why something cannot be done with the list now.
func (l *List) Off(action keys.Action) string {
	switch action {
	case keys.Mark:
		if len(l.rows) == 0 {
			return "no element is shown"
		}
	case keys.Fold:
		if l.shape != Tree && l.shape != Alike {
			return "there are no headings to open or close; t shows the tree"
		}
	default:
	}
	return ""
}

// nextDoubt chooses the next element that a person should look at.
func (l *List) nextDoubt() tea.Cmd {
	at, found := l.doubtful(l.Cursor.At)
	if !found {
		return screen.Say("Nothing to check: every expression can be trusted.")
	}
	l.choose(at)
	return l.Want()
}

// move chooses another row.
func (l *List) move(action keys.Action) tea.Cmd {
	before := l.Cursor.At
	l.Cursor.Move(action, len(l.rows))
	step := 1
	if l.Cursor.At < before || action == keys.Top {
		step = -1
	}
	l.choose(l.nearest(l.Cursor.At, step))
	return l.Want()
}

// choose chooses a row, as a person has said.
func (l *List) choose(at int) {
	l.Cursor.At, l.picked = at, true
	l.remember()
}

// arrange makes the rows from the snapshot, and keeps the chosen element.
func (l *List) arrange() {
	l.seq = l.feed.Snapshot.Seq
	l.Filter.Shown, l.Filter.All = l.make(l.Filter.Text), len(l.feed.Snapshot.Elements)
	if at, found := l.find(l.id); l.picked && found {
		l.Cursor.At = at
		return
	}
	from := 0
	if l.picked {
		from = min(l.Cursor.At, len(l.rows)-1)
	}
	l.Cursor.At = l.nearest(from, 1)
	l.remember()
}

// remember keeps which element is chosen while the list changes.
func (l *List) remember() {
	l.id = ""
	if e := l.Chosen(); e != nil {
		l.id = e.ID
	}
}

// Summary is what is chosen, where that is a heading.
func (l *List) Summary() string {
	r := &l.rows[l.Cursor.At]
	return r.title + ": " + quantity.Plural(len(r.of), "element", "elements") + ", " + r.summary
}
