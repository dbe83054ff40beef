// Package xmi reads an XML file into a tree that knows where every tag and attribute value stands, and changes the
// file by replacing exactly those bytes.
package xmi

import (
	"iter"
	"sort"
	"strings"
)

// Document is a parsed file.
type Document struct {
	Data     []byte // the file as it was read; must not be changed
	Root     *Node  // the outermost element
	Encoding string // as declared, e.g. "ASCII"; empty: not declared, hence UTF-8

	text  string // the same bytes
	latin bool   // one byte is one character
	lines []int32
}

// Node is one element. Offsets are bytes from the start of the file.
type Node struct {
	Parent, First, Next *Node  // the element around it, the first in it, and the next beside it; nil: none
	Name                string // as written, e.g. "repository:Repository"
	Attrs               []Attr // in the order of the file
	Start               int32  // of "<"
	TagEnd              int32  // after the ">" of the start tag
	Close               int32  // of "</"; equal to TagEnd where the tag closes itself
	End                 int32  // after the element
	Index               int32  // position among the siblings of the same name

	last  *Node
	scope *scope
	doc   *Document
}

// Attr is one attribute. Its value stands between From and To, without quotes.
type Attr struct {
	Start          int32  // of the name
	From, To       int32  // byte offsets of the value between its quotes
	length         uint16 // of the name
	plain, invalid bool   // invalid: bytes that the declared encoding does not have
}

type scope struct {
	outer    *scope
	prefixes map[string]string
}

func localName(name string) string {
	if _, after, ok := strings.Cut(name, ":"); ok {
		return after
	}
	return name
}

// Local is the element's name without its prefix.
func (n *Node) Local() string { return localName(n.Name) }

// Doc is the file that the element stands in.
func (n *Node) Doc() *Document { return n.doc }

func (n *Node) selfClosing() bool { return n.doc.Data[n.TagEnd-2] == '/' }

// Line is the line of the element's start tag, 1-based.
func (n *Node) Line() int { return n.doc.Line(int(n.Start)) }

// Space is the namespace of the element's own name.
func (n *Node) Space() string {
	prefix, _, found := strings.Cut(n.Name, ":")
	if !found {
		prefix = ""
	}
	return n.Lookup(prefix)
}

// Lookup is the namespace that a prefix is bound to; "" where it is not.
func (n *Node) Lookup(prefix string) string {
	for s := n.scope; s != nil; s = s.outer {
		if uri, ok := s.prefixes[prefix]; ok {
			return uri
		}
	}
	return ""
}

// Namespaces yields the namespaces that the element itself declares, by prefix.
func (n *Node) Namespaces() map[string]string {
	if n.scope == nil || n.Parent != nil && n.scope == n.Parent.scope {
		return nil
	}
	return n.scope.prefixes
}

// Prefix is a prefix in scope that is bound to one of the namespaces that match; ok is false where there is none. The
// default namespace has prefix "".
func (n *Node) Prefix(match func(uri string) bool) (prefix, uri string, ok bool) {
	hidden := map[string]bool{}
	for s := n.scope; s != nil; s = s.outer {
		names := make([]string, 0, len(s.prefixes))
		for p := range s.prefixes {
			names = append(names, p)
		}
		sort.Strings(names)
		for _, p := range names {
			if hidden[p] {
				continue
			}
			hidden[p] = true
			if match(s.prefixes[p]) {
				return p, s.prefixes[p], true
			}
		}
	}
	return "", "", false
}

// AttrName is the name of the i-th attribute as written.
func (n *Node) AttrName(i int) string { return n.doc.nameOf(&n.Attrs[i]) }

func (d *Document) nameOf(a *Attr) string { return d.text[a.Start : a.Start+int32(a.length)] }

// Find returns the attribute of that name as written, or nil.
func (n *Node) Find(name string) *Attr {
	for i := range n.Attrs {
		if n.AttrName(i) == name {
			return &n.Attrs[i]
		}
	}
	return nil
}

// Attr is the value of an attribute as an XML reader sees it; "" where absent.
func (n *Node) Attr(name string) string {
	value, _ := n.Get(name)
	return value
}

// Get is the value of an attribute, and whether it is present.
func (n *Node) Get(name string) (string, bool) {
	a := n.Find(name)
	if a == nil {
		return "", false
	}
	return n.doc.value(a), true
}

// Type is the qualified name in the element's xsi:type (or xmi:type), resolved.
func (n *Node) Type() (space, local string) {
	a := n.typeAttr()
	if a == nil {
		return "", ""
	}
	prefix, name, found := strings.Cut(strings.TrimSpace(n.doc.value(a)), ":")
	if !found {
		prefix, name = "", prefix
	}
	return n.Lookup(prefix), name
}

// TypeAttr is the name of the attribute that holds the type; "" where absent.
func (n *Node) TypeAttr() string {
	if a := n.typeAttr(); a != nil {
		return n.doc.nameOf(a)
	}
	return ""
}

func (n *Node) typeAttr() *Attr {
	for i := range n.Attrs {
		prefix, local, found := strings.Cut(n.AttrName(i), ":")
		if !found || local != "type" {
			continue
		}
		if uri := n.Lookup(prefix); uri == XSI || IsXMI(uri) {
			return &n.Attrs[i]
		}
	}
	return nil
}

// XSI is the namespace of xsi:type.
const XSI = "http://www.w3.org/2001/XMLSchema-instance"

// IsXMI reports whether a namespace is one of XMI's.
func IsXMI(uri string) bool {
	return uri == "http://www.omg.org/XMI" || strings.HasPrefix(uri, "http://schema.omg.org/spec/XMI/")
}

// Children yields the element's children in file order.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for c := n.First; c != nil; c = c.Next {
			if !yield(c) {
				return
			}
		}
	}
}

// All yields the children of that local name in file order.
func (n *Node) All(local string) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for c := n.First; c != nil; c = c.Next {
			if c.Local() == local && !yield(c) {
				return
			}
		}
	}
}

// Child is the first child of that local name, or nil.
func (n *Node) Child(local string) *Node {
	for c := n.First; c != nil; c = c.Next {
		if c.Local() == local {
			return c
		}
	}
	return nil
}

// Walk yields the element and everything below it in file order.
func (n *Node) Walk() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for c := n; c != nil; c = c.following(n) {
			if !yield(c) {
				return
			}
		}
	}
}

func (n *Node) following(top *Node) *Node {
	if n.First != nil {
		return n.First
	}
	for ; n != top; n = n.Parent {
		if n.Next != nil {
			return n.Next
		}
	}
	return nil
}

// Line is the line of a byte offset, 1-based.
func (d *Document) Line(offset int) int {
	return sort.Search(len(d.lines), func(i int) bool { return int(d.lines[i]) >= offset }) + 1
}

// Text is the text directly inside the element, up to its first child, as an XML reader sees it.
func (n *Node) Text() string {
	to := n.Close
	if n.First != nil {
		to = n.First.Start
	}
	return n.doc.value(&Attr{From: n.TagEnd, To: to})
}
