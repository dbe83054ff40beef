// Package elementtree is the tree of components, services and elements with
// boxes of three states. It is made for models with tens of thousands of
// elements: what is seen is a flat list that changes only when a row opens,
// closes or is filtered away, and only the window is drawn.
package elementtree

import (
	"beagle/model"
	"beagle/tui/words"
)

// State is the state of a box.
type State uint8

// The states of a box.
const (
	None State = iota // chosen
	Some              // of a node: some of the elements below it
	All               // of a node: all of them; of an element: it is chosen
)

// Tree is the tree; its rows are what is seen now.
type Tree struct {
	elements []model.Element
	roots    []*node
	rows     []row
	filter   string
	chosen   int
}

// node is a component, a service or an element.
type node struct {
	label    string
	note     string
	element  int // index into elements; -1: a component or service
	parent   *node
	children []*node
	open     bool
	total    int // elements below that can be chosen
	on       int // of these, chosen
	shown    int // elements below that the filter shows
	off      string
}

// row is a node that is seen, and how far it is indented.
type row struct {
	node  *node
	depth int
}

// New builds the tree in model order. Elements without a link cannot be
// chosen: there is nothing to measure.
func New(elements []model.Element) *Tree {
	t := &Tree{elements: elements}
	components, services := map[string]*node{}, map[string]*node{}
	called := words.Services(elements)
	for i := range elements {
		e := &elements[i]
		component := components[e.Component]
		if component == nil {
			component = &node{label: words.Component(e), element: -1, open: true}
			components[e.Component] = component
			t.roots = append(t.roots, component)
		}
		key := e.Component + "\x00" + e.SEFF + "\x00" + e.Service
		service := services[key]
		if service == nil {
			service = &node{label: called[i], element: -1, parent: component}
			services[key] = service
			component.children = append(component.children, service)
		}
		leaf := &node{label: words.Name(e), note: words.Short(e.Kind), element: i, parent: service}
		if !e.Linked() {
			leaf.off = "no link"
		}
		service.children = append(service.children, leaf)
		if leaf.off == "" {
			for n := leaf; n != nil; n = n.parent {
				n.total++
			}
		}
	}
	// A small model is seen as a whole; a large one opens by hand.
	if len(elements) <= 40 {
		for _, s := range services {
			s.open = true
		}
	}
	t.rebuild()
	return t
}

// Len is the number of rows that are seen.
func (t *Tree) Len() int { return len(t.rows) }

// Chosen is the number of chosen elements, Total that of those that could be.
func (t *Tree) Chosen() int { return t.chosen }

// Total is the number of elements that can be chosen.
func (t *Tree) Total() int {
	n := 0
	for _, root := range t.roots {
		n += root.total
	}
	return n
}

// Choose chooses exactly the elements that the function wants.
func (t *Tree) Choose(want func(*model.Element) bool) {
	t.each(func(n *node) { t.set(n, want(&t.elements[n.element])) })
}

// each visits the leaves in tree order.
func (t *Tree) each(visit func(*node)) {
	for _, root := range t.roots {
		for _, service := range root.children {
			for _, leaf := range service.children {
				visit(leaf)
			}
		}
	}
}

// set chooses or drops one leaf and keeps the counts above it.
func (t *Tree) set(leaf *node, on bool) {
	if leaf.off != "" || on == (leaf.on > 0) {
		return
	}
	step := 1
	if !on {
		step = -1
	}
	t.chosen += step
	for n := leaf; n != nil; n = n.parent {
		n.on += step
	}
}

// state is whether all, some or none below a node are chosen.
func (n *node) state() State {
	switch n.on {
	case 0:
		return None
	case n.total:
		return All
	default:
		return Some
	}
}

// Selection names what is chosen as shortly as it can be said: whole
// components and services by name or id, else elements. Everything, or
// nothing, is the empty selection; see Chosen.
func (t *Tree) Selection() (components, services, elements []string) {
	if t.chosen == t.Total() {
		return nil, nil, nil
	}
	for _, root := range t.roots {
		if e := &t.elements[root.first()]; root.state() == All && e.Component != "" {
			components = append(components, e.Component)
			continue
		}
		for _, service := range root.children {
			if e := &t.elements[service.first()]; service.state() == All && e.SEFF != "" && len(service.children) > 1 {
				services = append(services, e.SEFF)
				continue
			}
			for _, leaf := range service.children {
				if leaf.on > 0 {
					elements = append(elements, string(t.elements[leaf.element].ID))
				}
			}
		}
	}
	return components, services, elements
}

// first is the first element at or below n.
func (n *node) first() int {
	for n.element < 0 {
		n = n.children[0]
	}
	return n.element
}
