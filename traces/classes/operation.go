package classes

import (
	"strings"
)

// Operation is one operation of one class of the measured program.
type Operation struct {
	Signature string // as recorded, e.g. public void a.B.c(int)
	Component string // fully qualified class, e.g. a.B
	Name      string // name of the operation, e.g. c
	Params    string // between the parentheses
}

// String is the operation as people know it, e.g. a.B.c(int).
func (o Operation) String() string {
	if o.Named() {
		return o.Component + "." + o.Name
	}
	return o.Component + "." + o.Name + "(" + o.Params + ")"
}

// Named reports whether the operation is something else than a method, known by a name.
func (o Operation) Named() bool { return o.Component != "" && o.Name == o.Signature }

// parseOperation takes a signature apart: [modifiers] [type] a.B.c(params) [throws ...]. Signatures of old logs and
// of other languages may lack everything but a name. What a span is called is a name as it is, dots and spaces
// included: it comes with a class, without parameters, and does not repeat the class.
func parseOperation(signature, class string) Operation {
	o := Operation{Signature: signature, Component: class}
	if class != "" && !strings.Contains(signature, "(") && !strings.HasPrefix(signature, class+".") {
		o.Name = signature
		return o
	}
	head := signature
	if before, after, ok := strings.Cut(signature, "("); ok {
		head = before
		o.Params = after
		if end := strings.LastIndexByte(o.Params, ')'); end >= 0 {
			o.Params = o.Params[:end]
		}
		o.Params = strings.TrimSpace(o.Params)
	}
	head = strings.TrimSpace(head)
	if space := strings.LastIndexByte(head, ' '); space >= 0 {
		head = head[space+1:]
	}
	dot := strings.LastIndexByte(head, '.')
	o.Name = head[dot+1:]
	if o.Component == "" && dot > 0 {
		o.Component = head[:dot]
	}
	return o
}
