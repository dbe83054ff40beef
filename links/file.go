package links

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

// File is a file of source statement links.
type File struct {
	Path      string // of the file, as it was given
	Model     Hash   // of the repository; empty: not given
	Links     []Link // in the order of the file
	Hashes    []Hash // of the source files
	Whole     bool   // all that has statements of its own is linked
	Named     bool   // by names alone (ByName); nobody wrote a file
	Described bool   // the file has an element for the repository's hash
}

// Link gives the statements that an element of the model stands for.
type Link struct {
	Element string    // PCM id
	First   Position  // beginning of its first statement
	Last    *Position // nil: the first statement is the only one
	Line    int       // in the links file
	Of      string    // as in model.Section
}

// Position is the first character of a statement.
type Position struct {
	Unit   string // fully qualified name of the compilation unit
	Offset int    // UTF-16 code units from the start of the file
}

// Hash is the hash that a file had when the links were made.
type Hash struct {
	Unit      string // compilation unit; empty for the repository
	Algorithm string // as written; empty means md5
	Value     string // lower-case hexadecimal
	Line      int    // of the entry in the file, 1-based
}

const namespace = "http://sdq.ipd.uka.de/beagle/core/pcmsourcestatementlink"

const (
	rootName = "PcmSourceStatementLinkRepository"
	maxBytes = 64 << 20
	maxLinks = 1 << 20
)

// Read reads a links file: the original's XML, or Beagle's own mapping. Errors are of type model.Problem.
func Read(path string) (*File, error) { return readAny(path) }

func readFile(path string) ([]byte, error) {
	p := model.Problem{Severity: model.Error, File: path, Rule: "file"}
	data, err := safe.ReadFile(path, maxBytes)
	if errors.Is(err, os.ErrNotExist) {
		p.Message, p.Hint = "there is no such file", "check the path in the configuration"
		return nil, p
	}
	if err != nil {
		p.Message = "the file cannot be read: " + err.Error()
		return nil, p
	}
	return data, nil
}

func parseLinks(name string, data []byte) (*File, error) {
	doc, err := wellFormed(name, data)
	if err != nil {
		return nil, err
	}
	f := &File{Path: name}
	if doc.Root.Local() != rootName {
		return nil, f.fail(doc.Root, "this is no file of source statement links: its root element is <"+safe.Clip(doc.Root.Name)+">, not <"+rootName+">",
			"name the file that ends in _source_statement_links.xml")
	}
	for n := range doc.Root.Children() {
		if err := f.read(n); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func wellFormed(name string, data []byte) (*xmi.Document, error) {
	doc, err := xmi.Parse(data)
	if err == nil {
		return doc, nil
	}
	p := model.Problem{Severity: model.Error, File: name, Rule: "xml", Message: err.Error(), Hint: "make the links anew, or restore the file"}
	var syntax *xmi.SyntaxError
	if errors.As(err, &syntax) {
		p.Line, p.Column, p.Message = syntax.Line, syntax.Column, syntax.Message
	}
	return nil, p
}

func (f *File) fail(n *xmi.Node, message, hint string) error {
	return model.Problem{Severity: model.Error, File: f.Path, Line: n.Line(), Rule: "links", Message: message, Hint: hint}
}

func (f *File) read(n *xmi.Node) error {
	switch n.Local() {
	case "PcmRepositoryFile":
		f.Described = true
		f.Model = Hash{Algorithm: n.Attr("hashAlgorithm"), Value: strings.TrimSpace(n.Attr("hash")), Line: n.Line()}
	case "SourceCodeFileHash":
		f.Hashes = append(f.Hashes, Hash{
			Unit: n.Attr("sourceCodeFile"), Algorithm: n.Attr("algorithm"), Value: strings.TrimSpace(n.Text()), Line: n.Line(),
		})
	case "PcmSourceStatementLink":
		link := Link{Element: n.Attr("pcmElementId"), Line: n.Line()}
		if link.Element == "" {
			return f.fail(n, "the link has no pcmElementId", "say which element of the model the link is for")
		}
		first := n.Child("FirstStatement")
		if first == nil {
			return f.fail(n, "the link of "+safe.Clip(link.Element)+" has no FirstStatement", "give the offset of its first statement")
		}
		var err error
		if link.First, err = f.position(first); err != nil {
			return err
		}
		if last := n.Child("LastStatement"); last != nil {
			p, err := f.position(last)
			if err != nil {
				return err
			}
			link.Last = &p
		}
		f.Links = append(f.Links, link)
		if len(f.Links) > maxLinks {
			return f.fail(n, fmt.Sprintf("more than %d links are not read", maxLinks), "")
		}
	}
	return nil
}

func (f *File) position(n *xmi.Node) (Position, error) {
	p := Position{Unit: strings.TrimSpace(n.Attr("sourceCodeFile"))}
	if p.Unit == "" {
		return p, f.fail(n, "the statement has no sourceCodeFile", "give the qualified name of its class, e.g. demo.store.Upload")
	}
	text := strings.TrimSpace(n.Text())
	offset, err := strconv.ParseInt(text, 10, 32)
	if err != nil || offset < 0 || offset > math.MaxInt32 {
		return p, f.fail(n, fmt.Sprintf("%q is no offset", safe.Clip(text)), "an offset is the number of characters before the statement")
	}
	p.Offset = int(offset)
	return p, nil
}

// Bytes renders the file as the original's generator does.
func (f *File) Bytes() ([]byte, error) {
	doc := etree.NewDocument()
	doc.CreateProcInst("xml", `version="1.0" encoding="UTF-8" standalone="yes"`)
	root := doc.CreateElement("ns2:" + rootName)
	root.CreateAttr("xmlns:ns2", namespace)
	if f.Described || f.Model.Value != "" {
		e := root.CreateElement("PcmRepositoryFile")
		optional(e, "hash", f.Model.Value)
		optional(e, "hashAlgorithm", f.Model.Algorithm)
	}
	for _, link := range f.Links {
		e := root.CreateElement("PcmSourceStatementLink")
		e.CreateAttr("pcmElementId", link.Element)
		statement(e, "FirstStatement", link.First)
		if link.Last != nil {
			statement(e, "LastStatement", *link.Last)
		}
	}
	for _, h := range f.Hashes {
		e := root.CreateElement("SourceCodeFileHash")
		e.CreateAttr("sourceCodeFile", h.Unit)
		optional(e, "algorithm", h.Algorithm)
		e.SetText(h.Value)
	}
	doc.Indent(4)
	var out bytes.Buffer
	_, err := doc.WriteTo(&out)
	return out.Bytes(), err
}

func optional(e *etree.Element, name, value string) {
	if value != "" {
		e.CreateAttr(name, value)
	}
}

func statement(parent *etree.Element, name string, p Position) {
	e := parent.CreateElement(name)
	e.CreateAttr("sourceCodeFile", p.Unit)
	e.SetText(strconv.Itoa(p.Offset))
}

// Write writes the file to its path: whole or not at all.
func Write(f *File) error {
	data, err := f.Bytes()
	if err != nil {
		return err
	}
	_, err = safe.WriteFile(f.Path, data, safe.WriteOptions{})
	return err
}

// ByName links services and elements by the names of their components and services alone, for records that name what
// was executed, such as spans: there are no statements, so positions only say what stands inside what. steps gives
// the steps of a service.
func ByName(services []model.Service, steps func(seff string) []model.Step) *File {
	f := &File{Named: true}
	for _, s := range services {
		n := naming{file: f, unit: s.Component}
		n.steps(steps(s.SEFF))
		n.link(s.SEFF, 0, n.at)
	}
	return f
}

type naming struct {
	file *File
	unit string
	at   int
}

func (n *naming) steps(list []model.Step) {
	for i := range list {
		s := &list[i]
		n.at++
		if len(s.Inner) == 0 {
			n.link(s.ID, n.at, n.at)
			continue
		}
		for _, inner := range s.Inner {
			n.at++
			first := n.at
			n.steps(inner.Steps)
			n.link(inner.ID, first, n.at)
		}
	}
}

func (n *naming) link(id string, first, last int) {
	if id != "" {
		n.file.Links = append(n.file.Links, Link{Element: id, First: Position{n.unit, first}, Last: &Position{n.unit, last}})
	}
}
