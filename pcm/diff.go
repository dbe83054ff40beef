package pcm

import (
	"bytes"
	"strconv"

	"beagle/internal/xmi"
	"beagle/model"
)

// Difference is one thing in which two versions of a model differ.
type Difference struct {
	Element  model.ElementID // the measurable element it belongs to, or the nearest id
	Name     string          // entityName of that element; empty: it has none
	Feature  string          // attribute, or the element that was added or removed
	Old, New string          // value before and after; empty: it is not there
	OldLine  int             // 0: not there
	NewLine  int             // 1-based; 0: not there
}

// Diff compares two versions of a model as a model: white space, the order of attributes and the spelling of
// characters do not count. sameBytes tells whether the files are identical altogether.
func Diff(before, after *Repository) (list []Difference, sameBytes bool) {
	d := differ{before: before, after: after}
	d.compare(before.doc.Root, after.doc.Root)
	return d.list, bytes.Equal(before.Bytes(), after.Bytes())
}

type differ struct {
	before, after *Repository
	list          []Difference
}

func owner(n *xmi.Node) (model.ElementID, string) {
	for ; n != nil; n = n.Parent {
		if id := xmi.ID(n); id != "" {
			return model.ElementID(id), n.Attr("entityName")
		}
	}
	return "", ""
}

func (d *differ) add(at *xmi.Node, difference Difference) {
	difference.Element, difference.Name = owner(at)
	d.list = append(d.list, difference)
}

func (d *differ) compare(a, b *xmi.Node) {
	if a.Name != b.Name {
		d.add(a, Difference{Feature: "element", Old: a.Name, New: b.Name, OldLine: a.Line(), NewLine: b.Line()})
	}
	d.attributes(a, b)
	matched := map[*xmi.Node]bool{}
	byKey := map[string]*xmi.Node{}
	for c := range b.Children() {
		byKey[childKey(c)] = c
	}
	for c := range a.Children() {
		other := byKey[childKey(c)]
		if other == nil || matched[other] {
			d.add(c, Difference{Feature: c.Local(), Old: summary(c), OldLine: c.Line()})
			continue
		}
		matched[other] = true
		d.compare(c, other)
	}
	for c := range b.Children() {
		if !matched[c] {
			d.add(c, Difference{Feature: c.Local(), New: summary(c), NewLine: c.Line()})
		}
	}
}

func (d *differ) attributes(a, b *xmi.Node) {
	report := func(name string) {
		old, hadOld := a.Get(name)
		now, hasNew := b.Get(name)
		if old == now && hadOld == hasNew {
			return
		}
		d.add(a, Difference{Feature: name, Old: old, New: now, OldLine: a.Line(), NewLine: b.Line()})
	}
	for i := range a.Attrs {
		report(a.AttrName(i))
	}
	for i := range b.Attrs {
		if a.Find(b.AttrName(i)) == nil {
			report(b.AttrName(i))
		}
	}
}

func childKey(n *xmi.Node) string {
	if id := xmi.ID(n); id != "" {
		return id
	}
	switch n.Local() {
	case featureInput:
		return n.Local() + referencePath(n.Child("namedReference__VariableUsage"))
	case featureChar:
		return n.Local() + n.Attr("type")
	case featureDemand:
		if r := n.Child(featureResource); r != nil {
			return n.Local() + r.Attr("href")
		}
	}
	return n.Local() + "." + strconv.Itoa(int(n.Index))
}

func summary(n *xmi.Node) string {
	for c := range n.Walk() {
		if text, ok := c.Get("specification"); ok {
			return text
		}
	}
	if name := n.Attr("entityName"); name != "" {
		return name
	}
	return xmi.ID(n)
}
