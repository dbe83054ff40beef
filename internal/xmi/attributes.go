package xmi

import (
	"math"
	"strings"
	"unicode/utf8"

	"beagle/internal/safe"
)

func (s *scanner) attributes(n *Node) error {
	n.scope = nil
	if n.Parent != nil {
		n.scope = n.Parent.scope
	}
	first := len(s.attrs)
	for {
		before := s.at
		s.space()
		if s.at >= len(s.text) {
			return s.fail(int(n.Start), "the tag <%s> is cut off", safe.Clip(n.Name))
		}
		if c := s.text[s.at]; c == '>' || c == '/' && s.at+1 < len(s.text) && s.text[s.at+1] == '>' {
			break
		}
		if before == s.at {
			return s.fail(s.at, "a space is missing in the tag <%s>", safe.Clip(n.Name))
		}
		a, err := s.attribute(n)
		if err != nil {
			return err
		}
		name := s.doc.nameOf(&a)
		for i := range s.attrs[first:] {
			if s.doc.nameOf(&s.attrs[first+i]) == name {
				return s.fail(int(a.Start), "the attribute %s stands twice in <%s>", safe.Clip(name), safe.Clip(n.Name))
			}
		}
		s.attrs = append(s.attrs, a)
		if len(s.attrs)-first > maxAttrs {
			return s.bound(int(a.Start), "more than %d attributes in one tag are not read", maxAttrs)
		}
	}
	n.Attrs = s.attrs[first:len(s.attrs):len(s.attrs)]
	if len(s.attrs) > 4096 {
		s.attrs = make([]Attr, 0, 8192) // a new slab; the old one stays with its nodes
	}
	s.declare(n)
	return nil
}

func (s *scanner) attribute(n *Node) (Attr, error) {
	a := Attr{Start: int32(s.at)}
	name := s.name()
	a.length = uint16(len(name))
	if name == "" || len(name) > math.MaxUint16 {
		return a, s.fail(s.at, "no attribute name where one is expected in <%s>", safe.Clip(n.Name))
	}
	s.space()
	if s.at >= len(s.text) || s.text[s.at] != '=' {
		return a, s.fail(s.at, "the attribute %s has no value", safe.Clip(name))
	}
	s.at++
	s.space()
	if s.at >= len(s.text) || s.text[s.at] != '"' && s.text[s.at] != '\'' {
		return a, s.fail(s.at, "the value of %s is not quoted", safe.Clip(name))
	}
	quote := s.text[s.at]
	s.at++
	end := strings.IndexByte(s.text[s.at:], quote)
	if end < 0 {
		return a, s.fail(int(a.Start), "the value of %s does not end: the file is cut off", safe.Clip(name))
	}
	if end > maxValue {
		return a, s.bound(int(a.Start), "the value of %s has %d bytes; more than %d are not read", safe.Clip(name), end, maxValue)
	}
	a.From, a.To = int32(s.at), int32(s.at+end)
	s.at += end + 1
	return a, s.checkValue(&a)
}

func (s *scanner) checkValue(a *Attr) error {
	name := s.doc.nameOf(a)
	raw := s.text[a.From:a.To]
	a.plain = true
	high := false
	for i := range len(raw) {
		switch c := raw[i]; {
		case c == '<':
			return s.fail(int(a.From)+i, "\"<\" inside the value of %s: write &lt;", safe.Clip(name))
		case c == '&':
			a.plain = false
			if _, length := entity(raw[i:]); length == 0 {
				return s.fail(int(a.From)+i, "this is no character reference: write &amp; for &")
			}
		case c == '\t' || c == '\n' || c == '\r':
			a.plain = false
		case c < 0x20:
			return s.fail(int(a.From)+i, "a control character (code %d) inside the value of %s", c, safe.Clip(name))
		case c >= 0x80:
			high = true
		}
	}
	if high && s.doc.latin {
		a.plain = false
	}
	if high && !s.doc.latin && (!utf8.ValidString(raw) || s.doc.ASCII()) {
		a.invalid = true
	}
	return nil
}

func (s *scanner) declare(n *Node) {
	for i := range n.Attrs {
		name := n.AttrName(i)
		if !strings.HasPrefix(name, "xmlns") || len(name) > 5 && name[5] != ':' {
			continue
		}
		if n.Parent == nil && n.scope == nil || n.Parent != nil && n.scope == n.Parent.scope {
			n.scope = &scope{outer: n.scope, prefixes: map[string]string{}}
		}
		n.scope.prefixes[strings.TrimPrefix(name[5:], ":")] = s.doc.value(&n.Attrs[i])
	}
}
