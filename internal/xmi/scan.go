package xmi

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"beagle/internal/safe"
)

// Bounds of what is read.
const (
	MaxBytes = 256 << 20
	MaxDepth = 1000
	maxNodes = 8 << 20
	maxAttrs = 256
	maxValue = 8 << 20 // bytes of one attribute value
)

// SyntaxError says why a file is not well-formed, and where.
type SyntaxError struct {
	Line, Column int    // 1-based; columns count bytes
	Message      string // what is wrong, one sentence without full stop
	Bound        bool   // the file may be XML; it is our own bounds that it does not keep
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Parse reads a file. Errors are *SyntaxError.
func Parse(data []byte) (*Document, error) {
	d := &Document{Data: data}
	if len(data) > MaxBytes {
		return nil, &SyntaxError{Line: 1, Column: 1, Message: fmt.Sprintf("the file has %d bytes; more than %d are not read", len(data), MaxBytes), Bound: true}
	}
	// The same bytes, not a copy: a large model's text is a good part of all memory.
	d.text = unsafe.String(unsafe.SliceData(data), len(data))
	for at := 0; ; {
		next := bytes.IndexByte(data[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
		d.lines = append(d.lines, int32(at-1))
	}
	s := scanner{doc: d, text: d.text, attrs: make([]Attr, 0, min(8192, 64+len(data)/64))}
	if err := s.run(); err != nil {
		return nil, err
	}
	return d, nil
}

type scanner struct {
	doc   *Document
	text  string
	at    int
	depth int
	nodes int
	open  *Node
	slab  []Node
	attrs []Attr
	count map[*Node]map[string]int32 // children by name, only of open elements
}

func (s *scanner) fail(at int, format string, args ...any) error {
	line := s.doc.Line(at)
	start := 0
	if line > 1 {
		start = int(s.doc.lines[line-2]) + 1
	}
	return &SyntaxError{Line: line, Column: at - start + 1, Message: fmt.Sprintf(format, args...)}
}

func (s *scanner) bound(at int, format string, args ...any) error {
	err := s.fail(at, format, args...)
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		syntax.Bound = true
	}
	return err
}

func (s *scanner) run() error {
	if strings.HasPrefix(s.text, "\xfe\xff") || strings.HasPrefix(s.text, "\xff\xfe") {
		return s.bound(0, "the file is UTF-16; save it as UTF-8")
	}
	s.at = len("\ufeff")
	if !strings.HasPrefix(s.text, "\ufeff") {
		s.at = 0
	}
	if err := s.declaration(); err != nil {
		return err
	}
	for {
		next := strings.IndexByte(s.text[s.at:], '<')
		if next < 0 {
			break
		}
		if s.open == nil {
			if err := s.outside(s.text[s.at : s.at+next]); err != nil {
				return err
			}
		}
		s.at += next
		if err := s.markup(); err != nil {
			return err
		}
	}
	if s.open != nil {
		return s.fail(len(s.text), "the file ends inside <%s> of line %d: it is cut off", safe.Clip(s.open.Name), s.open.Line())
	}
	if s.doc.Root == nil {
		return s.fail(s.at, "there is no XML element: this is not a model file")
	}
	return s.outside(s.text[s.at:])
}

func (s *scanner) outside(text string) error {
	if i := strings.IndexFunc(text, func(r rune) bool { return r != ' ' && r != '\t' && r != '\r' && r != '\n' }); i >= 0 {
		return s.fail(s.at+i, "text outside of the root element: this is not XML")
	}
	return nil
}

func (s *scanner) declaration() error {
	rest := s.text[s.at:]
	if !strings.HasPrefix(rest, "<?xml") || len(rest) < 6 || !isSpace(rest[5]) {
		return nil
	}
	end := strings.Index(rest, "?>")
	if end < 0 {
		return s.fail(s.at, "the XML declaration is cut off")
	}
	decl := rest[:end]
	if _, after, ok := strings.Cut(decl, "encoding"); ok {
		value := strings.TrimLeft(after, " \t\r\n=")
		if value != "" {
			if j := strings.IndexByte(value[1:], value[0]); j >= 0 {
				s.doc.Encoding = value[1 : 1+j]
			}
		}
	}
	switch name := strings.ToUpper(s.doc.Encoding); {
	case name == "" || name == "UTF-8" || name == "UTF8" || name == "ASCII" || name == "US-ASCII":
	case strings.HasPrefix(name, "ISO-8859-") || strings.HasPrefix(name, "ISO8859-") || name == "LATIN1" ||
		strings.HasPrefix(name, "WINDOWS-125") || strings.HasPrefix(name, "CP125"):
		s.doc.latin = true // one byte is one character; which one beyond ASCII matters only on screen
	default:
		return s.bound(s.at, "the encoding %q is not read; save the file as UTF-8", safe.Clip(s.doc.Encoding))
	}
	s.at += end + 2
	return nil
}

func (s *scanner) markup() error {
	rest := s.text[s.at:]
	switch {
	case strings.HasPrefix(rest, "</"):
		return s.endTag()
	case strings.HasPrefix(rest, "<!--"):
		return s.skip("-->", "comment")
	case strings.HasPrefix(rest, "<![CDATA["):
		if s.open == nil {
			return s.fail(s.at, "text outside of the root element: this is not XML")
		}
		return s.skip("]]>", "CDATA section")
	case strings.HasPrefix(rest, "<?"):
		return s.skip("?>", "processing instruction")
	case strings.HasPrefix(rest, "<!"):
		end := strings.IndexByte(rest, '>')
		if end < 0 || strings.IndexByte(rest[:end], '[') >= 0 {
			return s.bound(s.at, "document type definitions are not read: model files have none")
		}
		s.at += end + 1
		return nil
	default:
		return s.startTag()
	}
}

func (s *scanner) skip(end, what string) error {
	i := strings.Index(s.text[s.at:], end)
	if i < 0 {
		return s.fail(s.at, "this %s does not end: the file is cut off", what)
	}
	s.at += i + len(end)
	return nil
}

func (s *scanner) endTag() error {
	end := strings.IndexByte(s.text[s.at:], '>')
	if end < 0 {
		return s.fail(s.at, "this end tag is cut off")
	}
	name := strings.TrimRight(s.text[s.at+2:s.at+end], " \t\r\n")
	n := s.open
	if n == nil {
		return s.fail(s.at, "</%s> closes nothing", safe.Clip(name))
	}
	if name != n.Name {
		return s.fail(s.at, "</%s> closes <%s> of line %d", safe.Clip(name), safe.Clip(n.Name), n.Line())
	}
	n.Close = int32(s.at)
	s.at += end + 1
	n.End = int32(s.at)
	delete(s.count, n)
	s.open = n.Parent
	s.depth--
	return nil
}

func (s *scanner) startTag() error {
	start := s.at
	if s.open == nil && s.doc.Root != nil {
		return s.fail(start, "a second root element: two files in one?")
	}
	s.at++
	name := s.name()
	if name == "" {
		return s.fail(start, "\"<\" starts no tag")
	}
	if s.nodes++; s.nodes > maxNodes {
		return s.bound(start, "more than %d elements are not read", maxNodes)
	}
	n := s.node()
	n.doc, n.Name, n.Start, n.Parent = s.doc, name, int32(start), s.open
	if err := s.attributes(n); err != nil {
		return err
	}
	s.attach(n)
	closed := s.text[s.at] == '/'
	if closed {
		s.at++
	}
	s.at++ // ">"
	n.TagEnd = int32(s.at)
	if closed {
		n.Close, n.End = n.TagEnd, n.TagEnd
		return nil
	}
	if s.depth++; s.depth > MaxDepth {
		return s.bound(start, "elements nested more than %d deep are not read", MaxDepth)
	}
	s.open = n
	return nil
}

func (s *scanner) node() *Node {
	if len(s.slab) == 0 {
		s.slab = make([]Node, min(1024, 16+s.nodes))
	}
	n := &s.slab[0]
	s.slab = s.slab[1:]
	return n
}

func (s *scanner) attach(n *Node) {
	p := s.open
	if p == nil {
		s.doc.Root = n
		return
	}
	if p.last == nil {
		p.First, p.last = n, n
		return
	}
	if p.last.Name == n.Name {
		n.Index = p.last.Index + 1
	} else {
		n.Index = s.number(p, n.Name)
	}
	p.last.Next, p.last = n, n
}

// number counts earlier siblings of that name.
func (s *scanner) number(p *Node, name string) int32 {
	few := 0
	next := int32(0)
	for c := p.First; c != nil && few <= 16; c = c.Next {
		few++
		if c.Name == name {
			next = c.Index + 1
		}
	}
	if few <= 16 {
		return next
	}
	if s.count == nil {
		s.count = map[*Node]map[string]int32{}
	}
	counts := s.count[p]
	if counts == nil {
		counts = map[string]int32{}
		s.count[p] = counts
		for c := p.First; c != nil; c = c.Next {
			counts[c.Name] = c.Index + 1
		}
	}
	if counts[p.last.Name] < p.last.Index+1 {
		counts[p.last.Name] = p.last.Index + 1
	}
	return counts[name]
}

func (s *scanner) name() string {
	start := s.at
	for s.at < len(s.text) && isName(s.text[s.at]) {
		s.at++
	}
	return s.text[start:s.at]
}

func (s *scanner) space() {
	for s.at < len(s.text) && isSpace(s.text[s.at]) {
		s.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '_' || c == ':' || c == '-' || c == '.' || c >= 0x80
}
