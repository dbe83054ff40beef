package write

import (
	"fmt"
	"strings"
)

const (
	base  = "http://palladiosimulator.org/PalladioComponentModel/"
	xmi   = "http://www.omg.org/XMI"
	xsi   = "http://www.w3.org/2001/XMLSchema-instance"
	stoex = "http://sdq.ipd.uka.de/StochasticExpressions/2.2"
)

const (
	primitiveTypes = "pathmap://PCM_MODELS/PrimitiveTypes.repository#//@dataTypes__Repository."
	resourceTypes  = "pathmap://PCM_MODELS/Palladio.resourcetype#"
	cpu            = "_oro4gG3fEdy4YaaT-RYrLQ"
)

// document is XML as EMF writes it: two blanks a level, attributes in the order in which they are given.
type document struct {
	strings.Builder
	open []string
}

type attribute struct{ name, value string }

func newDocument(root string, attributes ...attribute) *document {
	d := &document{}
	d.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	d.begin(root, append([]attribute{{"xmi:version", "2.0"}, {"xmlns:xmi", xmi}, {"xmlns:xsi", xsi}}, attributes...)...)
	return d
}

func (d *document) begin(name string, attributes ...attribute) {
	d.tag(name, attributes)
	d.WriteString(">\n")
	d.open = append(d.open, name)
}

func (d *document) leaf(name string, attributes ...attribute) {
	d.tag(name, attributes)
	d.WriteString("/>\n")
}

// tag writes the beginning of a tag without its end; attributes without a value are left out.
func (d *document) tag(name string, attributes []attribute) {
	d.WriteString(strings.Repeat("  ", len(d.open)) + "<" + name)
	for _, a := range attributes {
		if a.value != "" {
			fmt.Fprintf(d, ` %s="%s"`, a.name, escape(a.value))
		}
	}
}

func (d *document) end() {
	name := d.open[len(d.open)-1]
	d.open = d.open[:len(d.open)-1]
	d.WriteString(strings.Repeat("  ", len(d.open)) + "</" + name + ">\n")
}

func (d *document) bytes() []byte {
	for len(d.open) > 0 {
		d.end()
	}
	return []byte(d.String())
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\n", "&#xA;", "\r", "&#xD;", "\t", "&#x9;")

// escape leaves out what XML cannot hold.
func escape(text string) string {
	return escapes.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "")))
}
