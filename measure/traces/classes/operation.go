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
func (o Operation) String() string { return o.Component + "." + o.Name + "(" + o.Params + ")" }

// parseOperation takes a signature apart: [modifiers] [type] a.B.c(params)
// [throws ...]. Signatures of old logs and of other languages may lack
// everything but a name.
func parseOperation(signature, class string) Operation {
	o := Operation{Signature: signature, Component: class}
	head := signature
	if open := strings.IndexByte(signature, '('); open >= 0 {
		head = signature[:open]
		o.Params = signature[open+1:]
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
