package elementtree

import (
	"beagle/model"
	"beagle/tui/words"
)

// Row is what is drawn of one row.
type Row struct {
	Depth   int    // 0 at the outermost
	Label   string // what people read
	Note    string // what stands beside it, muted
	Leaf    bool   // an element; else a group of them
	Open    bool   // the group's rows follow
	State   State  // how much of it is chosen
	Off     string // why it cannot be chosen
	On, All int    // elements chosen and in all, below
}

// Row describes row i.
func (t *Tree) Row(i int) Row {
	r := t.rows[i]
	n := r.node
	return Row{
		Depth: r.depth, Label: n.label, Note: n.note, Leaf: n.element >= 0, Open: n.open,
		State: n.state(), Off: n.off, On: n.on, All: n.total,
	}
}

// Element is the element of row i: its own, or else the first one below it.
func (t *Tree) Element(i int) *model.Element {
	if i < 0 || i >= len(t.rows) {
		return nil
	}
	n := t.rows[i].node
	for n.element < 0 {
		n = n.children[0]
	}
	return &t.elements[n.element]
}

// Toggle chooses what belongs to row i and is shown, or drops it where all of
// it is chosen. It says why where nothing can be chosen.
func (t *Tree) Toggle(i int) string {
	n := t.rows[i].node
	if n.off != "" {
		return n.label + " has no link into the source, so it cannot be measured."
	}
	if n.total == 0 {
		return "Nothing in " + n.label + " has a link into the source, so nothing can be measured."
	}
	shown := t.leaves(n)
	on := false
	for _, leaf := range shown {
		on = on || leaf.off == "" && leaf.on == 0
	}
	for _, leaf := range shown {
		t.set(leaf, on)
	}
	return ""
}

// SetShown chooses or drops everything that the filter shows.
func (t *Tree) SetShown(on bool) {
	for _, root := range t.roots {
		for _, leaf := range t.leaves(root) {
			t.set(leaf, on)
		}
	}
}

// leaves are the leaves below n that the filter shows.
func (t *Tree) leaves(n *node) []*node {
	if n.element >= 0 {
		return []*node{n}
	}
	var out []*node
	for _, child := range n.children {
		if t.filter == "" || child.shown > 0 {
			out = append(out, t.leaves(child)...)
		}
	}
	return out
}

// Filter shows only elements that match, with all rows above them open.
func (t *Tree) Filter(filter string) {
	t.filter = filter
	for _, root := range t.roots {
		root.shown = 0
		for _, service := range root.children {
			service.shown = 0
			for _, leaf := range service.children {
				leaf.shown = 0
				if words.Matches(&t.elements[leaf.element], filter) {
					leaf.shown, service.shown, root.shown = 1, service.shown+1, root.shown+1
				}
			}
		}
	}
	t.rebuild()
}

// Open opens row i; it reports whether that changed anything.
func (t *Tree) Open(i int) bool {
	n := t.rows[i].node
	if n.element >= 0 || n.open {
		return false
	}
	n.open = true
	t.rebuild()
	return true
}

// Close closes row i, or goes to the row it belongs to; it gives the row to be
// at.
func (t *Tree) Close(i int) int {
	n := t.rows[i].node
	if n.open && n.element < 0 {
		n.open = false
		t.rebuild()
		return i
	}
	for j := i - 1; j >= 0; j-- {
		if t.rows[j].node == n.parent {
			return j
		}
	}
	return i
}

// OpenAll opens all rows, or closes them where all are open. Row i stays in
// sight; its new place is given.
func (t *Tree) OpenAll(i int) int {
	at := t.rows[i].node
	open := false
	for _, root := range t.roots {
		for _, service := range root.children {
			open = open || !service.open || !root.open
		}
	}
	for _, root := range t.roots {
		root.open = true
		for _, service := range root.children {
			service.open = open
		}
	}
	t.rebuild()
	for n := at; n != nil; n = n.parent {
		for j, r := range t.rows {
			if r.node == n {
				return j
			}
		}
	}
	return 0
}

// rebuild works out the rows that are seen, from what is unfolded and filtered.
func (t *Tree) rebuild() {
	t.rows = t.rows[:0]
	filtered := t.filter != ""
	for _, root := range t.roots {
		t.add(root, 0, filtered)
	}
}

func (t *Tree) add(n *node, depth int, filtered bool) {
	if filtered && n.shown == 0 {
		return
	}
	t.rows = append(t.rows, row{n, depth})
	if n.open || filtered {
		for _, child := range n.children {
			t.add(child, depth+1, filtered)
		}
	}
}
