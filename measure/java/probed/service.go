package probed

import (
	"fmt"
	"slices"
	"strings"

	"beagle/measure/java/syntax"
)

// findMethod finds the innermost method of the service's name and number of parameters around the offset, else the
// innermost method.
func (w *writer) findMethod(p *plan) bool {
	if p.site() {
		p.top = p.node
	} else {
		var innermost, named, fits *syntax.Node
		at := int32(skipSpace(w.file.Source, p.First))
		for n := w.file.Root; n != nil; n = childAt(n, at) {
			if n.Kind != syntax.Method && n.Kind != syntax.CompactConstructor {
				continue
			}
			innermost = n
			if n.Name == p.Name {
				named = n
				if n.Count(syntax.Param) == len(p.Inputs) {
					fits = n
				}
			}
		}
		switch {
		case fits != nil:
			p.top = fits
		case named != nil:
			p.top = named
		case innermost != nil:
			p.top = innermost
			w.note(p, fmt.Sprintf("no method %s stands around it; its parameters are taken in %s", p.Name, innermost.Name))
		default:
			return w.refuse(p, "no method stands around it")
		}
	}
	if p.top.Child(syntax.Body) == nil {
		return w.refuse(p, "the method has no body")
	}
	p.region = region{p.top, p.top}
	if !p.site() {
		p.params = matched(p.Inputs, paramNames(p.owner()))
		w.sayMatching(p)
	}
	return true
}

func (p *plan) owner() *syntax.Node {
	if p.top.Kind == syntax.CompactConstructor {
		return p.top.Parent
	}
	return p.top
}

func paramNames(owner *syntax.Node) (names []string) {
	for _, param := range owner.All(syntax.Param) {
		names = append(names, param.Name)
	}
	return names
}

// matched gives each parameter of the model's signature its place among those of the source, -1 for none.
func matched(model, source []string) []int {
	at := make([]int, len(model))
	all := true
	for i, name := range model {
		at[i] = slices.IndexFunc(source, func(s string) bool { return strings.EqualFold(s, name) })
		all = all && at[i] >= 0
	}
	if len(model) == len(source) && !all {
		for i := range at {
			at[i] = i
		}
	}
	return at
}

func (w *writer) sayMatching(p *plan) {
	count := p.owner().Count(syntax.Param)
	var missing []string
	inOrder := true
	for i, at := range p.params {
		if at < 0 {
			missing = append(missing, p.Inputs[i])
		}
		inOrder = inOrder && at == i
	}
	switch {
	case count != len(p.Inputs):
		text := fmt.Sprintf("method %s has %d parameters, the model's signature has %d; they are matched by name", p.top.Name, count, len(p.Inputs))
		if len(missing) > 0 {
			text += ", and none is named " + strings.Join(missing, ", ") + ", which is not measured"
		}
		w.note(p, text)
	case !inOrder:
		w.note(p, fmt.Sprintf("method %s has the parameters of the model's signature in another order; they are matched by name", p.top.Name))
	}
}

func (w *writer) service(p *plan) {
	w.edits.seq++
	handle := fmt.Sprintf("%so%d", w.prefix, p.ID)
	var enter strings.Builder
	if p.Of == "" {
		fmt.Fprintf(&enter, "final long %s = %s; ", handle, w.opt.call("oe", p.ID))
		w.parameters(&enter, p)
	} else {
		fmt.Fprintf(&enter, "final long %s = %s; if (%s != -1L) { ", handle, w.opt.call("oe", p.ID, "this", `"`+p.Of+`"`), handle)
		w.parameters(&enter, p)
		enter.WriteString("} ")
	}
	if strings.Count(enter.String(), ";") > 1 { // what a service does begins when its parameters were read
		enter.WriteString(w.opt.call("os", handle) + "; ")
	}
	enter.WriteString("try {")
	body := p.top.Child(syntax.Body)
	if call := constructorCall(body); call != nil {
		w.edits.after(call, layerBraces, " "+enter.String())
	} else {
		w.edits.open(body, layerBraces, " "+w.keep(p)+enter.String())
	}
	w.edits.close(body, layerBraces, "} finally { "+w.opt.call("ox", p.ID, handle)+"; } ")
}

func (w *writer) keep(p *plan) string {
	if !w.opt.Inputs || p.top.Kind != syntax.Method || p.top.Child(syntax.TypeOf) == nil { // a constructor makes the object
		return ""
	}
	on, all := "this", paramNames(p.top)
	if p.top.Flags&syntax.Static != 0 {
		on = "null"
	}
	if slices.Contains(all, "_") {
		return ""
	}
	return w.opt.call("k", p.ID, on, "new Object[] {"+strings.Join(all, ", ")+"}") + "; "
}

// parameters takes the values that a method was called with, by their places in the model's signature.
func (w *writer) parameters(b *strings.Builder, p *plan) {
	params := p.owner().All(syntax.Param)
	taken := p.params
	if p.site() {
		for i := range params[:min(len(params), maxParams)] {
			taken = append(taken, i)
		}
	}
	for i, at := range taken {
		if at >= 0 && params[at].Name != "_" {
			b.WriteString(w.opt.call("p", p.ID, i, params[at].Name) + "; ")
		}
	}
	p.PartsAt = len(p.Inputs)
	for i, at := range taken {
		if at < 0 || params[at].Name == "_" {
			continue
		}
		if parts := p.inside(i); parts != "" && len(p.Inputs)+len(p.Parts) <= maxParams {
			b.WriteString(w.opt.call("fs", p.ID, params[at].Name, parts) + "; ")
		}
	}
}

// maxParams bounds the values of one execution: records number them with a byte.
const maxParams = 255

func isPath(path string) bool {
	for _, r := range path {
		if r != '.' && r != '_' && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return false
		}
	}
	return path != ""
}

// constructorCall is the explicit constructor call among a body's statements.
func constructorCall(body *syntax.Node) *syntax.Node {
	for n := body.First; n != nil; n = n.Next {
		if isConstructorCall(n) {
			return n
		}
	}
	return nil
}
