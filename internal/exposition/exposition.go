// Package exposition writes metrics in Prometheus' text format, version 0.0.4.
package exposition

import (
	"fmt"
	"io"
	"strings"
)

// Type is the Content-Type of the format.
const Type = "text/plain; version=0.0.4; charset=utf-8"

// Page is a page of metrics that is being written. The format wants all values of a metric right after its head.
type Page struct{ Out io.Writer }

// Head begins a metric with its help and type; kind is gauge or counter.
func (p *Page) Head(name, help, kind string) {
	fmt.Fprintf(p.Out, "# HELP %s %s\n# TYPE %s %s\n", name, escape.Replace(help), name, kind)
}

// escape escapes the values of labels. Help needs no escaped quotes, but readers take them.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// Value writes one value of a metric; labels are names and values in turn.
func (p *Page) Value(name string, value float64, labels ...string) {
	var b strings.Builder
	for i := 0; i+1 < len(labels); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `%s="%s"`, labels[i], escape.Replace(labels[i+1]))
	}
	if b.Len() > 0 {
		name += "{" + b.String() + "}"
	}
	fmt.Fprintf(p.Out, "%s %v\n", name, value)
}

// Counter writes a metric with one value that only grows.
func (p *Page) Counter(name, help string, value float64, labels ...string) {
	p.Head(name, help, "counter")
	p.Value(name, value, labels...)
}

// Gauge writes a metric with one value that goes up and down.
func (p *Page) Gauge(name, help string, value float64, labels ...string) {
	p.Head(name, help, "gauge")
	p.Value(name, value, labels...)
}
