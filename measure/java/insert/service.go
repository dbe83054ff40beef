package insert

import (
	"fmt"
	"strings"

	"beagle/measure/java/syntax"
)

// findMethod finds the innermost method of the service's name and number of
// parameters around the offset, else the innermost method.
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
				if n.Count(syntax.Param) == p.Params {
					fits = n
				}
			}
		}
		switch {
		case fits != nil:
			p.top = fits
		case named != nil:
			p.top = named
			w.note(p, fmt.Sprintf("method %s has %d parameters, the model's signature has %d; they are matched from the first", named.Name, named.Count(syntax.Param), p.Params))
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
	return true
}

// service reports entry, parameters and exit of a method.
func (w *writer) service(p *plan) {
	w.edits.seq++
	handle := fmt.Sprintf("%so%d", w.prefix, p.ID)
	var enter strings.Builder
	fmt.Fprintf(&enter, "final long %s = %s; ", handle, w.opt.call("oe", p.ID))
	if p.top.Kind == syntax.CompactConstructor {
		w.parameters(&enter, p, p.top.Parent)
	} else {
		w.parameters(&enter, p, p.top)
	}
	enter.WriteString("try {")
	body := p.top.Child(syntax.Body)
	if call := constructorCall(body); call != nil {
		w.edits.after(call, layerBraces, " "+enter.String())
	} else {
		w.edits.open(body, layerBraces, " "+enter.String())
	}
	w.edits.close(body, layerBraces, "} finally { "+w.opt.call("ox", p.ID, handle)+"; } ")
}

func (w *writer) parameters(b *strings.Builder, p *plan, owner *syntax.Node) {
	params := owner.All(syntax.Param)
	for i, param := range params {
		if i < p.Params && param.Name != "_" {
			b.WriteString(w.opt.call("p", p.ID, i, param.Name) + "; ")
		}
	}
	p.PartsAt = p.Params
	for i, param := range params {
		if parts := p.inside(i); parts != "" && param.Name != "_" && p.Params+len(p.Parts) < 256 {
			b.WriteString(w.opt.call("fs", p.ID, param.Name, parts) + "; ")
		}
	}
}

// isPath reports whether names of a model can be those of fields.
func isPath(path string) bool {
	for _, r := range path {
		if r != '.' && r != '_' && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return false
		}
	}
	return path != ""
}

// constructorCall is the explicit constructor call among a body's statements;
// since Java 25 others may stand before it.
func constructorCall(body *syntax.Node) *syntax.Node {
	for n := body.First; n != nil; n = n.Next {
		if isConstructorCall(n) {
			return n
		}
	}
	return nil
}
