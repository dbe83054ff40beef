package xmi

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
)

// Editor collects changes to a document and splices them into its bytes.
type Editor struct {
	doc     *Document
	splices []splice
	inserts map[*Node][]insert
	removed map[*Node]bool
	err     error
}

// Fragment is an element to be added.
type Fragment struct {
	Name     string      // of the element, with its prefix
	Attrs    [][2]string // name, value
	Children []Fragment  // in their order
}

type splice struct {
	start, end int
	text       string
}

type insert struct {
	before   *Node // nil: at the end
	fragment Fragment
}

// Edit starts a change of the document.
func (d *Document) Edit() *Editor {
	return &Editor{doc: d, inserts: map[*Node][]insert{}, removed: map[*Node]bool{}}
}

func (e *Editor) splice(start, end int, text string) {
	e.splices = append(e.splices, splice{start, end, text})
}

// Set gives an attribute a value. A value that is already there changes nothing.
func (e *Editor) Set(n *Node, name, value string) {
	a := n.Find(name)
	quote := byte('"')
	if a != nil {
		if e.doc.value(a) == value {
			return
		}
		quote = e.doc.Data[a.From-1]
	}
	text, err := e.doc.escape(value, quote)
	if err != nil {
		e.fail(fmt.Errorf("line %d: %s: %w", n.Line(), name, err))
		return
	}
	if a != nil {
		e.splice(int(a.From), int(a.To), text)
		return
	}
	at := e.tagTail(n)
	e.splice(at, at, " "+name+`="`+text+`"`)
}

// Declare binds a prefix on the root element, where Eclipse would put it.
func (e *Editor) Declare(prefix, uri string) {
	root := e.doc.Root
	name := "xmlns:" + prefix
	text, err := e.doc.escape(uri, '"')
	if err != nil {
		e.fail(err)
		return
	}
	at := e.tagTail(root)
	fixed := map[string]bool{"xmlns:xmi": true, "xmlns:xsi": true, "xmi:version": true}
	seen := false
	for i := range root.Attrs {
		a := &root.Attrs[i]
		if other := root.AttrName(i); strings.HasPrefix(other, "xmlns") && (fixed[other] || other < name) {
			at, seen = int(a.To)+1, true
		}
	}
	if !seen && len(root.Attrs) > 0 {
		at = int(root.Attrs[len(root.Attrs)-1].To) + 1
	}
	e.splice(at, at, " "+name+`="`+text+`"`)
}

// Unset takes an attribute away, with the white space before it.
func (e *Editor) Unset(n *Node, name string) {
	a := n.Find(name)
	if a == nil {
		return
	}
	start := int(a.Start)
	for start > 0 && isSpace(e.doc.Data[start-1]) {
		start--
	}
	e.splice(start, int(a.To)+1, "")
}

// Insert adds an element to parent, before one of its children or, where before is nil, at the end.
func (e *Editor) Insert(parent, before *Node, f Fragment) {
	e.inserts[parent] = append(e.inserts[parent], insert{before, f})
}

// Remove takes an element away, with the white space before it.
func (e *Editor) Remove(n *Node) {
	e.removed[n] = true
	e.splice(e.leadStart(n), int(n.End), "")
}

// Bytes is the changed file.
func (e *Editor) Bytes() ([]byte, error) {
	for parent, inserts := range e.inserts {
		e.render(parent, inserts)
	}
	if e.err != nil {
		return nil, e.err
	}
	splices := e.splices
	sort.SliceStable(splices, func(i, j int) bool {
		a, b := splices[i], splices[j]
		if a.start != b.start {
			return a.start < b.start
		}
		return a.end < b.end // additions before replacements at the same place
	})
	var out bytes.Buffer
	at := 0
	for _, s := range splices {
		if s.start < at {
			return nil, fmt.Errorf("two changes of the same place on line %d", e.doc.Line(s.start))
		}
		out.Write(e.doc.Data[at:s.start])
		out.WriteString(s.text)
		at = s.end
	}
	out.Write(e.doc.Data[at:])
	return out.Bytes(), nil
}

func (e *Editor) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

func (e *Editor) tagTail(n *Node) int {
	if len(n.Attrs) > 0 {
		return int(n.Attrs[len(n.Attrs)-1].To) + 1
	}
	return int(n.Start) + 1 + len(n.Name)
}

func (e *Editor) render(parent *Node, inserts []insert) {
	indent := e.childIndent(parent)
	unit := e.unit(parent, indent)
	var tail strings.Builder // what goes to the end
	for _, in := range inserts {
		if in.before == nil || e.removed[in.before] {
			tail.WriteString(indent)
			e.write(&tail, in.fragment, indent, unit)
			continue
		}
		var b strings.Builder
		e.write(&b, in.fragment, indent, unit)
		b.WriteString(indent)
		e.splice(int(in.before.Start), int(in.before.Start), b.String())
	}
	if tail.Len() == 0 {
		return
	}
	own := e.lead(parent)
	switch {
	case parent.selfClosing():
		start := int(parent.TagEnd) - 2
		for isSpace(e.doc.Data[start-1]) {
			start--
		}
		e.splice(start, int(parent.TagEnd), ">"+tail.String()+own+"</"+parent.Name+">")
	case parent.last != nil:
		e.splice(int(parent.last.End), int(parent.last.End), tail.String())
	case parent.TagEnd == parent.Close:
		e.splice(int(parent.TagEnd), int(parent.TagEnd), tail.String()+own)
	default:
		e.splice(int(parent.TagEnd), int(parent.TagEnd), tail.String())
	}
}

func (e *Editor) write(b *strings.Builder, f Fragment, indent, unit string) {
	b.WriteString("<" + f.Name)
	for _, attr := range f.Attrs {
		text, err := e.doc.escape(attr[1], '"')
		if err != nil {
			e.fail(fmt.Errorf("%s: %w", attr[0], err))
		}
		b.WriteString(" " + attr[0] + `="` + text + `"`)
	}
	if len(f.Children) == 0 {
		b.WriteString("/>")
		return
	}
	b.WriteString(">")
	inner := indent
	if indent != "" {
		inner += unit
	}
	for _, child := range f.Children {
		b.WriteString(inner)
		e.write(b, child, inner, unit)
	}
	b.WriteString(indent + "</" + f.Name + ">")
}

func (e *Editor) leadStart(n *Node) int {
	at := int(n.Start)
	for at > 0 && isSpace(e.doc.Data[at-1]) {
		at--
	}
	return at
}

func (e *Editor) lead(n *Node) string {
	white := string(e.doc.Data[e.leadStart(n):n.Start])
	i := strings.LastIndexByte(white, '\n')
	if i < 0 {
		return ""
	}
	if i > 0 && white[i-1] == '\r' {
		i--
	}
	return white[i:]
}

func (e *Editor) childIndent(parent *Node) string {
	if parent.First != nil {
		return e.lead(parent.First)
	}
	own := e.lead(parent)
	if own == "" {
		return ""
	}
	if outer := parent.Parent; outer != nil {
		if up := e.lead(outer); up != "" && strings.HasPrefix(own, up) && len(own) > len(up) {
			return own + own[len(up):]
		}
	}
	return own + "  "
}

func (e *Editor) unit(parent *Node, indent string) string {
	own := e.lead(parent)
	if own != "" && strings.HasPrefix(indent, own) && len(indent) > len(own) {
		return indent[len(own):]
	}
	return "  "
}
